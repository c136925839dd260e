import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { messageOf } from '../../common/domain-error.js';
import { HealthWarningProvider, type HealthNotice, type HealthWarningSource } from '../../common/health-warning.js';
import { HookFiles } from './hook-files.js';
import {
  PromptHookProvider,
  type AgentBootstrapEvent,
  type BeforePromptBuildEvent,
  type BootstrapFile,
  type PromptHook,
  type PromptMutation,
} from './prompt-hook.js';

const TEXTS = ['systemPrompt', 'prependSystemContext', 'appendSystemContext', 'prependContext'] as const;

/** Asks all hooks, those inside the server first, then the owner's files. A hook that fails is left out. */
@HealthWarningProvider()
@Injectable()
export class PromptHooks implements OnApplicationBootstrap, HealthWarningSource {
  private readonly logger = new Logger('Prompt');
  private hooks: readonly PromptHook[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly files: HookFiles,
  ) {}

  onApplicationBootstrap(): void {
    this.hooks = this.discovery.getProviders({ metadataKey: PromptHookProvider.KEY }).map((wrapper) => wrapper.instance as PromptHook);
  }

  healthWarnings(): Promise<readonly HealthNotice[]> {
    return Promise.resolve(this.files.problems().map((problem) => ({ problem })));
  }

  /** What the hooks change of a turn's prompt: texts of several stand one after the other, of whole prompts the last one counts. */
  async beforePromptBuild(event: BeforePromptBuildEvent): Promise<PromptMutation> {
    const mutations: PromptMutation[] = [];
    for (const hook of this.hooks) {
      const mutation = await this.guarded(hook, () => hook.beforePromptBuild?.(event));
      if (mutation !== undefined) mutations.push(mutation);
    }
    mutations.push(...(await this.files.run('before-prompt-build', () => event, readMutation)));
    return mutations.reduce<PromptMutation>(merged, {});
  }

  /** The workspace files that go into the prompt, after every hook had its say. */
  async agentBootstrap(event: AgentBootstrapEvent): Promise<readonly BootstrapFile[]> {
    let files = event.bootstrapFiles;
    for (const hook of this.hooks) {
      files = (await this.guarded(hook, () => hook.agentBootstrap?.({ ...event, bootstrapFiles: files }))) ?? files;
    }
    const returned = await this.files.run('agent-bootstrap', (before) => ({ ...event, bootstrapFiles: before.at(-1) ?? files }), readFiles);
    return returned.at(-1) ?? files;
  }

  private async guarded<T>(hook: PromptHook, call: () => Promise<T | undefined> | undefined): Promise<T | undefined> {
    try {
      return await call();
    } catch (error) {
      this.logger.error(`The hook "${hook.name}" was left out: ${messageOf(error)}`);
      return undefined;
    }
  }
}

/** Throws where the value is not what a hook may return. */
function readMutation(value: unknown): PromptMutation {
  if (!isObject(value)) throw new Error('it must return an object');
  const wrong = Object.keys(value).find((key) => !TEXTS.some((text) => text === key) || typeof value[key] !== 'string');
  if (wrong !== undefined) throw new Error(`"${wrong}" is no text that a hook may give: ${TEXTS.join(', ')}`);
  return value;
}

/** Likewise for `agent:bootstrap`: `{bootstrapFiles: [{path, content}]}`, or the list itself. */
function readFiles(value: unknown): readonly BootstrapFile[] {
  const list = isObject(value) ? value['bootstrapFiles'] : value;
  const isFile = (file: unknown): file is BootstrapFile => isObject(file) && typeof file['path'] === 'string' && file['path'] !== '' && typeof file['content'] === 'string';
  if (!Array.isArray(list) || !list.every(isFile)) throw new Error('it must return {bootstrapFiles: [{path, content}]}');
  return list.map(({ path, content }) => ({ path, content }));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function merged(before: PromptMutation, next: PromptMutation): PromptMutation {
  const both = (one: string | undefined, other: string | undefined): string =>
    [one, other].filter((text) => text !== undefined && text.trim() !== '').join('\n\n');
  const systemPrompt = (next.systemPrompt ?? '').trim() === '' ? before.systemPrompt : next.systemPrompt;
  return {
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    prependSystemContext: both(before.prependSystemContext, next.prependSystemContext),
    appendSystemContext: both(before.appendSystemContext, next.appendSystemContext),
    prependContext: both(before.prependContext, next.prependContext),
  };
}
