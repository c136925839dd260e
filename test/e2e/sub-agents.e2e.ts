import { Jarvis } from '../support/jarvis.js';
import type { ScriptedRequest } from '../support/scripted-provider.js';
import { answer, type ScriptedReply } from '../support/scripted-reply.js';

type Message = { role: string; content: string | null };

const messagesOf = (request: ScriptedRequest): Message[] => request.body.messages as Message[];
const isChild = (request: ScriptedRequest): boolean => (messagesOf(request)[0]?.content ?? '').includes('## Subagent Context');
const lastOf = (request: ScriptedRequest): Message => messagesOf(request).at(-1) as Message;
const said = (text: string): ScriptedReply => answer({ content: JSON.stringify({ response: text, logSummary: 'x' }) });
const calls = (name: string, args: object): ScriptedReply => answer({ toolCalls: [{ id: `c-${Math.random()}`, name, arguments: args }] });

describe('sub-agents', () => {
  let jarvis: Jarvis;

  beforeEach(async () => {
    jarvis = await Jarvis.start();
  });
  afterEach(() => jarvis.stop());

  /** The agent starts one at the word "spawn" and says what it is told of its end. */
  function scripted(spawn: object, child: (request: ScriptedRequest) => ScriptedReply): void {
    jarvis.provider.fallback = (request) => {
      if (isChild(request)) return child(request);
      const last = lastOf(request);
      if (last.role === 'user' && last.content?.startsWith('spawn')) return calls('sessions_spawn', spawn);
      if (last.role === 'user' && last.content?.startsWith('[System: your sub-agent')) return said(`Heard: ${/ended: (\w+)/.exec(last.content)?.[1] ?? ''}.`);
      return said('Started.');
    };
  }

  async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    for (let tries = 0; tries < 200; tries += 1) {
      const found = await look();
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`Not within 10 s: ${what}`);
  }

  const answers = async (sessionId: string): Promise<string[]> => {
    const { body } = await jarvis.request('GET', `/api/sessions/${sessionId}`);
    return (body.messages as Message[]).filter(({ role, content }) => role === 'assistant' && content !== null).map(({ content }) => (JSON.parse(content ?? '{}') as { response: string }).response);
  };
  const heard = (sessionId: string): Promise<string[]> => until('the parent was told', async () => {
    const all = await answers(sessionId);
    return all.some((text) => text.startsWith('Heard')) ? all : undefined;
  });

  it('work in a session of their own with the smaller prompt, and their end is announced to whoever began them', async () => {
    scripted({ task: 'Count the stars.', label: 'stars' }, () => said('There are 7.'));
    const { body } = await jarvis.chat('spawn one', 'parent-1');
    expect(body.toolCalls[0]).toMatchObject({ name: 'sessions_spawn', status: 'ok' });
    const { id } = JSON.parse(body.toolCalls[0].result);
    expect(await heard('parent-1')).toEqual(['Started.', 'Heard: ok.']);
    const child = jarvis.provider.requests.find(isChild) as ScriptedRequest;
    expect(lastOf(child)).toEqual({ role: 'user', content: 'Count the stars.' });
    expect(messagesOf(child)[0]?.content).toContain('## Response Format');
    expect(messagesOf(child)[0]?.content).not.toMatch(/## Skills|## Memory Recall|SOUL\.md/);
    expect(messagesOf(child)[0]?.content).toContain('## AGENTS.md');
    const announced = jarvis.provider.requests.map(lastOf).find(({ content }) => content?.startsWith('[System: your sub-agent "stars"'));
    expect(announced?.content).toContain('{"answer":"There are 7."}');
    expect((await jarvis.request('GET', '/api/sub-agents')).body.subAgents).toMatchObject([{ id, parent: 'parent-1', label: 'stars', status: 'ok', result: 'There are 7.', depth: 1 }]);
    expect((await jarvis.request('GET', `/api/sessions/${id}`)).status).toBe(200);
    // The announcement is no message of the person's.
    const history = (await jarvis.request('GET', '/api/conversations/parent-1')).body.messages as Message[];
    expect(history.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(['spawn one']);
  });

  it('have no tools beyond those of their parent, and none to go deeper than two generations', async () => {
    scripted({ task: 'spawn another', tools: ['exec', 'sessions_spawn'] }, (request) => {
      const names = (request.body.tools as { function: { name: string } }[]).map((tool) => tool.function.name);
      if (lastOf(request).role === 'tool') return said(`Got ${lastOf(request).content}`);
      return names.includes('sessions_spawn') ? calls('sessions_spawn', { task: 'the grandchild', tools: ['read_file'] }) : calls('read_file', { path: '/etc/hostname' });
    });
    await jarvis.chat('spawn one', 'parent-2');
    await heard('parent-2');
    const [child] = (await jarvis.request('GET', '/api/sub-agents')).body.subAgents;
    expect(child.tools).toEqual(['exec', 'sessions_spawn']);
    expect(child.result).toContain('cannot have tools that you do not have: read_file');
  });

  it('are limited in number', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    scripted({ task: 'Wait.' }, () => answer({ content: '{"response":"late","logSummary":"x"}', until: gate }));
    for (let count = 0; count < 5; count += 1) await jarvis.chat('spawn one', 'parent-3');
    const { body } = await jarvis.chat('spawn one more', 'parent-3');
    expect(body.toolCalls[0]).toMatchObject({ status: 'error', result: expect.stringContaining('Too many sub-agents are at work') });
    release();
  });

  it('can be stopped, and their parent hears it', async () => {
    scripted({ task: 'Never ends.' }, () => answer({ content: '{"response":"so far', hang: true }));
    const { body } = await jarvis.chat('spawn one', 'parent-4');
    const { id } = JSON.parse(body.toolCalls[0].result);
    await until('the child asked', async () => (jarvis.provider.requests.some(isChild) ? true : undefined));
    expect((await jarvis.request('POST', `/api/sub-agents/${id}/stop`)).body).toMatchObject({ id, status: 'stopped' });
    expect(await heard('parent-4')).toContain('Heard: stopped.');
    expect((await jarvis.request('POST', `/api/sub-agents/${id}/stop`)).status).toBe(409);
    expect((await jarvis.request('POST', '/api/sub-agents/none/stop')).status).toBe(404);
  });

  it('that a crash cut are announced as interrupted, once', async () => {
    scripted({ task: 'Never ends.' }, () => answer({ content: '{"response":"so far', hang: true }));
    await jarvis.chat('spawn one', 'parent-5');
    await until('the child asked', async () => (jarvis.provider.requests.some(isChild) ? true : undefined));
    await jarvis.restart('SIGKILL');
    expect(await heard('parent-5')).toEqual(['Started.', 'Heard: interrupted.']);
    await jarvis.restart('SIGTERM');
    expect((await answers('parent-5')).filter((text) => text.startsWith('Heard'))).toHaveLength(1);
    expect((await jarvis.request('GET', '/api/sub-agents')).body.subAgents).toMatchObject([{ status: 'interrupted' }]);
  });
});
