import { methods } from '../../src/gateway/protocol/methods.js';
import { GatewayFixture } from '../support/gateway-fixture.js';
import { type Frame, GatewaySocket } from '../support/gateway-socket.js';
// @ts-expect-error A plain script without types.
import { seededRandom } from '../support/seeded-random.mjs';

/** Requests with hostile params: each is answered in words, none is the server's fault, and the server goes on. */

const CASES = 1500;
const SEED = 20260213;

const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  'a',
  'main',
  '../../etc/passwd',
  'agent:main:main',
  'x'.repeat(5_000),
  '\u0000',
  '\ud800',
  '\u202Egnp.exe',
  "'; DROP TABLE sessions; --",
  '${process.exit()}',
  '__proto__',
  'constructor',
  [],
  ['a', null, {}],
  {},
  { $ref: '#' },
  { __proto__: null, toString: 1 },
  { kind: 'every', everyMs: 86_400_000 },
  { kind: 'at', at: '9999-12-31T23:59:59Z' },
  { kind: 'systemEvent', text: 'x' },
];

describe('hostile requests', () => {
  let gateway: GatewayFixture;
  beforeAll(async () => {
    gateway = await GatewayFixture.start();
    gateway.provider.fallback = () => ({ type: 'answer', content: '{"response":"ok","logSummary":"ok"}' });
  });
  afterAll(() => gateway.stop());

  test(`${CASES} of them, seed ${SEED}`, async () => {
    const { next: random, pick } = seededRandom(SEED) as { next: () => number; pick: <T>(values: readonly T[]) => T };
    const names = Object.keys(methods).filter((name) => name !== 'agent.wait') as (keyof typeof methods)[];
    let socket = await GatewaySocket.connect(gateway.url);
    const faults: unknown[] = [];
    for (let count = 0; count < CASES; count += 1) {
      const name = pick(names);
      const fields = [...Object.keys(methods[name].params.properties as object), 'unexpected', '__proto__'];
      const params = random() < 0.1 ? pick(HOSTILE) : Object.fromEntries(fields.filter(() => random() < 0.7).map((field) => [field, pick(HOSTILE)]));
      const response = await socket.request(name, params).catch(async () => {
        // A connection may be closed for too many faults in a row.
        socket = await GatewaySocket.connect(gateway.url);
        return { ok: true } as Frame;
      });
      if (response.ok) continue;
      const { error } = response as Frame;
      const isOurs = /server\.log|undefined|\n\s+at /.test(error.message) || (error.code === 'UNAVAILABLE' && error.retryable !== true);
      if (isOurs) faults.push({ name, params, error });
    }
    expect(faults).toEqual([]);
    expect(await socket.request('health', { probe: true })).toMatchObject({ ok: true, payload: { ok: true } });
    socket.socket.close();
  }, 60_000);
});
