import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { allowListDiagnostics, coveredCommand, type CommandPlace } from './allow-list.js';

/** Real programs in a real PATH. */
describe('coveredCommand', () => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'jarvis-allow-list-')));
  const bin = path.join(root, 'bin');
  const program = (name: string): string => path.join(bin, name);
  const place: CommandPlace = {
    directory: path.join(root, 'work'),
    searchPath: `.:relative:/nowhere:${bin}`,
    protectedDirectory: path.join(root, '.jarvis'),
    workspace: path.join(root, '.jarvis', 'data', 'workspace'),
  };
  const allowlist = ['ls', 'echo', 'g++', 'link-to-sh', 'multi', 'not-executable', 'missing', program('tool')];
  const covered = (command: string): string[] | undefined => coveredCommand(command, allowlist, place);

  beforeAll(() => {
    for (const folder of ['bin', 'work', '.jarvis/data/workspace', '.jarvis/data/config']) mkdirSync(path.join(root, folder), { recursive: true });
    for (const name of ['ls', 'echo', 'g++', 'tool', 'bash', 'python3.12', 'busybox', 'not-executable', 'cat']) {
      writeFileSync(program(name), '#!/bin/true\n');
      chmodSync(program(name), name === 'not-executable' ? 0o644 : 0o755);
    }
    writeFileSync(path.join(place.directory, 'ls'), '#!/bin/true\n');
    chmodSync(path.join(place.directory, 'ls'), 0o755);
    symlinkSync('bash', program('link-to-sh'));
    symlinkSync('busybox', program('multi'));
    symlinkSync(path.join(root, '.jarvis'), path.join(place.directory, 'innocent'));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test.each<[string, string[]]>([
    ['ls', [program('ls')]],
    ['  ls   -la  /etc ', [program('ls'), '-la', '/etc']],
    ['ls "two words" \'and "more"\' ""', [program('ls'), 'two words', 'and "more"', '']],
    ['ls a"b c"d', [program('ls'), 'ab cd']],
    ['ls\t-l', [program('ls'), '-l']],
    ['g++ --version', [program('g++'), '--version']],
    ['multi x', [program('multi'), 'x']],
    [`${program('tool')} --flag=x`, [program('tool'), '--flag=x']],
    ['ls %2e%2e ünïcödé é', [program('ls'), '%2e%2e', 'ünïcödé', 'é']],
    ['ls .jarvis/data/workspace/file', [program('ls'), '.jarvis/data/workspace/file']],
  ])('%j is covered', (command, argv) => {
    expect(covered(command)).toEqual(argv);
  });

  test.each([
    // A second command, by every way that a shell knows.
    'ls; id', 'ls ;id', 'ls && id', 'ls || id', 'ls | id', 'ls & id', 'ls &', 'ls\nid', 'ls\r\nid', 'ls\rid', 'ls $(id)', 'ls `id`', 'ls "$(id)"', "ls '$(id)'",
    'ls > /etc/passwd', 'ls >> x', 'ls < x', 'ls <(id)', 'ls 2>&1', '(ls)', '{ ls; }', 'ls ${x}', 'ls $HOME', 'ls !$', 'ls #', 'ls *', 'ls ?', 'ls [a]', 'ls ~', 'ls {a,b}',
    'ls \\\nid', 'ls "\\"; id"', 'ls ";"', 'ls \0', 'ls \u001b', 'ls \u007f', 'ls "open', "ls 'open",
    // Another program, or this one by another way.
    'id', 'LS', 'ls2', './ls', '../bin/ls', '/bin/ls', '"ls', 'X=1 ls', 'PATH=. ls', 'tool', 'command ls', 'exec ls', 'env ls', 'sudo ls', 'xargs ls', 'find . -exec ls', 'sh -c ls', 'nohup ls', 'time ls', 'not-executable', 'missing', 'cat x',
    'l\u200bs', '\u202els', 'ls\u00a0-l', '\ufeffls',
    // Programs that run others, also behind an innocent name.
    'link-to-sh -c id', 'bash', 'python3.12',
    // Jarvis's own files.
    'echo .jarvis/../../.jarvis/.env', 'ls innocent', 'ls innocent/data/config/settings.json', 'ls --file=innocent/.env', 'ls -finnocent/.env', 'ls -rvfinnocent/.env', 'ls -rvf.jarvis/../../.jarvis/x', 'ls -a innocent', 'ls --files=x,innocent/.env', 'ls x:innocent', 'ls "innocent/new file"',
    '', ' ', '""', '\t',
  ])('%j is not', (command) => {
    expect(covered(command)).toBeUndefined();
  });

  test('names below ~/.jarvis are seen from every directory', () => {
    const jarvis = place.protectedDirectory;
    expect(covered(`ls ${jarvis}`)).toBeUndefined();
    expect(covered(`ls ${jarvis}/data/config/x`)).toBeUndefined();
    expect(covered(`ls ${jarvis}/data/workspace/../config`)).toBeUndefined();
    expect(covered(`ls -vft${jarvis}/data/config x`)).toBeUndefined();
    expect(covered(`ls -vft${jarvis}/data/workspace x`)).toBeDefined();
    expect(covered(`ls ${jarvis}/data/workspace/x`)).toBeDefined();
    expect(covered(`ls ${jarvis}x`)).toBeDefined();
    expect(coveredCommand('ls .env', allowlist, { ...place, directory: jarvis })).toBeUndefined();
  });

  test('entries that would allow everything, or that are no program, do not count and are said', () => {
    const bad = ['sh', '/bin/bash', 'python3.12', 'node', 'env', 'xargs', 'find', 'sudo', 'awk', 'sed', 'busybox', 'docker', 'git status', 'ls -l', '*', '../x', '', 'a;b', 'Perl', 'lua5.4'];
    expect(allowListDiagnostics([...bad, 'ls', '/usr/bin/df', 'g++', 'x86_64-linux-gnu-gcc-12']).map(({ tool, problem }) => [tool, /names "(.*?)"/.exec(problem)?.[1]])).toEqual(
      bad.map((entry) => ['exec', entry]),
    );
    for (const entry of bad) expect(coveredCommand(entry, [entry], { ...place, searchPath: `${bin}:/bin:/usr/bin` })).toBeUndefined();
  });
});
