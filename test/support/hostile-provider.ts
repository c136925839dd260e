import { collectAnswer, type CollectedAnswer } from '../../src/model/collect-answer.js';
import { ModelError } from '../../src/model/model-error.js';
import { ModelFixture, modelRequest } from './model-fixture.js';
import { forever } from './model-scenario.js';
import type { ScriptedReply } from './scripted-reply.js';
import { ScriptedProvider } from './scripted-provider.js';

/** A provider that sends anything, and the driver that has to live with it. */
export interface HostileProvider {
  provider: ScriptedProvider;
  fixture: ModelFixture;
  /** The answer that the driver makes of a reply. */
  ask(reply: ScriptedReply): Promise<CollectedAnswer>;
  /** The error that the driver makes of a reply. */
  failure(reply: ScriptedReply): Promise<ModelError>;
}

/** One provider for the suite, its queue emptied after each test. Whatever comes out never says "undefined". */
export function useHostileProvider(): HostileProvider {
  const scenario = {
    async ask(reply): Promise<CollectedAnswer> {
      scenario.provider.enqueue(reply);
      const answer = await collectAnswer(scenario.fixture.model.stream(modelRequest({ logprobs: true }), forever()));
      expect(JSON.stringify(answer)).not.toContain('undefined');
      return answer;
    },
    async failure(reply): Promise<ModelError> {
      const outcome: unknown = await scenario.ask(reply).catch((error: unknown) => error);
      if (!(outcome instanceof ModelError)) throw new Error(`expected a ModelError, got ${JSON.stringify(outcome)} ${String(outcome)}`);
      expect(outcome.message).not.toMatch(/undefined|null|\[object/);
      return outcome;
    },
  } as HostileProvider;
  beforeAll(async () => {
    scenario.provider = await ScriptedProvider.start();
    scenario.fixture = new ModelFixture({ baseUrl: scenario.provider.baseUrl });
  });
  afterAll(async () => {
    await scenario.provider.close();
    scenario.fixture.remove();
  });
  afterEach(() => scenario.provider.reset());
  return scenario;
}
