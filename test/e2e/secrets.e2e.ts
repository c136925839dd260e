import { Jarvis } from '../support/jarvis.js';

const KEY = 'sk-or-v1-0123456789abcdef0123456789';
const TOKEN = 'a-token-of-some-service';

/** What the owner keeps secret goes to the provider in one header, and nowhere else. */
describe('secrets', () => {
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start({}, { env: { OPENROUTER_API_KEY: KEY, SERVICE_TOKEN: TOKEN } });
  });
  afterAll(() => jarvis.stop());
  beforeEach(() => jarvis.provider.reset());

  it('are in no answer, log, file or prompt, also where a person or the model says them', async () => {
    jarvis.provider
      .replyToolCalls([{ name: 'exec', arguments: { cmd: `echo ${TOKEN} | tr a-z A-Z` } }], { content: `I use ${TOKEN}.` })
      .replyAnswer(`Your key is ${KEY}.`, `Told the key ${KEY}.`)
      .replyAnswer('Next.');
    const { body } = await jarvis.chat(`My key is ${KEY} and the token "${TOKEN}"`, 'secret-1');
    expect(body).toMatchObject({ status: 'ok', response: 'Your key is [redacted].', logSummary: 'Told the key [redacted].' });
    // What was asked for was run as it was asked for.
    expect(body.toolCalls[0]).toMatchObject({ args: { cmd: 'echo [redacted] | tr a-z A-Z' }, result: expect.stringContaining(TOKEN.toUpperCase()) });
    await jarvis.chat('And now?', 'secret-1');
    const transcript = await jarvis.request('GET', '/api/sessions/secret-1');
    const log = await jarvis.readText('logs', 'session-secret-1.jsonl');
    const sent = jarvis.provider.requests.map((request) => request.text);
    expect(sent).toHaveLength(3);
    for (const text of [JSON.stringify(body), transcript.text, log, ...sent, await jarvis.readText('logs', 'audit.jsonl')]) {
      expect(text).not.toContain(KEY);
      expect(text).not.toContain(TOKEN);
      expect(text).toContain('[redacted]');
    }
    expect(jarvis.provider.requests.map((request) => request.headers.authorization)).toEqual(Array.from({ length: 3 }, () => `Bearer ${KEY}`));
  });

  it('are in no event of a stream', async () => {
    jarvis.provider.replyToolCalls([{ name: 'exec', arguments: { cmd: `true ${TOKEN}` } }]).replyAnswer(`It is ${TOKEN}.`, 'x', { pieceLength: 200 });
    const { text } = await jarvis.chat('Say it', 'secret-2', { accept: 'text/event-stream' });
    expect(text).toContain('true [redacted]');
    expect(text).toContain('It is [redacted].');
    expect(text).not.toContain(TOKEN);
  });
});
