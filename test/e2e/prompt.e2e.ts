import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Jarvis } from '../support/jarvis.js';

type Message = { role: string; content: string };

describe('the system prompt', () => {
  let jarvis: Jarvis;

  beforeAll(async () => {
    jarvis = await Jarvis.start({ agents: { defaults: { userTimezone: 'America/Chicago' } } });
  });
  afterAll(() => jarvis.stop());
  beforeEach(() => jarvis.provider.reset());

  const system = (request: number): string => (jarvis.provider.requests[request]?.body.messages as Message[])[0]?.content ?? '';
  const BOUNDARY = '## Known User Context\n-';
  const stablePart = (text: string): string => text.slice(0, text.lastIndexOf('## Known User Context'));

  it('keeps its stable part and the tools byte for byte over turns, facts, memories, minutes and a restart', async () => {
    const say = async (text: string): Promise<void> => {
      jarvis.provider.replyAnswer('Fine.');
      expect((await jarvis.chat(text, 'stable-1')).status).toBe(200);
    };
    await say('Hello.');
    await say('Remember that the boiler is in the cellar.');
    jarvis.provider.replyToolCalls([{ name: 'save_user_info', arguments: { items: [{ key: 'city', value: 'Bremen' }] } }]);
    await say('I live in Bremen.');
    await jarvis.restart();
    await say('Where is the boiler?');
    await say('And where do I live?');
    const requests = jarvis.provider.requests;
    expect(new Set(requests.map(({ body }) => JSON.stringify(body.tools))).size).toBe(1);
    const prompts = requests.map((_, index) => system(index));
    expect(new Set(prompts.map(stablePart)).size).toBe(1);
    expect(stablePart(prompts[0] ?? '').length).toBeGreaterThan(3000);
    expect(prompts[0]).toContain('## Known User Context\n(none yet)');
    expect(prompts.at(-1)).toContain(`${BOUNDARY} city: Bremen`);
    expect(prompts[0]).not.toMatch(/cache.?boundary/i);
    expect(prompts[0]).not.toContain('{{');
  });

  it('holds the zone and no clock, the runtime in one line, and stores none of it', async () => {
    jarvis.provider.replyAnswer('Fine.');
    await jarvis.chat('Hello.', 'sections-1');
    expect(system(0)).toContain('## Current Date & Time\nTime zone: America/Chicago');
    expect(system(0)).not.toMatch(/\b\d\d:\d\d\b|\b20\d\d-\d\d/);
    expect(system(0)).toMatch(/^Runtime: host=\S+ \| os=.+ \| node=v\d+\S+ \| model=main-model .*thinking=default$/m);
    await jarvis.server.stop('SIGTERM');
    const { messages } = await jarvis.readJson('data', 'conversations', 'sections-1.json');
    expect(messages[0].content).toContain('{{user_info}}');
    expect(messages[0].content).not.toContain('## Safety');
    await jarvis.restart();
  });

  it('is told of by GET /api/context before a turn, and by the session after it', async () => {
    const { body: estimate } = await jarvis.request('GET', '/api/context');
    expect(estimate).toMatchObject({ source: 'estimate', model: 'main-model', mode: 'full', sandbox: { sandboxed: false } });
    jarvis.provider.reply({ content: '{"response":"Fine.","logSummary":"x"}', usage: { prompt_tokens: 900, completion_tokens: 10, total_tokens: 910 } });
    await jarvis.chat('Hello.', 'report-1');
    const { body: report } = await jarvis.request('GET', '/api/sessions/report-1/context');
    expect(report).toMatchObject({ source: 'run', sessionId: 'report-1', sessionTokens: { prompt: 900, completion: 10 } });
    const text = system(0);
    expect(report.systemPrompt.chars).toBe(text.length - '\n\n'.length);
    expect(report.sections[0]).toMatchObject({ name: 'Jarvis', zone: 'stable' });
    expect(report.sections.map(({ zone }: { zone: string }) => zone).join()).toMatch(/^(stable,)+dynamic(,dynamic)*$/);
    expect(report.tools.schemaChars).toBe(JSON.stringify(jarvis.provider.requests[0]?.body.tools).length);
    expect(report.cache.stableShare).toBeGreaterThan(0.9);
    const { body: command } = await jarvis.chat('/context list', 'report-1');
    expect(command.response).toContain('910 tokens so far, as the provider told');
    expect(JSON.parse((await jarvis.chat('/context json', 'report-1')).body.response.replace(/^```json\n|\n```$/g, '')).report).toMatchObject({ source: 'run' });
    expect((await jarvis.chat('/context what', 'report-1')).body.response).toContain('There is no `/context what`. Usage');
  });

  it('is changed by the owner’s hooks, run outside the server, and a broken one is a warning', async () => {
    const folder = path.join(jarvis.home, '.jarvis', 'data', 'hooks', 'before-prompt-build');
    mkdirSync(folder, { recursive: true });
    const hook = (name: string, code: string): void => writeFileSync(path.join(folder, name), code);
    hook('1-add.js', "return { prependSystemContext: 'HOOKED FIRST', appendSystemContext: `for ${args.message}`, prependContext: 'beside the message' };");
    hook('2-throws.js', "throw new Error('broken on purpose');");
    hook('3-wrong.js', 'return { other: 1 };');
    hook('4-pid.js', 'return { appendSystemContext: `pid ${process.pid}` };');
    jarvis.provider.replyAnswer('Fine.');
    await jarvis.chat('Hooked?', 'hooks-1');
    expect(system(0)).toMatch(/^HOOKED FIRST\n\nYou are Jarvis/);
    expect(system(0)).toMatch(/for Hooked\?\n\npid \d+$/);
    expect(system(0)).not.toContain(`pid ${jarvis.server.pid}`);
    expect((jarvis.provider.requests[0]?.body.messages as Message[]).at(-1)?.content).toContain('beside the message');
    const { body } = await jarvis.request('GET', '/api/health');
    const problems = body.warnings.map(({ problem }: { problem: string }) => problem).join('\n');
    expect(problems).toMatch(/before-prompt-build\/2-throws\.js was left out: .*broken on purpose/);
    expect(problems).toMatch(/before-prompt-build\/3-wrong\.js was left out: "other" is no text/);
    rmSync(folder, { recursive: true });
  });

  it('session_status tells the time and sets the session’s model from the next message on', async () => {
    jarvis.provider.replyToolCalls([{ name: 'session_status', arguments: { model: 'other/model' } }]).replyAnswer('Noted.');
    const { body } = await jarvis.chat('Use the other model.', 'status-1');
    const card = JSON.parse(body.toolCalls[0].result);
    expect(card).toMatchObject({ ok: true, sessionKey: 'status-1', changedModel: true, timeZone: 'America/Chicago', timestampMs: expect.any(Number) });
    expect(Date.parse(card.iso)).toBe(card.timestampMs);
    expect(card.statusText).toContain('Model: other/model (of this session), from the next message on');
    for (const [model, expected] of [[undefined, 'other/model'], ['default', 'other/model'], [undefined, 'main-model']]) {
      const before = jarvis.provider.requests.length;
      if (model !== undefined) jarvis.provider.replyToolCalls([{ name: 'session_status', arguments: { model } }]);
      jarvis.provider.replyAnswer('Fine.');
      await jarvis.chat('Go on.', 'status-1');
      expect(jarvis.provider.requests[before]?.body.model).toBe(expected);
    }
  });

  it.each(['NO_REPLY', '{"response":"NO_REPLY","logSummary":"Nothing to say."}'])('an answer of %j is silent, and no error of format', async (content) => {
    jarvis.provider.reply({ content });
    const { body } = await jarvis.chat('Anything?', `silent-${content.length}`);
    expect(body).toMatchObject({ response: 'NO_REPLY', silent: true, status: 'ok' });
    jarvis.provider.reply({ content });
    const { text } = await jarvis.request('POST', '/api/chat', { message: 'Anything?', sessionId: `silent-stream-${content.length}` }, { accept: 'text/event-stream' });
    expect(text).not.toContain('"token"');
    expect(text).toContain('"done":true');
    expect(jarvis.provider.requests).toHaveLength(2);
  });
});
