import type { ModelDelta } from './chat-model.js';
import { collectAnswer } from './collect-answer.js';

async function* streamOf(...deltas: readonly ModelDelta[]): AsyncGenerator<ModelDelta> {
  yield* deltas;
}

test('collectAnswer folds a stream into one answer', async () => {
  const call = { type: 'tool-call' as const, id: 'a', name: 'exec', arguments: '{}' };
  const usage = { promptTokens: 3, completionTokens: 2, cachedTokens: 1 };
  const answer = await collectAnswer(
    streamOf(
      { type: 'reasoning-delta', text: 'h' },
      { type: 'reasoning-delta', text: 'm' },
      { type: 'text-delta', text: 'Hel', logprobs: [-1, -2] },
      { type: 'text-delta', text: 'lo', logprobs: [-3] },
      call,
      { type: 'usage', usage },
      { type: 'finish', reason: 'tool_calls', model: 'm' },
    ),
  );
  expect(answer).toEqual({ text: 'Hello', reasoning: 'hm', toolCalls: [call], usage, finishReason: 'tool_calls', model: 'm', logprobs: [-1, -2, -3] });
});

test('collectAnswer passes on what the stream throws', async () => {
  async function* broken(): AsyncGenerator<ModelDelta> {
    yield { type: 'text-delta', text: 'Hel' };
    throw new Error('cut');
  }
  await expect(collectAnswer(broken())).rejects.toThrow('cut');
});
