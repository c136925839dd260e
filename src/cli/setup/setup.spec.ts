import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SystemClock } from '../../common/clock.js';
import { JarvisPaths } from '../../config/jarvis-paths.js';
import type { ListedModel } from '../../model/list-models.js';
import type { LocalServer } from '../../model/probe-local-servers.js';
import { RecordingTerminal } from '../testing/recording-terminal.js';
import { ScriptedPrompter, type ScriptedAnswer } from '../testing/scripted-prompter.js';
import { ModelCatalog } from './model-catalog.js';
import type { SetupFlags } from './setup-flags.js';
import { Setup } from './setup.js';

class FixedCatalog extends ModelCatalog {
  list: ListedModel[] | Error = [];
  local: LocalServer[] = [];
  readonly asked: [baseUrl: string, key: string | undefined][] = [];

  override models(baseUrl: string, key: string | undefined): Promise<ListedModel[]> {
    this.asked.push([baseUrl, key]);
    return this.list instanceof Error ? Promise.reject(this.list) : Promise.resolve(this.list);
  }
  override localServers(): Promise<LocalServer[]> {
    return Promise.resolve(this.local);
  }
}

const OPENROUTER = 'https://openrouter.ai/api/v1';
const KEY = 'sk-or-0123456789';

describe('Setup', () => {
  let paths: JarvisPaths;
  let catalog: FixedCatalog;
  let terminal: RecordingTerminal;

  beforeEach(() => {
    paths = new JarvisPaths(mkdtempSync(path.join(tmpdir(), 'jarvis-setup-')));
    catalog = new FixedCatalog();
  });

  afterEach(() => rmSync(paths.home, { recursive: true }));

  const settings = (): Record<string, unknown> => JSON.parse(readFileSync(paths.settingsFile, 'utf8')) as Record<string, unknown>;
  const dotEnv = (): string => readFileSync(paths.environmentFile, 'utf8');

  const write = (raw: unknown, env = ''): void => {
    mkdirSync(path.dirname(paths.settingsFile), { recursive: true });
    writeFileSync(paths.settingsFile, typeof raw === 'string' ? raw : JSON.stringify(raw));
    writeFileSync(paths.environmentFile, env);
  };

  /** By flags, without anybody to ask. */
  const byFlags = (flags: SetupFlags): Promise<void> => {
    terminal = new RecordingTerminal(false);
    return new Setup(paths, terminal, new ScriptedPrompter(), catalog, new SystemClock()).run(flags);
  };

  /** By answers at a terminal; every one must be asked for. */
  const byAnswers = async (answers: ScriptedAnswer[], flags: SetupFlags = {}): Promise<ScriptedPrompter> => {
    terminal = new RecordingTerminal(true);
    const prompter = new ScriptedPrompter(...answers);
    await new Setup(paths, terminal, prompter, catalog, new SystemClock()).run(flags);
    expect(prompter.isDone).toBe(true);
    return prompter;
  };

  describe('with a person at the terminal', () => {
    test('asks for provider, key and model, and stores them privately', async () => {
      await byAnswers([
        [/Which model/, 'OpenRouter'],
        [/API key for OpenRouter/, KEY],
        [/How do you want/, 'entering'],
        [/Id of the model/, 'anthropic/claude-3.5-sonnet'],
      ]);
      expect(settings()).toEqual({ selectedModel: 'anthropic/claude-3.5-sonnet', fallbackModel: 'openrouter/free' });
      expect(dotEnv()).toBe(`OPENROUTER_API_KEY_FOR=https://openrouter.ai\nOPENROUTER_API_KEY=${KEY}\n`);
      expect(statSync(paths.base).mode & 0o777).toBe(0o700);
      expect(statSync(paths.environmentFile).mode & 0o777).toBe(0o600);
      expect(statSync(paths.settingsFile).mode & 0o777).toBe(0o600);
    });

    test.each([
      ['short', /at least 10/],
      ['with a space in it', /without spaces/],
    ])('refuses the key %j', async (key, reason) => {
      const answers: ScriptedAnswer[] = [
        [/Which model/, 'OpenRouter'],
        [/API key/, key],
      ];
      await expect(byAnswers(answers)).rejects.toThrow(reason);
      expect(existsSync(paths.base)).toBe(false);
    });

    test('keeps key and model that are there, or replaces and changes them', async () => {
      write({ selectedModel: 'a/b', fallbackModel: 'c/d', maxIterations: 3, mine: true }, `# mine\nOPENROUTER_API_KEY=${KEY}\nOTHER=1\n`);
      await byAnswers([
        [/Which model/, 'OpenRouter'],
        [/There is an API key for OpenRouter \(…6789\)/, 'Keep'],
        [/The model is a\/b/, 'Keep'],
      ]);
      expect(settings()).toEqual({ selectedModel: 'a/b', fallbackModel: 'c/d', maxIterations: 3, mine: true });
      expect(dotEnv()).toContain(`# mine\nOPENROUTER_API_KEY=${KEY}\nOTHER=1\n`);

      await byAnswers([
        [/Which model/, 'OpenRouter'],
        [/There is an API key/, 'Replace'],
        [/API key for OpenRouter/, 'sk-or-another-one'],
        [/The model is a\/b/, 'Change'],
        [/How do you want/, 'entering'],
        [/Id of the model/, 'e/f'],
      ]);
      expect(settings()).toMatchObject({ selectedModel: 'e/f', fallbackModel: 'c/d' });
      expect(dotEnv()).toContain('OPENROUTER_API_KEY=sk-or-another-one\n');
      expect(dotEnv()).not.toContain(KEY);
    });

    test('browses the list, which is asked for with the key', async () => {
      catalog.list = [
        { id: 'z/free', free: true, contextTokens: 131_072 },
        { id: 'a/paid', free: false },
      ];
      const prompter = await byAnswers([
        [/Which model/, 'OpenRouter'],
        [/API key/, KEY],
        [/How do you want/, 'list'],
        [/Model \(2/, 'a/paid'],
      ]);
      expect(prompter.lists.at(-1)).toEqual(['z/free  (free, 131k context)', 'a/paid']);
      expect(catalog.asked).toEqual([[OPENROUTER, KEY]]);
      expect(settings().selectedModel).toBe('a/paid');
    });

    test.each([
      ['cannot be read', new Error('openrouter.ai cannot be reached'), /openrouter\.ai cannot be reached/],
      ['is empty', [], /lists no models/],
    ])('offers manual entry where the list %s', async (_case, list, said) => {
      catalog.list = list;
      await byAnswers([
        [/Which model/, 'OpenRouter'],
        [/API key/, KEY],
        [/How do you want/, 'list'],
        [/Id of the model/, 'a/b'],
      ]);
      expect(terminal.printed.join('\n')).toMatch(said);
      expect(settings().selectedModel).toBe('a/b');
    });

    test('offers the model servers of this machine, which need no key and get none', async () => {
      write({ selectedModel: 'a/b' }, `OPENROUTER_API_KEY=${KEY}\n`);
      catalog.local = [{ name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['llama3.2'] }];
      catalog.list = [{ id: 'llama3.2', free: false }];
      await byAnswers([
        [/Which model/, 'this machine'],
        [/Which server/, 'Ollama at .*1 model'],
        [/How do you want/, 'list'],
        [/Model \(1/, 'llama3.2'],
      ]);
      expect(settings()).toEqual({ baseUrl: 'http://127.0.0.1:11434/v1', selectedModel: 'llama3.2', fallbackModel: 'llama3.2' });
      expect(catalog.asked).toEqual([['http://127.0.0.1:11434/v1', undefined]]);
      // The key stays for a return to OpenRouter, and it is written down whose it is.
      expect(dotEnv()).toBe(`OPENROUTER_API_KEY=${KEY}\nOPENROUTER_API_KEY_FOR=https://openrouter.ai\n`);
    });

    test('takes a URL where no model server answers', async () => {
      await byAnswers([
        [/Which model/, 'this machine'],
        [/URL of the API/, 'http://127.0.0.1:9999/v1/'],
        [/How do you want/, 'entering'],
        [/Id of the model/, 'x'],
      ]);
      expect(terminal.printed.join('\n')).toMatch(/No model server answers .*Ollama on port 11434/);
      expect(settings().baseUrl).toBe('http://127.0.0.1:9999/v1');
    });

    test('a stored key goes to another provider only where the person says so', async () => {
      write({ selectedModel: 'a/b' }, `OPENROUTER_API_KEY=${KEY}\n`);
      const toElsewhere: ScriptedAnswer[] = [
        [/Which model/, 'by its URL'],
        [/URL of the API/, 'https://api.example.com/v1'],
      ];
      const model: ScriptedAnswer[] = [
        [/How do you want/, 'entering'],
        [/Id of the model/, 'x'],
      ];
      await byAnswers([...toElsewhere, [/is for OpenRouter\. It is not sent to https:\/\/api\.example\.com/, 'Use the stored key'], ...model]);
      expect(dotEnv()).toContain(`OPENROUTER_API_KEY=${KEY}\nOPENROUTER_API_KEY_FOR=https://api.example.com\n`);

      write({ selectedModel: 'a/b' }, `OPENROUTER_API_KEY=${KEY}\n`);
      await byAnswers([...toElsewhere, [/is for OpenRouter/, 'Enter a key'], [/API key for https:\/\/api/, 'another-key-1'], ...model]);
      expect(dotEnv()).toContain('OPENROUTER_API_KEY=another-key-1\nOPENROUTER_API_KEY_FOR=https://api.example.com\n');
      expect(settings()).toEqual({ baseUrl: 'https://api.example.com/v1', selectedModel: 'x', fallbackModel: 'x' });
    });

    test('with flags, asks only for what is missing', async () => {
      await byAnswers([[/API key for OpenRouter/, KEY]], { model: 'a/b' });
      expect(settings().selectedModel).toBe('a/b');
      await byAnswers([], { port: 18009 });
      expect(settings()).toEqual({ selectedModel: 'a/b', fallbackModel: 'openrouter/free', port: 18009 });
      expect(terminal.printed).toContain('  Port      18009');
    });
  });

  describe('without a terminal', () => {
    test.each<[SetupFlags, RegExp]>([
      [{}, /--key <key> and --model <id>/],
      [{ model: 'a/b' }, /needs flags: --key <key>\./],
      [{ key: KEY }, /needs flags: --model <id>\./],
      [{ baseUrl: 'http://localhost:11434/v1' }, /needs flags: --model <id>\./],
      [{ baseUrl: 'https://api.example.com/v1', model: 'x' }, /needs flags: --key <key>\./],
    ])('%j: says which flags are missing, and changes nothing', async (flags, message) => {
      await expect(byFlags(flags)).rejects.toThrow(message);
      expect(existsSync(paths.base)).toBe(false);
    });

    test.each<[SetupFlags, RegExp]>([
      [{ key: 'short', model: 'a' }, /--key cannot be used.*10 characters/],
      [{ key: KEY, model: 'a b' }, /--model cannot be used/],
      [{ key: KEY, model: 'a', fallbackModel: ' ' }, /--fallback-model cannot be used/],
      [{ baseUrl: 'ftp://x', model: 'a' }, /--base-url cannot be used/],
      [{ baseUrl: 'http://x/v1', offline: true }, /--offline cannot be used/],
      [{ key: KEY, offline: true }, /--key cannot be used/],
    ])('%j: says which flag cannot be used, and changes nothing', async (flags, message) => {
      await expect(byFlags(flags)).rejects.toThrow(message);
      expect(existsSync(paths.base)).toBe(false);
    });

    test('--offline leaves both files behind, with an empty key and no second model', async () => {
      await byFlags({ offline: true });
      expect(settings()).toEqual({ baseUrl: 'offline', selectedModel: 'offline', fallbackModel: 'offline' });
      expect(dotEnv()).toBe('OPENROUTER_API_KEY=\n');
    });

    test('every flag is taken', async () => {
      await byFlags({ key: KEY, model: 'a/b', fallbackModel: 'c/d', baseUrl: 'https://api.example.com/v1', port: 18010 });
      expect(settings()).toEqual({ baseUrl: 'https://api.example.com/v1', selectedModel: 'a/b', fallbackModel: 'c/d', port: 18010 });
    });

    test('a fallback model that setup chose goes with its provider, one that a person chose stays', async () => {
      await byFlags({ offline: true });
      await byFlags({ key: KEY, model: 'a/b', baseUrl: OPENROUTER });
      expect(settings().fallbackModel).toBe('openrouter/free');
      await byFlags({ baseUrl: 'http://127.0.0.1:1234/v1', model: 'local' });
      expect(settings().fallbackModel).toBe('local');
      await byFlags({ model: 'other' });
      expect(settings().fallbackModel).toBe('other');
      await byFlags({ fallbackModel: 'mine' });
      await byFlags({ baseUrl: OPENROUTER, model: 'a/b' });
      expect(settings()).toMatchObject({ selectedModel: 'a/b', fallbackModel: 'mine' });
    });

    test('keys of settings.json that cannot be used are named and taken out, the others stay', async () => {
      write({ port: 'abc', maxIterations: 7, selectedModel: 'a/b' }, `OPENROUTER_API_KEY=${KEY}\n`);
      await byFlags({ model: 'c/d' });
      expect(terminal.notes.join('\n')).toMatch(/port is "abc"/);
      expect(settings()).toEqual({ maxIterations: 7, selectedModel: 'c/d', fallbackModel: 'openrouter/free' });
    });

    test('a settings.json that is no JSON is kept aside byte for byte', async () => {
      write('{"selectedModel": ', `OPENROUTER_API_KEY=${KEY}\n`);
      await byFlags({ model: 'c/d' });
      const folder = path.dirname(paths.settingsFile);
      const aside = readdirSync(folder).find((name) => name.startsWith('settings.json.damaged-'));
      expect(readFileSync(path.join(folder, aside ?? ''), 'utf8')).toBe('{"selectedModel": ');
      expect(settings()).toEqual({ selectedModel: 'c/d', fallbackModel: 'openrouter/free' });
    });

    test('tightens a home that others could read', async () => {
      write({}, '');
      expect(statSync(paths.base).mode & 0o077).not.toBe(0);
      await byFlags({ offline: true });
      expect(statSync(paths.base).mode & 0o777).toBe(0o700);
      expect(statSync(paths.environmentFile).mode & 0o777).toBe(0o600);
    });
  });
});
