import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AgentService } from '../agent/agent.service.js';
import type { Run } from '../agent/run.js';
import { Clock } from '../common/clock.js';
import type { Principal } from '../security/principal.js';
import type { ChatCompletionRequest } from './chat-completion-request.js';
import { addUsage, chatCompletion, completionChunks, completionIdentity, NO_USAGE } from './chat-completion.js';
import { CompletionSession } from './completion-session.js';
import { OpenAiRequestError } from './openai.errors.js';

/**
 * The agent as a chat completion. The server keeps the history, so of the caller's messages the last one is the turn's and the earlier ones
 * say which session goes on; the caller's system messages are handed over with the turn. A caller that goes away stops the run: this API has
 * no way back to it.
 */
@Injectable()
export class AgentCompletions {
  constructor(
    private readonly agent: AgentService,
    private readonly session: CompletionSession,
    private readonly clock: Clock,
  ) {}

  /** The whole answer. Throws OpenAiRequestError and what the agent throws. */
  async complete(request: ChatCompletionRequest, principal: Principal, response: Response): Promise<Record<string, unknown>> {
    const run = await this.start(request, principal, response);
    const answer = await run.result;
    if (answer.status === 'model_error' || answer.status === 'format_error') {
      throw new OpenAiRequestError(502, answer.response, { code: answer.status });
    }
    let usage = NO_USAGE;
    for await (const { event } of run.watch()) if (event.type === 'usage') usage = addUsage(usage, event);
    return chatCompletion(this.identity(run), answer, usage);
  }

  /** The answer as Server-Sent Events. Throws OpenAiRequestError and what the agent throws, before the first chunk. */
  async stream(request: ChatCompletionRequest, principal: Principal, response: Response): Promise<AsyncGenerator<string, void>> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const run = await this.start(request, principal, response);
    return completionChunks(run, this.identity(run), request.includeUsage, gone.signal);
  }

  private async start(request: ChatCompletionRequest, principal: Principal, response: Response): Promise<Run> {
    const last = request.messages.at(-1);
    if (last?.role !== 'user' || last.text.trim() === '') {
      throw new OpenAiRequestError(400, 'The last message must be the user’s and not blank: the model jarvis runs its own tools.', { param: 'messages' });
    }
    const instructions = request.messages.filter((message) => message.role === 'system' || message.role === 'developer');
    const context = instructions.map((message) => message.text.trim()).filter((text) => text !== '').join('\n\n');
    const run = await this.agent.start({
      sessionId: await this.session.find(request.messages, principal),
      message: last.text,
      principal,
      isReviewed: false,
      ...(context === '' ? {} : { context: `[Instructions of the calling program:\n${context}]` }),
    });
    response.once('close', () => {
      if (!run.isEnded) run.abort('the caller went away');
    });
    return run;
  }

  private identity(run: Run) {
    return completionIdentity(run, Math.floor(this.clock.now().getTime() / 1000));
  }
}
