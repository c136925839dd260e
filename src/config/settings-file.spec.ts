import 'reflect-metadata';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InvalidSettingsError, parseSettings, readRawSettings } from './settings-file.js';

function problemsOf(raw: Record<string, unknown>): readonly string[] {
  try {
    parseSettings(raw);
    return [];
  } catch (error) {
    if (error instanceof InvalidSettingsError) return error.problems;
    throw error;
  }
}

describe('parseSettings', () => {
  test('every key is optional; null and unknown keys harm nothing', () => {
    const settings = parseSettings({ maxIterations: null, channels: { telegram: {} } });
    expect(settings).toMatchObject({ maxIterations: 10, maxHandoffs: 5, port: 18008, host: '127.0.0.1', tools: { exec: { security: 'full', ask: 'off' } } });
  });

  test('takes 0 for 0, not for the default', () => {
    const zero = { maxHandoffs: 0, formatRetries: 0, toolTimeoutMs: 0, modelTimeoutMs: 0, port: 0 };
    expect(parseSettings(zero)).toMatchObject(zero);
  });

  test.each<[Record<string, unknown>, string, string]>([
    [{ port: 70_000 }, 'port is 70000', '65535'],
    [{ port: '18008' }, 'port is "18008"', 'integer'],
    [{ maxIterations: 0 }, 'maxIterations is 0', '1'],
    [{ maxIterations: 2.5 }, 'maxIterations is 2.5', 'integer'],
    [{ formatRetries: 9 }, 'formatRetries is 9', '5'],
    [{ contextTokens: 1 }, 'contextTokens is 1', '1000'],
    [{ toolTimeoutMs: -1 }, 'toolTimeoutMs is -1', '0'],
    [{ selectedModel: '' }, 'selectedModel is ""', 'empty'],
    [{ host: '' }, 'host is ""', 'empty'],
    [{ baseUrl: 'ftp://x' }, 'baseUrl is "ftp://x"', 'http(s)'],
    [{ baseUrl: 'https://[bad' }, 'baseUrl is "https://[bad"', 'http(s)'],
    [{ trustProxy: true }, 'trustProxy is true', 'array'],
    [{ tools: { exec: { security: 'maybe' } } }, 'tools.exec.security is "maybe"', 'deny, allowlist, full'],
    [{ tools: { exec: { ask: 1 } } }, 'tools.exec.ask is 1', 'off, on-miss, always'],
    [{ tools: { exec: { allowlist: 'ls' } } }, 'tools.exec.allowlist is "ls"', 'array'],
    [{ tools: 5 }, 'tools is 5', 'object'],
  ])('%j is refused with key, value and what is allowed', (raw, keyAndValue, allowed) => {
    const [problem, ...others] = problemsOf(raw);
    expect(others).toEqual([]);
    expect(problem).toContain(`${keyAndValue}:`);
    expect(problem).toContain(allowed);
  });

  test('every bad key is named at once', () => {
    expect(problemsOf({ port: -1, maxHandoffs: 'x', tools: { deny: 'exec', exec: { ask: 'never' } } })).toHaveLength(4);
  });
});

describe('readRawSettings', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-settings-'));
  const file = path.join(folder, 'settings.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  test('no file is no settings, also where a file stands in the place of its folder', () => {
    expect(readRawSettings(file)).toEqual({});
    writeFileSync(path.join(folder, 'file'), '');
    expect(readRawSettings(path.join(folder, 'file', 'settings.json'))).toEqual({});
  });

  test('a file that cannot be read is no file that is not there', () => {
    const inPlace = path.join(folder, 'in-place');
    mkdirSync(inPlace);
    expect(() => readRawSettings(inPlace)).toThrow('cannot be read (EISDIR)');
  });

  test.each(['{"port": 1', '[]', '"x"', 'null', ''])('%j is refused', (text) => {
    writeFileSync(file, text);
    expect(() => readRawSettings(file)).toThrow(InvalidSettingsError);
  });
});
