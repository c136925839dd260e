import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { entryOf } from './script-tool-code.js';
import { echoTool, execTool, parsed, storedTool, ToolsBench } from './testing/tools-bench.js';

const TOOLS = 'data/tools/tools.json';

/** Real files, real children, the modules as the server wires them. */
describe('tools.json', () => {
  let bench: ToolsBench;
  beforeEach(() => (bench = new ToolsBench()));
  afterEach(() => bench.close());

  test('is seeded at the first start; definitions come in the order of their names, the same bytes each time', async () => {
    await bench.start();
    expect(bench.stored()).toEqual({ exec: entryOf(execTool), echo: entryOf(echoTool) });
    expect(await bench.names()).toEqual(['echo', 'exec', 'service']);
    const first = JSON.stringify((await bench.offered()).definitions);
    expect(JSON.stringify((await bench.offered()).definitions)).toBe(first);
  });

  test('keeps edits and users\' tools over a restart, puts missing built-ins back, and brings untouched older ones up to date', async () => {
    await bench.start();
    await bench.stop();
    bench.addTools(storedTool('echo', 'return "edited";'), storedTool('mine', 'return 1;'));
    const edited = bench.stored();
    delete edited.exec;
    bench.put(TOOLS, edited);
    await bench.start();
    expect(Object.keys(bench.stored()).sort()).toEqual(['echo', 'exec', 'mine']);
    expect(await bench.call('echo')).toEqual({ status: 'ok', result: 'edited' });
    await bench.stop();

    // As an earlier version of Jarvis would have left it: its own code, and its note that it wrote it.
    const older = storedTool('exec', 'return "older version";');
    bench.addTools(older);
    bench.put('data/tools/seeded.json', { exec: createHash('sha256').update(JSON.stringify((older as Record<string, object>).exec)).digest('hex') });
    await bench.start();
    expect(bench.stored()).toMatchObject({ exec: entryOf(execTool), echo: { code: 'return "edited";' } });
  });

  test('a new, edited or removed tool counts without a restart', async () => {
    await bench.start();
    bench.addTools(storedTool('mine', 'return "first";'));
    expect(await bench.call('mine')).toEqual({ status: 'ok', result: 'first' });
    bench.addTools(storedTool('mine', 'return "other";'));
    expect(await bench.call('mine')).toEqual({ status: 'ok', result: 'other' });
    bench.put(TOOLS, storedTool('echo', 'return 2;'));
    expect(await bench.names()).toEqual(['echo', 'service']);
  });

  test('one broken entry is reported and skipped; the others work', async () => {
    await bench.start();
    bench.addTools({ nothing: null }, storedTool('broken', 'return (;'), { misnamed: Object.values(storedTool('x', ''))[0] }, { __proto__x: 5 }, storedTool('fine', 'return "fine";'));
    const { diagnostics } = await bench.offered();
    expect(diagnostics.map((diagnostic) => diagnostic.tool)).toEqual(['nothing', 'broken', 'misnamed', '__proto__x']);
    expect(await bench.names()).toEqual(['echo', 'exec', 'fine', 'service']);
    expect(await bench.call('fine')).toEqual({ status: 'ok', result: 'fine' });
    expect(bench.warnings.filter((warning) => warning.includes('broken'))).toHaveLength(1);
  });

  test.each(['{"exec": ', '[]', 'null', '', '\0\0'])('a broken file (%j) is left as it is and reported; the built-ins work from memory', async (content) => {
    bench.put(TOOLS, content);
    await bench.start();
    expect(readFileSync(bench.file(TOOLS), 'utf8')).toBe(content);
    expect(await bench.names()).toEqual(['echo', 'exec', 'service']);
    expect((await bench.offered()).diagnostics).toEqual([{ tool: 'tools.json', problem: expect.stringContaining('left as it is') }]);
    expect((await bench.call('echo')).status).toBe('ok');
    bench.put(TOOLS, storedTool('mended', 'return 1;'));
    expect(await bench.names()).toEqual(['mended', 'service']);
  });

  test('where it can be neither read nor written, the built-ins work from memory', async () => {
    bench.put('data/tools', 'a file where the directory should be');
    await bench.start();
    expect(await bench.call('echo')).toMatchObject({ status: 'ok' });
    expect(bench.warnings.join()).toContain('tools.json: it cannot be read (ENOTDIR)');
  });

  test('where the lock cannot be had, nothing is written and the built-ins work from memory', async () => {
    bench.put('data/locks', 'a file where the directory should be');
    await bench.start();
    expect(await bench.call('echo')).toMatchObject({ status: 'ok' });
    expect(bench.warnings.join()).toContain('tools.json could not be written');
  });

  test('a service tool wins over a script of its name, and says so', async () => {
    await bench.start();
    bench.addTools(storedTool('service', 'return "script";'));
    expect(parsed(await bench.call('service'))).toMatchObject({ status: 'ok' });
    expect((await bench.offered()).diagnostics).toEqual([{ tool: 'service', problem: expect.stringContaining('the server itself has a tool of this name') }]);
  });

  test('a tool gets the variables that it requires, alone; without them it is not offered, and it is said why', async () => {
    bench.put('.env', 'WEATHER_KEY=sunny-secret-value\nOPENROUTER_API_KEY=sk-or-very-secret-value-1\n');
    await bench.start();
    bench.addTools(
      storedTool('weather', 'return process.env.WEATHER_KEY.length;', { requires: ['WEATHER_KEY'] }),
      storedTool('other', 'return process.env.WEATHER_KEY ?? "none";'),
      storedTool('unset', 'return 1;', { requires: ['NOT_SET_ANYWHERE'] }),
      storedTool('thief', 'return process.env.OPENROUTER_API_KEY;', { requires: ['OPENROUTER_API_KEY'] }),
    );
    expect(await bench.call('weather')).toEqual({ status: 'ok', result: '18' });
    expect(await bench.call('other')).toEqual({ status: 'ok', result: 'none' });
    expect(await bench.names()).toEqual(['echo', 'exec', 'other', 'service', 'weather']);
    const { diagnostics } = await bench.offered();
    expect(diagnostics).toEqual([
      { tool: 'thief', problem: expect.stringContaining("Jarvis's own") },
      { tool: 'unset', problem: expect.stringContaining('NOT_SET_ANYWHERE') },
    ]);
    expect(parsed(await bench.call('unset')).error).toContain('NOT_SET_ANYWHERE');
  });

  test('what a tool requires is its secret, whatever it is called: no other tool inherits it, and it comes out nowhere', async () => {
    process.env.PLACE_OF_WORK = 'behind-the-garden';
    try {
      bench.put('.env', 'GREETING=good-morning-sunshine\n');
      await bench.start();
      bench.addTools(
        storedTool('owner', 'return [process.env.PLACE_OF_WORK.length, process.env.GREETING];', { requires: ['PLACE_OF_WORK', 'GREETING'] }),
        storedTool('other', 'return [process.env.PLACE_OF_WORK ?? "none", fs.readFileSync(path.join(process.env.HOME, ".jarvis", ".env"), "utf8")];'),
      );
      expect(await bench.call('other')).toEqual({ status: 'ok', result: '["none","GREETING=[redacted]\\n"]' });
      expect(await bench.call('owner')).toEqual({ status: 'ok', result: '[17,"[redacted]"]' });
    } finally {
      delete process.env.PLACE_OF_WORK;
    }
  });
});
