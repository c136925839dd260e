import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { Jarvis, type Answer } from '../support/jarvis.js';

/** Root may write anywhere; without these two capabilities it is held to the permissions as everybody is. */
const WITHOUT_PRIVILEGES = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : [];

describe('a disk that refuses', () => {
  let jarvis: Jarvis;
  afterEach(() => jarvis.stop());

  const inHome = (...parts: string[]): string => path.join(jarvis.home, '.jarvis', ...parts);

  function expectRefusal(answer: Answer, words: string): void {
    expect(answer.status).toBe(500);
    expect(answer.body.error).toContain(words);
    expect(answer.text).not.toContain(jarvis.home);
  }

  async function expectAnswer(message: string, sessionId: string): Promise<void> {
    jarvis.provider.replyAnswer('Fine.');
    expect((await jarvis.chat(message, sessionId)).body).toMatchObject({ response: 'Fine.', status: 'ok' });
  }

  it('a full disk is said, leaves no half line, and is forgotten when there is space again', async () => {
    jarvis = await Jarvis.start();
    await expectAnswer('first', 'full');
    // Files may not grow beyond what this conversation takes, as on a disk without space.
    execFileSync('prlimit', ['--pid', String(jarvis.server.pid), '--fsize=50000:']);
    expectRefusal(await jarvis.chat('x'.repeat(60_000), 'full'), 'Session full could not be stored');
    await expectAnswer('still here', 'small');
    execFileSync('prlimit', ['--pid', String(jarvis.server.pid), '--fsize=unlimited:']);
    await expectAnswer('second', 'full');
    await jarvis.server.stop('SIGTERM');
    const { messages } = await jarvis.readJson('data', 'conversations', 'full.json');
    expect(messages.flatMap(({ role, content }: { role: string; content: string }) => (role === 'user' ? [content] : []))).toEqual(['first', 'second']);
  });

  it('a full disk under the logs ends the turn with what to do', async () => {
    jarvis = await Jarvis.start();
    mkdirSync(inHome('logs'), { recursive: true });
    symlinkSync('/dev/full', inHome('logs', 'session-log.jsonl'));
    jarvis.provider.replyAnswer('Fine.');
    expectRefusal(await jarvis.chat('hello', 'log'), 'The log of session log could not be written: the disk is full. Free some space');
    rmSync(inHome('logs', 'session-log.jsonl'));
    await expectAnswer('again', 'log');
  });

  it('a home without the right to write is said, the server lives, and nothing is left in it', async () => {
    jarvis = await Jarvis.start({}, { through: WITHOUT_PRIVILEGES });
    await expectAnswer('before', 'denied');
    const folder = inHome('data', 'conversations');
    chmodSync(folder, 0o500);
    expectRefusal(await jarvis.chat('hello', 'another'), 'permission was denied');
    expect((await jarvis.request('GET', '/api/health')).status).toBe(200);
    expect(readdirSync(folder).filter((name) => name.startsWith('another'))).toEqual([]);
    chmodSync(folder, 0o700);
    await expectAnswer('after', 'another');
  });
});
