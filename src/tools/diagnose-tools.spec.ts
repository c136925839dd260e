import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigService } from '../config/config.service.js';
import { JarvisPaths } from '../config/jarvis-paths.js';
import { diagnoseTools } from './diagnose-tools.js';
import { storedTool } from './testing/tools-bench.js';

describe('diagnoseTools', () => {
  let home: string;
  beforeEach(() => (home = mkdtempSync(path.join(tmpdir(), 'jarvis-diagnose-'))));
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const put = (name: string, content: string): void => {
    const file = path.join(home, '.jarvis', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const diagnose = (): ReturnType<typeof diagnoseTools> => diagnoseTools(new ConfigService(new JarvisPaths(home)));

  test('finds nothing where there is nothing, and makes nothing', () => {
    expect(diagnose()).toEqual([]);
    expect(readdirSync(home)).toEqual([]);
  });

  test('names broken entries, variables that are not set, and entries of the allow-list that do not count', () => {
    put('.env', 'SET_HERE=yes\n');
    put('data/config/settings.json', JSON.stringify({ tools: { exec: { security: 'deny', allowlist: ['ls', 'bash'] } } }));
    put('data/tools/tools.json', JSON.stringify({ bad: null, ...storedTool('fine', 'return 1;', { requires: ['SET_HERE'] }), ...storedTool('unmet', 'return 1;', { requires: ['SET_HERE', 'UNSET_THERE'] }) }));
    expect(diagnose()).toEqual([
      { tool: 'exec', problem: expect.stringContaining('"bash"') },
      { tool: 'bad', problem: expect.any(String) },
      { tool: 'unmet', problem: expect.stringMatching(/requires UNSET_THERE:/) },
    ]);
  });

  test('names a file that cannot be read', () => {
    put('data/tools/tools.json', '{"half');
    expect(diagnose()).toEqual([{ tool: 'tools.json', problem: expect.stringContaining('not readable as JSON') }]);
  });
});
