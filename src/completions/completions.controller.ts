import { Readable } from 'node:stream';
import { Body, Controller, Get, HttpCode, Param, Post, Res, UseFilters } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Caller } from '../security/caller.decorator.js';
import { Scope } from '../security/access.decorator.js';
import type { Principal } from '../security/principal.js';
import { COMPLETIONS_SCOPE } from '../security/token-store.js';
import { AGENT_MODEL } from './chat-completion.js';
import { AgentCompletions } from './agent-completions.js';
import { readChatCompletionRequest } from './chat-completion-request.js';
import { CompletionModels } from './completion-models.js';
import { OpenAiErrorFilter } from './openai-error.filter.js';
import { OpenAiRequestError } from './openai.errors.js';
import { ProviderPassthrough } from './provider-passthrough.js';

const ANY_OBJECT = { schema: { type: 'object' as const, additionalProperties: true } };

/**
 * The OpenAI-compatible API (docs/completions.md): the model `jarvis` is the agent with its tools and memory; every other model is passed
 * through to the provider with the caller's own messages and tools.
 */
@ApiTags('OpenAI-compatible')
@ApiBearerAuth()
@Controller('v1')
@Scope(COMPLETIONS_SCOPE)
@UseFilters(OpenAiErrorFilter)
export class CompletionsController {
  constructor(
    private readonly agent: AgentCompletions,
    private readonly provider: ProviderPassthrough,
    private readonly models: CompletionModels,
  ) {}

  @Get('models')
  @ApiOperation({ summary: 'List the agent and the models of the provider' })
  @ApiOkResponse(ANY_OBJECT)
  list() {
    return this.models.list();
  }

  @Get('models/:id')
  @ApiOperation({ summary: 'One model' })
  @ApiOkResponse(ANY_OBJECT)
  @ApiNotFoundResponse(ANY_OBJECT)
  get(@Param('id') id: string) {
    return this.models.get(id);
  }

  @Post('chat/completions')
  @HttpCode(200)
  @ApiOperation({ summary: 'Chat completion, as OpenAI’s clients ask for it' })
  @ApiBody(ANY_OBJECT)
  @ApiProduces('application/json', 'text/event-stream')
  @ApiOkResponse(ANY_OBJECT)
  async chat(@Body() body: unknown, @Caller() principal: Principal, @Res() response: Response): Promise<void> {
    const fields = objectOf(body);
    if (fields.messages === undefined && fields.prompt !== undefined) return this.provider.forward('completions', fields, response);
    const request = readChatCompletionRequest(fields);
    if (request.model !== AGENT_MODEL) {
      await this.models.assertExists(request.model);
      return this.provider.forward('chat/completions', fields, response);
    }
    if (!request.stream) {
      response.json(await this.agent.complete(request, principal, response));
      return;
    }
    const chunks = await this.agent.stream(request, principal, response);
    response.set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache, no-store, no-transform', 'X-Accel-Buffering': 'no' });
    Readable.from(chunks, { objectMode: false }).on('error', () => response.destroy()).pipe(response);
  }

  @Post('completions')
  @HttpCode(200)
  @ApiOperation({ summary: 'Text completion and fill-in-the-middle, passed through to the provider' })
  @ApiBody(ANY_OBJECT)
  @ApiOkResponse(ANY_OBJECT)
  complete(@Body() body: unknown, @Res() response: Response): Promise<void> {
    return this.provider.forward('completions', objectOf(body), response);
  }
}

function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw new OpenAiRequestError(400, 'The body must be one JSON object.');
}
