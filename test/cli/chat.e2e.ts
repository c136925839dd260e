import { writeFileSync } from 'node:fs';
import { CliHome, eventually, freePort } from './support/cli-home.js';
import { hasPseudoTerminal, Key, PseudoTerminal } from './support/pseudo-terminal.js';
import { answerTo, ScriptedJarvis } from './support/scripted-jarvis.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('jarvis chat', () => {
  let home: CliHome;
  let jarvis: ScriptedJarvis;

  beforeEach(async () => {
    home = new CliHome();
    jarvis = await ScriptedJarvis.start();
    await home.setUp({ baseUrl: 'offline', port: jarvis.port });
  });

  afterEach(async () => {
    jarvis.stop();
    await home.dispose();
  });

  /** A turn that goes on until it is aborted. */
  const longTurn = (): void => {
    let abort: () => void = () => undefined;
    const aborted = new Promise<void>((resolve) => (abort = resolve));
    jarvis.on('POST /api/chat', async ({ body }) => {
      await aborted;
      return { body: answerTo(body, 'As far as I came.', 'aborted') };
    });
    jarvis.on('POST /api/sessions/*', () => {
      abort();
      return { body: { runIds: ['run'] } };
    });
  };

  /** A turn that waits until somebody decides on a command. */
  const askingTurn = (): { decisions: unknown[] } => {
    const decisions: unknown[] = [];
    let decide: () => void = () => undefined;
    const decided = new Promise<void>((resolve) => (decide = resolve));
    let sessionId: unknown;
    jarvis.on('POST /api/chat', async ({ body }) => {
      sessionId = body.sessionId;
      await decided;
      return { body: answerTo(body, 'It ran.') };
    });
    const approval = (): object => ({
      id: 'approval-1',
      sessionId,
      runId: 'run',
      tool: 'exec',
      command: 'rm -r build',
      display: 'rm -r build',
      directory: '/home/me',
      requestedAt: new Date().toISOString(),
      expiresAt: new Date(Date.now() + 120_000).toISOString(),
    });
    jarvis.on('GET /api/approvals', () => ({ body: { approvals: decisions.length === 0 && sessionId !== undefined ? [approval()] : [] } }));
    jarvis.on('POST /api/approvals/*', ({ body }) => {
      decisions.push(body.decision);
      decide();
      return { body: approval() };
    });
    setTimeout(decide, 15_000).unref();
    return { decisions };
  };

  test('sends one message and shows tool calls and answer', async () => {
    jarvis.on('POST /api/chat', ({ body }) => ({
      body: { ...answerTo(body, 'Two files.'), toolCalls: [{ name: 'list_dir', args: { path: '.' }, status: 'ok', result: '{"entries":[]}' }] },
    }));
    const { code, stdout, stderr } = await home.run(['chat', 'what', 'is here?']);
    expect(code).toBe(0);
    expect(stdout).toBe('[list_dir] {"path":"."}\n  ok  {"entries":[]}\n\nTwo files.\n');
    const body = jarvis.to('POST /api/chat')[0]?.body;
    expect(body).toEqual({ sessionId: expect.stringMatching(UUID) as string, message: 'what is here?' });
    expect(stderr).toContain(`jarvis chat --session ${String(body?.sessionId)}`);
  });

  test('goes on with a session, and reads the message from a pipe', async () => {
    const { code, stdout } = await home.run(['chat', '--session', 'my.session'], { input: 'from the pipe\nof two lines\n' });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'You said: from the pipe\nof two lines\n' });
    expect(jarvis.to('POST /api/chat')[0]?.body.sessionId).toBe('my.session');
  });

  test('without a message says how to give one', async () => {
    expect(await home.run(['chat'])).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/There is no message/) as string });
  });

  test('says that no server runs and how to start one', async () => {
    const port = await freePort();
    await home.setUp({ baseUrl: 'offline', port });
    const message = `No Jarvis server answers at http://127.0.0.1:${port}. Start it with \`jarvis start\`.`;
    expect(await home.run(['chat', 'hi'])).toEqual({ code: 1, stdout: '', stderr: `${message}\n` });
    expect(await home.run(['chat', '--json', 'hi'])).toEqual({ code: 1, stdout: `${JSON.stringify({ error: message })}\n`, stderr: '' });
  });

  test('shows what the server answers with an error, in words', async () => {
    jarvis.on('POST /api/chat', () => ({ status: 500, body: { error: 'No model answered.', details: 'Both models failed.', status: 'model_error' } }));
    expect(await home.run(['chat', 'hi'])).toEqual({ code: 1, stdout: '', stderr: 'No model answered.\nBoth models failed.\n' });
    expect(JSON.parse((await home.run(['chat', '--json', 'hi'])).stdout)).toEqual({
      error: 'No model answered.',
      details: 'Both models failed.',
      status: 'model_error',
    });

    jarvis.on('POST /api/chat', () => ({ status: 502, body: '<html>Bad gateway</html>' }));
    expect((await home.run(['chat', 'hi'])).stderr).toBe('The server answered with HTTP status 502 and no explanation.\n');
  });

  test('says how to give a token where the server wants one', async () => {
    jarvis.on('POST /api/chat', () => ({ status: 401, body: { error: 'Sign in first.' } }));
    const { code, stderr } = await home.run(['chat', 'hi']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Sign in first\.\n.*JARVIS_TOKEN=<token>/);
  });

  test('--json prints exactly the answer, as one line', async () => {
    const { code, stdout } = await home.run(['chat', '--json', '--session', 's', 'hi']);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toEqual(answerTo({ sessionId: 's' }, 'You said: hi'));
  });

  test('sends the token of its file, or of JARVIS_TOKEN', async () => {
    writeFileSync(home.path('data', 'config', 'cli-token'), 'jrv_file\n', { mode: 0o600 });
    await home.run(['chat', 'hi']);
    await home.run(['chat', 'hi'], { env: { JARVIS_TOKEN: 'jrv_environment' } });
    expect(jarvis.to('POST /api/chat').map(({ authorization }) => authorization)).toEqual(['Bearer jrv_file', 'Bearer jrv_environment']);
  });

  test('Ctrl-C stops the turn in its session and shows what was reached', async () => {
    longTurn();
    const chat = home.start(['chat', 'count to a million']);
    await eventually('the message was sent', () => jarvis.to('POST /api/chat').length === 1);
    chat.interrupt();
    const { code, stdout, stderr } = await chat.ended;
    const sessionId = String(jarvis.to('POST /api/chat')[0]?.body.sessionId);
    expect(jarvis.to('POST /api/sessions/*').map(({ path }) => path)).toEqual([`/api/sessions/${sessionId}/abort`]);
    expect(code).toBe(130);
    expect(stdout).toBe('As far as I came.\n');
    expect(stderr).toMatch(/Stopping/);
  });

  test('asks again where the server has not begun the turn yet', async () => {
    longTurn();
    let tries = 0;
    const abort = (): { status?: number; body: unknown } => {
      tries += 1;
      return tries < 3 ? { status: 409, body: { error: 'Nothing is running.' } } : { body: { runIds: ['run'] } };
    };
    jarvis.on('POST /api/sessions/*', abort);
    const chat = home.start(['chat', '--json', 'x']);
    await eventually('the message was sent', () => jarvis.to('POST /api/chat').length === 1);
    chat.interrupt();
    await eventually('the abort was heard', () => tries === 3);
    chat.interrupt();
    expect((await chat.ended).code).toBe(130);
  });

  test('a second Ctrl-C leaves at once', async () => {
    jarvis.on('POST /api/chat', () => new Promise(() => undefined));
    jarvis.on('POST /api/sessions/*', () => ({ body: { runIds: ['run'] } }));
    const chat = home.start(['chat', 'x']);
    await eventually('the message was sent', () => jarvis.to('POST /api/chat').length === 1);
    chat.interrupt();
    await eventually('the abort was asked for', () => jarvis.to('POST /api/sessions/*').length === 1);
    chat.interrupt();
    expect((await chat.ended).code).toBe(130);
  });

  test('where nobody can be asked, says on stderr what waits and how to decide', async () => {
    const { decisions } = askingTurn();
    const chat = home.start(['chat', '--json', 'clean up']);
    await eventually('it was said', () => chat.stderr().includes('rm -r build'));
    const url = /curl -X POST (\S+)/.exec(chat.stderr())?.[1] ?? '';
    const decided = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"decision":"allow-once"}' });
    expect(decided.status).toBe(200);
    const { code, stdout } = await chat.ended;
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { response: string }).response).toBe('It ran.');
    expect(decisions).toEqual(['allow-once']);
  });

  (hasPseudoTerminal ? describe : describe.skip)(`at a terminal${hasPseudoTerminal ? '' : ' (skipped: util-linux has no script here)'}`, () => {
    test('holds a conversation in one session, begins another, and goes on after an error', async () => {
      const terminal = new PseudoTerminal(home, ['chat']);
      await terminal.answer('> ', `first${Key.enter}`);
      await terminal.answer(/You said: first[\s\S]*> /, `second${Key.enter}`);
      await terminal.answer(/You said: second[\s\S]*> /, `/new${Key.enter}`);
      jarvis.on('POST /api/chat', () => ({ status: 429, body: { error: 'Too many messages wait.' } }));
      await terminal.answer(/A new session begins[\s\S]*> /, `third${Key.enter}`);
      await terminal.expect(/Too many messages wait[\s\S]*> /);
      jarvis.on('POST /api/chat', ({ body }) => ({ body: answerTo(body, `You said: ${String(body.message)}`) }));
      await terminal.answer('> ', `/what${Key.enter}`);
      await terminal.answer(/You said: \/what[\s\S]*> /, Key.end);
      expect(await terminal.ended).toBe(0);
      const sessions = jarvis.to('POST /api/chat').map(({ body }) => body.sessionId);
      expect(sessions[0]).toMatch(UUID);
      expect(sessions[1]).toBe(sessions[0]);
      expect(sessions[2]).not.toBe(sessions[0]);
      expect(terminal.output).toContain(`jarvis chat --session ${String(sessions[2])}`);
    });

    test('Ctrl-C stops the answer and goes on; twice at the prompt leaves', async () => {
      longTurn();
      const terminal = new PseudoTerminal(home, ['chat', '--session', 's']);
      await terminal.answer('> ', `long${Key.enter}`);
      await eventually('the message was sent', () => jarvis.to('POST /api/chat').length === 1);
      await terminal.answer('Ctrl-C stops', Key.interrupt);
      await terminal.expect('As far as I came.');
      jarvis.on('POST /api/chat', ({ body }) => ({ body: answerTo(body, 'Here again.') }));
      await terminal.answer(/Stopped\.[\s\S]*> /, `more${Key.enter}`);
      await terminal.answer(/Here again[\s\S]*> /, Key.interrupt);
      await terminal.answer('Ctrl-C again leaves', Key.interrupt);
      expect(await terminal.ended).toBe(0);
      expect(jarvis.to('POST /api/sessions/s/abort')).toHaveLength(1);
    });

    test('asks about a command within a conversation', async () => {
      const { decisions } = askingTurn();
      const terminal = new PseudoTerminal(home, ['chat']);
      await terminal.answer('> ', `clean up${Key.enter}`);
      await terminal.answer('[d]eny? ', `d${Key.enter}`);
      await terminal.answer(/It ran\.[\s\S]*> /, `/exit${Key.enter}`);
      expect(await terminal.ended).toBe(0);
      expect(decisions).toEqual(['deny']);
    });

    test.each([
      ['o', 'allow-once'],
      ['a', 'allow-always'],
      ['deny', 'deny'],
    ])('asks about a command that waits: %s means %s', async (typed, decision) => {
      const { decisions } = askingTurn();
      const terminal = new PseudoTerminal(home, ['chat', 'clean up']);
      await terminal.expect('Jarvis asks to run');
      await terminal.expect('rm -r build');
      await terminal.answer('[d]eny? ', `what${Key.enter}`);
      await terminal.answer('[d]eny? ', `${typed}${Key.enter}`);
      await terminal.expect('It ran.');
      expect(await terminal.ended).toBe(0);
      expect(decisions).toEqual([decision]);
    });
  });
});
