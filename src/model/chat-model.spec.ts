import { ModelFixture, modelRequest } from '../../test/support/model-fixture.js';
import { ScriptedProvider } from '../../test/support/scripted-provider.js';
import type { ChatModel, ModelDelta } from './chat-model.js';
import { OfflineModel } from './offline.model.js';

/** What every driver promises (the docstrings of ChatModel and ModelDelta), whoever answers. */
describe.each(['OpenAICompatibleModel', 'OfflineModel'])('the contract of ChatModel: %s', (name) => {
  let provider: ScriptedProvider;
  let fixture: ModelFixture;
  let model: ChatModel;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    provider.fallback = () => ({ type: 'answer', content: '{"response":"Grüße 👩‍👩‍👧, und noch viel mehr Text","logSummary":"x"}', pieceLength: 5 });
    fixture = new ModelFixture({ baseUrl: provider.baseUrl });
    model = name === 'OfflineModel' ? new OfflineModel() : fixture.model;
  });
  afterAll(async () => {
    await provider.close();
    fixture.remove();
  });

  async function all(): Promise<ModelDelta[]> {
    const deltas: ModelDelta[] = [];
    for await (const delta of model.stream(modelRequest(), new AbortController().signal)) deltas.push(delta);
    return deltas;
  }

  test('streams the text in several pieces and ends with one finish', async () => {
    const deltas = await all();
    expect(deltas.filter((delta) => delta.type === 'text-delta').length).toBeGreaterThan(2);
    expect(deltas.map((delta) => delta.type).indexOf('finish')).toBe(deltas.length - 1);
  });

  test('the pieces make the JSON contract', async () => {
    const text = (await all()).map((delta) => (delta.type === 'text-delta' ? delta.text : '')).join('');
    expect(JSON.parse(text)).toEqual({ response: expect.any(String) as unknown, logSummary: expect.any(String) as unknown });
  });

  test('an abort in the midst of the answer ends it with the reason of the signal', async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const delta of model.stream(modelRequest(), controller.signal)) {
        seen.push(delta.type);
        controller.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(seen).not.toContain('finish');
  });

  test('an aborted signal ends it before it begins', async () => {
    await expect((async () => { for await (const delta of model.stream(modelRequest(), AbortSignal.abort(new Error('enough')))) throw new Error(delta.type); })()).rejects.toThrow('enough');
  });

  test('describe answers or says undefined, also after an abort', async () => {
    expect(await model.describe('unknown', new AbortController().signal)).toBeUndefined();
    expect(await model.describe('unknown', AbortSignal.abort())).toBeUndefined();
  });
});
