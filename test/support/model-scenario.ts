import { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { SystemClock, type Clock } from '../../src/common/clock.js';
import type { ModelRequest } from '../../src/model/chat-model.js';
import { collectAnswer, type CollectedAnswer } from '../../src/model/collect-answer.js';
import { ModelError } from '../../src/model/model-error.js';
import { ModelFixture, modelRequest } from './model-fixture.js';
import { ScriptedProvider } from './scripted-provider.js';

/** One test's provider and the drivers that talk to it. */
export interface ModelScenario {
  provider: ScriptedProvider;
  /** A driver for the provider; removed after the test. */
  setUp(settings?: Readonly<Record<string, unknown>>, environment?: string, clock?: Clock): ModelFixture;
}

/** Gives each test of the suite a fresh provider, and removes everything afterwards. */
export function useModelScenario(): ModelScenario {
  const fixtures: ModelFixture[] = [];
  const scenario = {
    setUp(settings = {}, environment = '', clock): ModelFixture {
      const fixture = new ModelFixture({ baseUrl: scenario.provider.baseUrl, ...settings }, environment, clock);
      fixtures.push(fixture);
      return fixture;
    },
  } as ModelScenario;
  beforeEach(async () => {
    scenario.provider = await ScriptedProvider.start();
  });
  afterEach(async () => {
    await scenario.provider.close();
    for (const fixture of fixtures.splice(0)) fixture.remove();
  });
  return scenario;
}

/** A signal that never aborts. */
export function forever(): AbortSignal {
  return new AbortController().signal;
}

/** The whole answer to one request. */
export function ask(fixture: ModelFixture, overrides: Partial<ModelRequest> = {}, signal = forever()): Promise<CollectedAnswer> {
  return collectAnswer(fixture.model.stream(modelRequest(overrides), signal));
}

/** What the work rejects with; fails the test where it does not. */
export async function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) => {
      throw new Error(`expected a rejection, got ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

/** The ModelError that one request ends in. */
export async function failure(fixture: ModelFixture, overrides: Partial<ModelRequest> = {}): Promise<ModelError> {
  const error = await rejection(ask(fixture, overrides));
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

/** Starts a server on a free port; resolves to the baseUrl for it. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

export async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  if (server instanceof HttpServer) server.closeAllConnections();
  await closed;
}

/** Every wait is over at once. */
export class ImpatientClock extends SystemClock {
  override sleep(): Promise<void> {
    return Promise.resolve();
  }
}

/** No wait ever ends. */
export class RecordingClock extends SystemClock {
  readonly waits: number[] = [];

  override sleep(milliseconds: number): Promise<void> {
    this.waits.push(milliseconds);
    return new Promise(() => undefined);
  }
}
