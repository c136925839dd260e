import type { GatewayMethods } from '../protocol/methods.js';
import type { Handlers } from '../served-methods.js';
import { AgentMethods } from './agent.methods.js';
import { ApprovalsMethods } from './approvals.methods.js';
import { ChatMethods } from './chat.methods.js';
import { CronMethods } from './cron.methods.js';
import { HealthMethods } from './health.methods.js';
import { MessagingMethods } from './messaging.methods.js';
import { NodesMethods } from './nodes.methods.js';
import { SessionsMethods } from './sessions.methods.js';
import { SystemMethods } from './system.methods.js';

/** The groups of methods. */
export const METHOD_GROUPS = [
  HealthMethods,
  SystemMethods,
  MessagingMethods,
  AgentMethods,
  ChatMethods,
  SessionsMethods,
  CronMethods,
  ApprovalsMethods,
  NodesMethods,
] as const;

type Instances<T extends readonly (new (...args: never[]) => unknown)[]> = { [K in keyof T]: InstanceType<T[K]> };

/** All handlers: the compiler misses none of the table. */
export function gatewayHandlers(...groups: Instances<typeof METHOD_GROUPS>): Handlers<GatewayMethods> {
  const [health, system, messaging, agent, chat, sessions, cron, approvals, nodes] = groups;
  return {
    ...health.handlers,
    ...system.handlers,
    ...messaging.handlers,
    ...agent.handlers,
    ...chat.handlers,
    ...sessions.handlers,
    ...cron.handlers,
    ...approvals.handlers,
    ...nodes.handlers,
  };
}
