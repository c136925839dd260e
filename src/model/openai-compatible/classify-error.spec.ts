import { classifyError } from './classify-error.js';
import { errorFacts } from './error-facts.js';

const classify = (status: number, body: unknown, sent: readonly string[] = []): ReturnType<typeof classifyError> => classifyError(status, errorFacts(body), new Set(sent));

describe('a request that is longer than the context', () => {
  test.each<[string, number, unknown]>([
    ['OpenAI, by code', 400, { error: { message: 'Too big.', type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' } }],
    ['OpenAI, by words', 400, { error: { message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens. Please reduce the length of the messages.", code: null } }],
    ['llama.cpp, by type', 400, { error: { code: 400, message: 'too long', type: 'exceed_context_size_error', n_prompt_tokens: 9000, n_ctx: 4096 } }],
    ['llama.cpp, by words', 400, { error: { code: 400, message: 'the request exceeds the available context size, try increasing it' } }],
    ['llama.cpp, an older one', 500, { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } }],
    ['Anthropic', 400, { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 208310 tokens > 200000 maximum' } }],
    ['OpenRouter itself', 400, { error: { message: "This endpoint's maximum context length is 262000 tokens. However, you requested about 263390 tokens.", code: 400, metadata: { provider_name: null } } }],
    ['a provider behind OpenRouter, as text', 400, { error: { message: 'Provider returned error', code: 400, metadata: { raw: '{"error":{"message":"prompt is too long: 5 > 4"}}' } } }],
    ['a provider behind OpenRouter, as an object', 400, { error: { message: 'Provider returned error', code: 400, metadata: { raw: { error: { code: 'context_length_exceeded' } } } } }],
    ['vLLM', 400, { object: 'error', message: "This model's maximum context length is 4096 tokens.", type: 'BadRequestError', code: 400 }],
    ['LM Studio', 400, { error: 'The number of tokens to keep from the initial prompt is greater than the context length.' }],
    ['Gemini', 400, [{ error: { code: 400, message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', status: 'INVALID_ARGUMENT' } }]],
    ['Mistral', 422, { detail: 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length' }],
    ['a gateway that answers 413', 413, 'Request Entity Too Large'],
    ['inside a 200', 200, { error: { code: 400, message: 'the request exceeds the available context size' } }],
  ])('%s', (_name, status, body) => {
    expect(classify(status, body)).toEqual({ kind: 'overflow' });
  });

  test.each<[string, number, unknown]>([
    ['quoted chat text', 400, { error: { message: "Invalid 'messages[1].content': \"prompt is too long\"" } }],
    ['chat text that FastAPI repeats', 422, { detail: [{ loc: ['body', 'messages', 1], msg: 'bad', input: 'maximum context length' }] }],
    ['a moderation that shows the input', 403, { error: { code: 403, message: 'Input was flagged', metadata: { reasons: ['x'], flagged_input: 'the prompt is too long' } } }],
    ['a rate of tokens', 429, { error: { message: 'Limit of input tokens: this request is too large for the rate', code: 'rate_limit_exceeded' } }],
    ['a request id that looks like it', 400, { error: { message: 'bad', request_id: 'context_length_exceeded' } }],
  ])('is not: %s', (_name, status, body) => {
    expect(classify(status, body).kind).not.toBe('overflow');
  });
});

test.each<[string, number, unknown, string]>([
  ['a quota that is used up does not come back by waiting', 429, { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } }, 'rejected'],
  ['a 200 with a rate limit by type', 200, { error: { type: 'rate_limit_error', message: 'slow' } }, 'rate_limit'],
  ['a 200 with an unknown key', 200, { error: { code: 'invalid_api_key' } }, 'authentication'],
  ['a 200 with a bad request', 200, { error: { type: 'invalid_request_error' } }, 'rejected'],
  ['a 200 with words only', 200, { error: 'oops' }, 'unavailable'],
  ['a 200 whose code is a number in a text', 200, { error: { code: '503' } }, 'unavailable'],
  ['the HTTP status counts before the one in the body', 429, { error: { code: 500 } }, 'rate_limit'],
])('%s', (_name, status, body, kind) => {
  expect(classify(status, body).kind).toBe(kind);
});

test('a parameter is to blame only where it was sent', () => {
  const body = { error: { message: "Unrecognized request argument: 'reasoning_content'" } };
  expect(classify(400, body, ['reasoning_content', 'logprobs'])).toEqual({ kind: 'unsupported_parameter', parameter: 'reasoning_content' });
  expect(classify(400, body, ['logprobs'])).toEqual({ kind: 'rejected' });
  expect(classify(500, body, ['reasoning_content'])).toEqual({ kind: 'unavailable' });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['an empty list', []],
  ['a text', 'x'],
  ['nested without end', JSON.parse(`${'{"error":'.repeat(500)}1${'}'.repeat(500)}`)],
  ['hostile types', { error: { message: { a: 1 }, code: {}, type: [], param: 7, metadata: { raw: '"' }, detail: { loc: 1 } } }],
])('an error body that is %s is no hindrance', (_name, body) => {
  expect(classify(503, body)).toEqual({ kind: 'unavailable' });
});
