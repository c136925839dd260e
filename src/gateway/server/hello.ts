import { Inject, Injectable } from '@nestjs/common';
import { packageVersion } from '../../common/package-root.js';
import { MAX_PAYLOAD_BYTES } from '../limits.js';
import { events } from '../protocol/events.js';
import type { EventDefinition } from '../protocol/method.js';
import type { HelloOk } from '../protocol/schemas/connect.js';
import { PROTOCOL_VERSION } from '../protocol/version.js';
import { ServedMethods } from '../served-methods.js';
import type { ConnectionIdentity } from './connection.js';
import { GATEWAY_OPTIONS_TOKEN, type GatewayOptions } from './gateway-options.js';
import { AGENT_ID, HealthMonitor } from './health-monitor.js';
import { Presence } from './presence.js';
import { implies, mayReceive, type Permissions } from './scopes.js';
import { StateVersions } from './state-versions.js';

/** The session that a message goes to where none is named. */
export const MAIN_SESSION_KEY = 'main';

/** Writes the answer to `connect`. */
@Injectable()
export class Hello {
  constructor(
    private readonly methods: ServedMethods,
    private readonly health: HealthMonitor,
    private readonly presence: Presence,
    private readonly versions: StateVersions,
    @Inject(GATEWAY_OPTIONS_TOKEN) private readonly options: GatewayOptions,
  ) {}

  /** Finds out what has to be waited for; the function that it gives writes the answer at once. */
  async prepare(identity: ConnectionIdentity): Promise<(resume?: HelloOk['resume']) => HelloOk> {
    const health = await this.health.current();
    return (resume) => ({
      type: 'hello-ok',
      protocol: PROTOCOL_VERSION,
      server: { version: packageVersion, connId: identity.connId },
      features: { methods: this.methods.callableBy(identity), events: eventsFor(identity) },
      snapshot: {
        presence: identity.role === 'operator' && implies(identity.scopes, 'operator.read') ? this.presence.list() : [],
        health,
        stateVersion: this.versions.current,
        uptimeMs: this.health.uptimeMs,
        sessionDefaults: { defaultAgentId: AGENT_ID, mainKey: MAIN_SESSION_KEY, mainSessionKey: MAIN_SESSION_KEY },
      },
      auth: { role: identity.role, scopes: [...identity.scopes] },
      policy: {
        maxPayload: MAX_PAYLOAD_BYTES,
        maxBufferedBytes: this.options.maxBufferedBytes,
        tickIntervalMs: this.options.tickIntervalMs,
      },
      ...(resume === undefined ? {} : { resume }),
    });
  }
}

/** The events that a connection is sent. */
function eventsFor(permissions: Permissions): string[] {
  const isSent = ([name, definition]: [string, EventDefinition]): boolean =>
    name === 'connect.challenge' || (name === 'node.invoke.request' ? permissions.role === 'node' : mayReceive(definition, permissions));
  return Object.entries(events).filter(isSent).map(([name]) => name);
}
