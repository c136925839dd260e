import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Jarvis } from '../support/jarvis.js';

type Message = { role: string; content: string };

describe('the workspace', () => {
  let jarvis: Jarvis;
  let folder: string;

  beforeAll(async () => {
    jarvis = await Jarvis.start({ guestTools: ['exec'] }, { env: { JARVIS_WORKING_DIRECTORY: '' } });
    folder = path.join(jarvis.home, '.jarvis', 'data', 'workspace');
  });
  afterAll(() => jarvis.stop());
  beforeEach(() => jarvis.provider.reset());

  const put = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
  const say = async (message: string, sessionId: string): Promise<Message[]> => {
    const before = jarvis.provider.requests.length;
    jarvis.provider.replyAnswer('Fine.');
    await jarvis.chat(message, sessionId);
    return jarvis.provider.requests[before]?.body.messages as Message[];
  };

  it('is begun with files that stand in the prompt, HEARTBEAT.md below what stays the same', async () => {
    const system = (await say('Hello.', 'workspace-1'))[0]?.content ?? '';
    const places = ['## Workspace\n', '## Workspace Files (injected)', '# Project Context', '## AGENTS.md', '## SOUL.md', '## IDENTITY.md', '## USER.md', '## TOOLS.md', '## BOOTSTRAP.md', '## Known User Context\n(', '## HEARTBEAT.md'].map((part) => system.indexOf(part));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(system).toContain('start in `~/.jarvis/data/workspace`');
  });

  it('is where commands and file tools start', async () => {
    put('note.txt', 'found it');
    jarvis.provider.replyToolCalls([{ id: 'a', name: 'exec', arguments: { cmd: 'pwd' } }]).replyToolCalls([{ id: 'b', name: 'read_file', arguments: { path: 'note.txt' } }]).replyAnswer('Done.');
    const { body } = await jarvis.chat('Look.', 'workspace-2');
    expect(body.toolCalls[0].result).toContain(folder);
    expect(body.toolCalls[1].result).toContain('found it');
  });

  it('is seen as it is now, with missing files told of, but no BOOTSTRAP.md', async () => {
    put('SOUL.md', 'You speak like a sailor.');
    rmSync(path.join(folder, 'BOOTSTRAP.md'));
    rmSync(path.join(folder, 'USER.md'));
    const system = (await say('Hello.', 'workspace-3'))[0]?.content ?? '';
    expect(system).toContain('You speak like a sailor.');
    expect(system).toContain(`[MISSING] Expected at: ${path.join(folder, 'USER.md')}`);
    expect(system).not.toContain('BOOTSTRAP.md');
  });

  it('warns beside the message where a file was cut, once for each state of it, and replays it', async () => {
    put('TOOLS.md', 'tool notes '.repeat(3_000));
    const first = await say('One.', 'workspace-4');
    expect(first.at(-1)?.content).toContain('TOOLS.md: 32999 ->');
    expect(first[0]?.content).toContain('the middle of TOOLS.md is left out');
    const second = await say('Two.', 'workspace-4');
    expect(second.at(-1)?.content).not.toContain('were cut');
    expect(second.slice(0, first.length)).toEqual(first);
    put('TOOLS.md', 'other notes '.repeat(3_000));
    expect((await say('Three.', 'workspace-4')).at(-1)?.content).toContain('TOOLS.md: 35999 ->');
    const { body } = await jarvis.request('GET', '/api/sessions/workspace-4/context');
    expect(body.bootstrapTruncation).toMatchObject({ warningMode: 'once', truncatedFiles: 1 });
    expect(body.injectedWorkspaceFiles.find(({ name }: { name: string }) => name === 'TOOLS.md')).toMatchObject({ truncated: true, rawChars: 35_999 });
    expect(body.systemPrompt.projectContextChars).toBeGreaterThan(18_000);
    put('TOOLS.md', 'short');
  });

  it('is changed by a hook of the owner’s', async () => {
    const hooks = path.join(jarvis.home, '.jarvis', 'data', 'hooks', 'agent-bootstrap');
    mkdirSync(hooks, { recursive: true });
    writeFileSync(path.join(hooks, 'persona.js'), "return { bootstrapFiles: [...args.bootstrapFiles.filter(({ path }) => path !== 'SOUL.md'), { path: 'SOUL.md', content: 'You are a gardener.' }] };");
    const system = (await say('Hello.', 'workspace-5'))[0]?.content ?? '';
    expect(system).toContain('## SOUL.md\n\nYou are a gardener.');
    expect(system).not.toContain('sailor');
    rmSync(hooks, { recursive: true });
  });
});
