import { Jarvis } from '../support/jarvis.js';

describe('Idempotency-Key', () => {
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start();
  });
  afterAll(() => jarvis.stop());
  beforeEach(() => jarvis.provider.reset());

  it('gives the first answer again and runs nothing twice, also after a restart', async () => {
    jarvis.provider.replyAnswer('Once.');
    const first = await jarvis.chat('Do it', 'idem-1', { 'idempotency-key': 'k1' });
    const again = await jarvis.chat('Do it', 'idem-1', { 'idempotency-key': 'k1' });
    expect(again.body).toEqual(first.body);
    await jarvis.restart('SIGKILL');
    expect((await jarvis.chat('Do it', 'idem-1', { 'idempotency-key': 'k1' })).body).toEqual(first.body);
    expect(jarvis.provider.requests).toHaveLength(1);
    expect((await jarvis.request('GET', '/api/sessions/idem-1')).body.messages).toHaveLength(3);
  });

  it('refuses another body under the same key with 422 and an unfit key with 400', async () => {
    jarvis.provider.replyAnswer('Once.');
    await jarvis.chat('Do it', 'idem-2', { 'idempotency-key': 'k2' });
    expect((await jarvis.chat('Do something else', 'idem-2', { 'idempotency-key': 'k2' })).status).toBe(422);
    expect((await jarvis.chat('Do it', 'idem-2', { 'idempotency-key': 'a b' })).status).toBe(400);
  });

  it('lets a repetition wait for the one that runs', async () => {
    let release!: () => void;
    jarvis.provider.reply({ content: '{"response":"late","logSummary":"x"}', until: new Promise<void>((resolve) => (release = resolve)) });
    const both = [0, 1].map(() => jarvis.chat('Slow', undefined, { 'idempotency-key': 'k3' }));
    await jarvis.provider.request(0);
    release();
    const [a, b] = await Promise.all(both);
    expect(a?.body).toEqual(b?.body);
    expect(jarvis.provider.requests).toHaveLength(1);
  });

  it('stores the message once where the turn was cut by a crash', async () => {
    jarvis.provider.reply({ content: 'x', hang: true });
    const cut = jarvis.chat('Cut me', 'idem-4', { 'idempotency-key': 'k4' }).catch(() => undefined);
    await jarvis.provider.request(0);
    await jarvis.restart('SIGKILL');
    await cut;
    jarvis.provider.reset();
    jarvis.provider.replyAnswer('Answered after all.');
    const { body } = await jarvis.chat('Cut me', 'idem-4', { 'idempotency-key': 'k4' });
    expect(body).toMatchObject({ sessionId: 'idem-4', response: 'Answered after all.' });
    const { body: transcript } = await jarvis.request('GET', '/api/sessions/idem-4');
    const said = transcript.messages.filter((message: { content: string }) => message.content === 'Cut me');
    expect(said).toHaveLength(1);
  });
});
