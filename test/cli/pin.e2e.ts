import { existsSync, statSync } from 'node:fs';
import { Jarvis } from '../support/jarvis.js';
import { SignedIn } from '../support/signed-in.js';
import { CliHome, freePort } from './support/cli-home.js';

describe('jarvis pin set', () => {
  const home = new CliHome();
  afterAll(() => home.dispose());

  test.each(['', '123', '12345x', '1234567890123'])('refuses %j, says why, and leaves nothing', async (input) => {
    const { code, stdout, stderr } = await home.run(['pin', 'set'], { input });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^A PIN is 4 to 12 digits/);
    expect(existsSync(home.path('data', 'config', 'pin.json'))).toBe(false);
  });

  test('reads it from standard input and keeps its hash alone', async () => {
    expect(await home.run(['pin', 'set'], { input: '493817\n' })).toMatchObject({ code: 0, stderr: '' });
    expect(statSync(home.path('data', 'config', 'pin.json')).mode & 0o777).toBe(0o600);
    expect(home.read('data', 'config', 'pin.json')).not.toContain('493817');
  });
});

describe('a running server and the owner’s commands', () => {
  const home = new CliHome();
  let jarvis: Jarvis;

  beforeAll(async () => {
    await home.setUp({});
    jarvis = await Jarvis.start({ port: await freePort() }, { home: home.folder });
  });
  afterAll(async () => {
    await jarvis.stop();
    await home.dispose();
  });

  test('the PIN holds at once: who needed nothing before must sign in, and the commands go on', async () => {
    expect((await jarvis.request('GET', '/api/sessions')).status).toBe(200);
    expect((await home.run(['pin', 'set'], { input: '1111' })).code).toBe(0);
    expect((await jarvis.request('GET', '/api/sessions', undefined, { origin: jarvis.url })).status).toBe(401);
    jarvis.provider.replyAnswer('At your service.').replyAnswer('As JSON.');
    expect(await home.run(['chat', 'hello'])).toMatchObject({ code: 0, stdout: expect.stringContaining('At your service.') as string });
    expect(JSON.parse((await home.run(['chat', '--json', 'hello'])).stdout)).toMatchObject({ response: 'As JSON.' });
    expect(JSON.parse((await home.run(['gateway', 'call', 'sessions.list', '{"limit": 5}'])).stdout)).toMatchObject({ sessions: [{}, {}] });
    expect(await home.run(['status'])).toMatchObject({ stdout: expect.stringContaining(jarvis.url) as string });
  });

  test('changing it ends every session, and the old one opens nothing', async () => {
    const [owner, guest] = [await SignedIn.asOwner(jarvis, '1111'), await SignedIn.asGuest(jarvis)];
    expect((await owner.request('GET', '/api/sessions')).status).toBe(200);
    expect((await home.run(['pin', 'set'], { input: '2222' })).code).toBe(0);
    for (const client of [owner, guest]) expect((await client.request('GET', '/api/conversations')).status).toBe(401);
    await expect(SignedIn.asOwner(jarvis, '1111')).rejects.toThrow('401');
    expect((await (await SignedIn.asOwner(jarvis, '2222')).request('GET', '/api/sessions')).status).toBe(200);
  });
});
