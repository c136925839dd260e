import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readFrames } from '../support/event-stream.js';
import { Jarvis } from '../support/jarvis.js';
import { SignedIn } from '../support/signed-in.js';

const PIN = '493817';
const SECRET_FACT = 'The safe opens with the word marmalade';

describe('what guests see', () => {
  let jarvis: Jarvis;
  let owner: SignedIn;
  let guest: SignedIn;
  let other: SignedIn;

  beforeAll(async () => {
    jarvis = await Jarvis.start({}, { env: { JARVIS_ADMIN_PIN: PIN } });
    owner = await SignedIn.asOwner(jarvis, PIN);
    guest = await SignedIn.asGuest(jarvis);
    other = await SignedIn.asGuest(jarvis);
    await owner.request('POST', '/api/memories', { fact: SECRET_FACT });
    await owner.request('PUT', '/api/profile', { content: 'My name is Wilhelmina.' });
    writeFileSync(path.join(jarvis.home, '.jarvis', 'data', 'user-info.json'), JSON.stringify({ items: [{ key: 'pet', value: 'Rex the dog', ts: '2026-01-01T00:00:00.000Z' }] }));
    expect((await owner.request('GET', '/api/user-info')).text).toContain('Rex');
    jarvis.provider.replyAnswer('Owner words.').replyAnswer('Guest words.').replyAnswer('Other words.');
    expect((await owner.chat('owner asks', 'owners')).status).toBe(200);
    expect((await guest.chat('guest asks', 'guests')).status).toBe(200);
    expect((await other.chat('other asks', 'others')).status).toBe(200);
  });
  afterAll(() => jarvis.stop());
  beforeEach(() => jarvis.provider.reset());

  const listed = async (client: SignedIn): Promise<string[]> =>
    ((await client.request('GET', '/api/conversations')).body as { id: string }[]).map(({ id }) => id).sort();

  test('a guest lists and reads what they said, the owner everything', async () => {
    expect(await listed(guest)).toEqual(['guests']);
    expect(await listed(owner)).toEqual(['guests', 'others', 'owners']);
    expect((await guest.request('GET', '/api/conversations/guests')).text).toContain('Guest words.');
    for (const id of ['owners', 'others', 'none']) {
      expect(await guest.request('GET', `/api/conversations/${id}`)).toMatchObject({ status: 404, body: { detail: 'There is no such conversation.' } });
    }
  });

  test.each(['application/json', 'text/event-stream'])('a guest goes on with no conversation of others (%s)', async (accept) => {
    for (const [route, body] of [
      ['/api/chat', { message: 'What was said?', sessionId: 'owners' }],
      ['/api/chat', { message: 'What was said?', conversation_id: 'others' }],
      ['/api/search', { query: 'what', conversation_id: 'owners' }],
    ] as const) {
      expect((await guest.request('POST', route, body, { accept })).status).toBe(404);
    }
    expect(jarvis.provider.requests).toHaveLength(0);
    expect((await owner.request('GET', '/api/conversations/owners')).text).not.toContain('What was said?');
  });

  test('nothing of the owner is in a guest’s prompt, and a guest neither remembers nor forgets', async () => {
    jarvis.provider.replyAnswer('Nothing.').replyAnswer('Nothing.');
    await guest.chat('Remember that the safe opens with the word marmalade and Wilhelmina has Rex the dog', 'guests');
    const prompt = JSON.stringify(jarvis.provider.requests.at(-1)?.body).replace(/Remember that the safe[^"]*/g, '');
    for (const word of ['marmalade', 'Wilhelmina', 'Rex']) expect(prompt).not.toContain(word);
    await guest.chat('Forget about the safe', 'guests');
    expect((await owner.request('GET', '/api/memories')).body).toMatchObject({ count: 1, memories: [{ fact: SECRET_FACT }] });
    for (const route of ['/api/memories', '/api/memories/search?q=safe', '/api/memories/stats', '/api/profile']) {
      expect((await guest.request('GET', route)).text).not.toMatch(/marmalade|Wilhelmina|"total":1/);
    }
    jarvis.provider.replyAnswer('Marmalade.');
    await owner.chat('What does the safe open with?', 'owners');
    expect(JSON.stringify(jarvis.provider.requests.at(-1)?.body)).toMatch(/marmalade/);
  });

  test('a guest watches and stops their own run, and no other', async () => {
    jarvis.provider.replyAnswer('slowly', 'x', { hang: true });
    const running = fetch(`${jarvis.url}/api/chat`, {
      method: 'POST',
      headers: { ...guest.headers, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ message: 'slow', sessionId: 'guests' }),
    });
    const frames = readFrames(await running);
    const { runId } = (await frames.next()).value?.data as { runId: string };
    const runs = async (client: SignedIn) => ((await client.request('GET', '/api/runs')).body as { runs: { runId: string }[] }).runs.map((run) => run.runId);
    expect([await runs(guest), await runs(other), await runs(owner)]).toEqual([[runId], [], [runId]]);
    expect((await other.request('GET', `/api/runs/${runId}/events`)).status).toBe(404);
    expect((await other.request('POST', '/api/sessions/guests/abort')).status).toBe(409);
    expect((await guest.request('POST', '/api/sessions/owners/abort')).status).toBe(409);
    expect(await guest.request('POST', '/api/sessions/guests/abort')).toMatchObject({ status: 200, body: { runIds: [runId] } });
    expect((await guest.request('GET', `/api/runs/${runId}/events`)).text).toContain('"status":"aborted"');
    await frames.return(undefined);
  });

  test('a key that somebody else used is another key', async () => {
    const key = { 'idempotency-key': 'the-same' };
    jarvis.provider.replyAnswer('To the owner.').replyAnswer('To the guest.');
    expect((await owner.chat('hello', undefined, key)).body.response).toBe('To the owner.');
    expect((await guest.chat('hello', undefined, key)).body.response).toBe('To the guest.');
    expect((await guest.chat('hello', undefined, key)).body.response).toBe('To the guest.');
  });

  test('a guest’s message has 8,000 characters, the owner’s as many as fit', async () => {
    jarvis.provider.replyAnswer('Long.');
    expect((await guest.chat('x'.repeat(8_001))).status).toBe(413);
    expect((await owner.chat('x'.repeat(8_001))).body).toMatchObject({ response: 'Long.' });
  });

  test('a guest is offered no tools', async () => {
    jarvis.provider.replyAnswer('Hi.');
    await guest.chat('hi');
    expect((jarvis.provider.requests.at(-1)?.body as { tools?: unknown[] }).tools ?? []).toEqual([]);
  });
});

describe('guestReads: all', () => {
  test('is JarvisChat’s way: guests read and go on with everything, and see memory and profile', async () => {
    const jarvis = await Jarvis.start({ guestReads: 'all' }, { env: { JARVIS_ADMIN_PIN: PIN } });
    const owner = await SignedIn.asOwner(jarvis, PIN);
    const guest = await SignedIn.asGuest(jarvis);
    await owner.request('POST', '/api/memories', { fact: SECRET_FACT });
    jarvis.provider.replyAnswer('One.').replyAnswer('Two.');
    await owner.chat('owner asks', 'owners');
    expect((await guest.request('GET', '/api/conversations/owners')).status).toBe(200);
    expect((await guest.request('GET', '/api/memories')).body).toMatchObject({ count: 1 });
    expect((await guest.chat('And the safe?', 'owners')).body).toMatchObject({ response: 'Two.' });
    await jarvis.stop();
  });
});
