import type { ModelToolDefinition, SystemMessage } from '../model/model-message.js';
import { promptText } from '../prompt/assembled-prompt.js';
import type { PromptMutation } from '../prompt/hooks/prompt-hook.js';
import type { PromptHooks } from '../prompt/hooks/prompt-hooks.service.js';
import type { PromptContext } from '../prompt/prompt-section.js';
import type { PromptService } from '../prompt/prompt.service.js';
import type { KeptPrompts } from '../prompt/report/kept-prompts.js';
import { DEFAULT_REASONING_LEVEL } from '../sessions/reasoning-level.js';
import type { OpenSession } from '../sessions/session.js';
import type { TurnRequest } from './turn-request.js';

/** What a turn's prompt is made with. */
export interface TurnPromptPorts {
  prompt: PromptService;
  hooks: PromptHooks;
  keptPrompts: KeptPrompts;
}

/** The system prompt of one turn: the hooks are asked when it begins, the sections before the model is. */
export class TurnPrompt {
  private mutation: PromptMutation = {};

  constructor(
    private readonly session: OpenSession,
    private readonly request: TurnRequest,
    private readonly model: string,
    private readonly ports: TurnPromptPorts,
  ) {}

  /** Asks the hooks. Resolves to what they put beside the message, or undefined. Never rejects. */
  async prepare(): Promise<string | undefined> {
    const { message, promptMode: mode = 'full' } = this.request;
    this.mutation = await this.ports.hooks.beforePromptBuild({ sessionId: this.session.id, message, mode, model: this.model });
    const { prependContext = '' } = this.mutation;
    return prependContext === '' ? undefined : prependContext;
  }

  /** The session's own prompt and, behind it, what the features have to say. */
  async systemMessage(tools: readonly ModelToolDefinition[]): Promise<SystemMessage> {
    const first = this.session.messages[0];
    const stored = first?.role === 'system' ? first.content : this.ports.prompt.storedPrompt;
    const context = promptContext(this.session, this.request, this.model, tools);
    const assembled = await this.ports.prompt.render(stored, context, this.mutation);
    this.ports.keptPrompts.keep(this.session.id, { assembled, model: this.model, mode: context.mode, tools });
    return { role: 'system', content: promptText(assembled) };
  }
}

/** What the sections are told of a turn. */
export function promptContext(
  session: Pick<OpenSession, 'id' | 'metadata'>,
  request: Pick<TurnRequest, 'principal' | 'preset' | 'promptMode' | 'channel' | 'extraContext' | 'isHeartbeat'>,
  model: string,
  tools: readonly ModelToolDefinition[],
): PromptContext {
  const { principal, preset, promptMode: mode = 'full', channel, extraContext, isHeartbeat = false } = request;
  const { reasoningLevel = DEFAULT_REASONING_LEVEL } = session.metadata;
  const names = new Set(tools.map((tool) => tool.function.name));
  return { sessionId: session.id, principal, mode, model, tools: names, preset, channel, extraContext, isHeartbeat, reasoningLevel };
}
