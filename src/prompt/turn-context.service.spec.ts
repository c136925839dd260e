import { Injectable, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { SYSTEM_PRINCIPAL } from '../security/principal.js';
import { PromptModule } from './prompt.module.js';
import { TurnContextContributor, type TurnContextProvider, type TurnContextRequest } from './turn-context.js';
import { TurnContextService } from './turn-context.service.js';

@TurnContextContributor()
@Injectable()
class Documents implements TurnContextProvider {
  readonly name = 'documents';
  readonly order = 200;
  prepare({ message }: TurnContextRequest) {
    return Promise.resolve({ context: `documents for ${message}`, notes: ['2 documents'] });
  }
}

@TurnContextContributor()
@Injectable()
class Memories implements TurnContextProvider {
  readonly name = 'memories';
  readonly order = 100;
  prepare() {
    return Promise.resolve({ context: 'memories', reply: 'Remembered "x".' });
  }
}

@TurnContextContributor()
@Injectable()
class Broken implements TurnContextProvider {
  readonly name = 'broken';
  readonly order = 1;
  prepare(): Promise<never> {
    throw new Error('out of order');
  }
}

@TurnContextContributor()
@Injectable()
class Silent implements TurnContextProvider {
  readonly name = 'silent';
  readonly order = 1;
  prepare() {
    return Promise.resolve(undefined);
  }
}

describe('TurnContextService', () => {
  const service = async (...providers: Type[]): Promise<TurnContextService> => {
    const app = await Test.createTestingModule({ imports: [PromptModule], providers }).compile();
    app.useLogger(false);
    await app.init();
    return app.get(TurnContextService);
  };
  const turn = { sessionId: 's', message: 'hello', principal: SYSTEM_PRINCIPAL, signal: new AbortController().signal };

  test('joins what the features have in their order, and tells the model what the person is shown', async () => {
    expect(await (await service(Documents, Silent, Memories)).prepare(turn)).toEqual({
      context: 'memories\n\ndocuments for hello\n\n[The user is shown this before your answer; do not repeat it: "Remembered \\"x\\"."]',
      reply: 'Remembered "x".',
      notes: ['2 documents'],
    });
  });

  test('leaves a broken feature out and says so in the log line', async () => {
    expect(await (await service(Broken, Documents)).prepare(turn)).toEqual({
      context: 'documents for hello',
      notes: ['broken was left out: out of order', '2 documents'],
    });
  });

  test('has nothing where there is nothing', async () => {
    expect(await (await service(Silent)).prepare(turn)).toEqual({});
  });

  test('ends with an abort', async () => {
    const reason = new Error('aborted');
    await expect((await service(Documents)).prepare({ ...turn, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
