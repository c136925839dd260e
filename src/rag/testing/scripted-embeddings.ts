import { HttpStub, type StubRequest } from './http-stub.js';

/** Stands in for an embeddings server: vectors of the words of a text, so that texts that share words are near. Speaks OpenAI's and Ollama's way. */
export class ScriptedEmbeddings extends HttpStub {
  /** Answers with this HTTP status instead, while it is set. */
  failure: number | undefined;
  /** Requests that are answered before all others fail with HTTP 503. */
  failsAfter = Number.POSITIVE_INFINITY;
  /** Texts that hold this are refused with HTTP 400. */
  refused: string | undefined;

  /** @param dimensions numbers in a vector; may be changed, as when the model behind the name is another */
  constructor(public dimensions = 16) {
    super();
  }

  /** Texts that were asked for, in order. */
  get texts(): string[] {
    return this.requests.flatMap(({ body }) => textsOf(body));
  }

  protected override answer({ path, body }: StubRequest): { status: number; body: unknown } {
    if (this.requests.length > this.failsAfter) return { status: 503, body: { error: { message: 'scripted failure' } } };
    if (this.failure !== undefined) return { status: this.failure, body: { error: { message: 'scripted failure' } } };
    const texts = textsOf(body);
    const { refused } = this;
    if (refused !== undefined && texts.some((text) => text.includes(refused))) return { status: 400, body: { error: { message: 'too long' } } };
    const vectors = texts.map((text) => wordVector(text, this.dimensions));
    if (path === '/api/embeddings') return { status: 200, body: { embedding: vectors[0] } };
    if (path !== '/v1/embeddings') return { status: 404, body: { error: { message: `no ${path}` } } };
    // Out of order, as the field `index` allows.
    return { status: 200, body: { object: 'list', data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).reverse() } };
  }
}

function textsOf(body: unknown): string[] {
  const { input, prompt } = body as { input?: string[]; prompt?: string };
  return input ?? (prompt === undefined ? [] : [prompt]);
}

/** Each word adds to some of the numbers. The same for the same text, and cheap. */
export function wordVector(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? ['']) {
    let hash = 2166136261;
    for (let index = 0; index < word.length; index += 1) hash = Math.imul(hash ^ word.charCodeAt(index), 16777619) >>> 0;
    for (let part = 0; part < 4; part += 1) {
      hash = Math.imul(hash ^ (hash >>> 15), 2246822519) >>> 0;
      vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + ((hash >>> 8) % 2 === 0 ? 1 : -1);
    }
  }
  return vector;
}
