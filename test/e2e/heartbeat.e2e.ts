import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Jarvis } from '../support/jarvis.js';

type Message = { role: string; content: string };

describe('heartbeats', () => {
  let jarvis: Jarvis;
  afterEach(() => jarvis.stop());

  const put = (text: string): void => writeFileSync(path.join(jarvis.home, '.jarvis', 'data', 'workspace', 'HEARTBEAT.md'), text);

  it('ask no model while HEARTBEAT.md asks for nothing, then do, and their silence is no error', async () => {
    jarvis = await Jarvis.start({ agents: { defaults: { heartbeat: { every: '10s' } } } });
    jarvis.provider.fallback = () => ({ type: 'answer', content: 'HEARTBEAT_OK' });
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    expect(jarvis.provider.requests).toHaveLength(0);
    put('- Look at the disk.');
    const request = await jarvis.provider.request(0);
    const messages = request.body.messages as Message[];
    expect(messages.at(-1)?.content).toMatch(/^Heartbeat: read HEARTBEAT\.md[\s\S]*Current time: /);
    expect(messages[0]?.content).toContain('## Heartbeats');
    expect(messages[0]?.content).toContain('- Look at the disk.');
    expect(messages[0]?.content).not.toContain('## SOUL.md');
    for (let tries = 0; ; tries += 1) {
      const lines = await jarvis.readLines('logs', 'session-main.jsonl').catch(() => []);
      if (lines.length > 0) {
        expect(lines[0]).toMatchObject({ status: 'ok', response: 'HEARTBEAT_OK' });
        break;
      }
      if (tries === 100) throw new Error('The heartbeat was not logged.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }, 40_000);

  it('are off where nothing is set', async () => {
    jarvis = await Jarvis.start();
    put('- Look at the disk.');
    jarvis.provider.replyAnswer('Hi.');
    await jarvis.chat('Hello.');
    expect((jarvis.provider.requests[0]?.body.messages as Message[])[0]?.content).not.toContain('## Heartbeats');
  });
});
