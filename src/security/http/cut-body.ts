import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyTooLarge } from './body-too-large.js';
import { answerRefused } from './json-answer.js';

/**
 * Answers 413 as soon as a body is known to be too long, said or seen: parsers answer only after they have read the rest, and an endless body
 * has no rest. To be called before anybody reads the body. False where it is refused at once, so that nobody needs to read it.
 *
 * @param maximum bytes of the whole body
 * @param named bytes that the answer names as the limit, where the body carries more than what is limited
 */
export function cutBody(request: IncomingMessage, response: ServerResponse, maximum: number, named = maximum): boolean {
  const refuse = (): void => {
    request.off('data', count);
    request.unpipe();
    answerRefused(request, response, bodyTooLarge(named));
  };
  let received = 0;
  const count = (chunk: Buffer): void => {
    received += chunk.length;
    if (received > maximum) refuse();
  };
  if (Number(request.headers['content-length'] ?? 0) > maximum) {
    refuse();
    return false;
  }
  request.on('data', count);
  return true;
}
