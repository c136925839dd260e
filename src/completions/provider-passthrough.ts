import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { once } from 'node:events';
import { messageOf } from '../common/domain-error.js';
import { openAiErrorBody } from '../common/openai-error-body.js';
import { ConfigService } from '../config/config.service.js';
import { ProviderAccess } from '../model/openai-compatible/provider-access.js';
import { SecretRedactor } from '../security/secret-redactor.js';
import { OpenAiRequestError } from './openai.errors.js';

/** Headers of the provider's answer that are the caller's affair. */
const PASSED_HEADERS = ['content-type', 'retry-after', 'x-request-id'];

/**
 * Hands a request on to the provider as it came and its answer back as it comes: nothing is injected, nothing stored. Only the key is
 * ours. The provider's request ends when the caller goes away.
 */
@Injectable()
export class ProviderPassthrough {
  constructor(
    private readonly config: ConfigService,
    private readonly access: ProviderAccess,
    private readonly redactor: SecretRedactor,
  ) {}

  /** @param route below the provider's base URL, e.g. `chat/completions` */
  async forward(route: string, body: Readonly<Record<string, unknown>>, response: Response): Promise<void> {
    if (this.config.isOffline) {
      throw new OpenAiRequestError(503, 'No model provider is set up: run `jarvis setup`. The model jarvis answers offline.', { code: 'offline' });
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const answer = await this.ask(route, body, gone.signal);
    response.status(answer.status);
    for (const name of PASSED_HEADERS) {
      const value = answer.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    response.setHeader('Cache-Control', 'no-store, no-transform');
    response.setHeader('X-Accel-Buffering', 'no');
    if (answer.status >= 400 || answer.body === null) {
      response.end(this.redactor.redact(await answer.text()));
      return;
    }
    await this.handOver(answer.body, response, gone.signal);
  }

  private async handOver(body: ReadableStream<Uint8Array>, response: Response, gone: AbortSignal): Promise<void> {
    try {
      for await (const chunk of body) if (!response.write(chunk)) await once(response, 'drain', { signal: gone });
      response.end();
    } catch (error) {
      // Nobody is left to tell, or half of a JSON object is all that was told: a broken connection is the only sign.
      if (gone.aborted || !String(response.getHeader('content-type')).startsWith('text/event-stream')) response.destroy();
      else response.end(`\n\ndata: ${JSON.stringify(openAiErrorBody(502, `The provider's stream broke off (${this.redactor.redact(messageOf(error))}).`))}\n\n`);
    }
  }

  private async ask(route: string, body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<globalThis.Response> {
    const { baseUrl, key } = await this.access.use('');
    try {
      return await fetch(`${baseUrl.replace(/\/+$/, '')}/${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
        body: JSON.stringify(body),
        signal,
      });
    } catch (error) {
      throw new OpenAiRequestError(503, `The model provider could not be reached (${this.redactor.redact(messageOf(error))}).`, {
        type: 'connection_error',
      });
    }
  }
}
