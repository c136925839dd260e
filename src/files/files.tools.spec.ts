import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ScriptToolBench } from '../tools/testing/script-tool-bench.js';
import { editFileTool } from './edit-file.tool.js';
import { listDirTool } from './list-dir.tool.js';
import { readFileTool } from './read-file.tool.js';
import { writeFileTool } from './write-file.tool.js';

/** Real files, in a real child. */
describe('the file tools', () => {
  const bench = new ScriptToolBench();
  afterAll(() => bench.close());

  const put = (name: string, content: string | Buffer): string => {
    const file = bench.file(name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  const content = (name: string): string => readFileSync(bench.file(name), 'utf8');

  describe('list_dir', () => {
    test('lists names, types, sizes and links, and says which directory it is', async () => {
      put('list/b.txt', 'four');
      put('list/.hidden', '');
      mkdirSync(bench.file('list/a-directory'));
      symlinkSync('b.txt', bench.file('list/link'));
      chmodSync(bench.file('list/b.txt'), 0o640);
      const result = await bench.run(listDirTool, { path: 'list' });
      expect(result).toMatchObject({ status: 'ok', path: bench.file('list'), total: 4 });
      expect(result.entries).toMatchObject([
        { name: '.hidden', type: 'file', size: 0 },
        { name: 'a-directory', type: 'directory' },
        { name: 'b.txt', type: 'file', size: 4, permissions: 'rw-r-----', modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
        { name: 'link', type: 'link', target: 'b.txt' },
      ]);
    });

    test.each([
      ['the working directory without a path', {}, ''],
      ['the home', { path: '~' }, ''],
      ['below the home', { path: '~/list' }, 'list'],
      ['an odd spelling', { path: './list/../list/' }, 'list'],
    ])('resolves %s', async (_name, args, expected) => {
      expect(await bench.run(listDirTool, args)).toMatchObject({ status: 'ok', path: bench.file(expected).replace(/\/$/, '') });
    });

    test('says what is wrong with a path', async () => {
      expect(await bench.run(listDirTool, { path: 'nowhere' })).toMatchObject({ status: 'error', error: expect.stringContaining('does not exist') });
      expect(await bench.run(listDirTool, { path: 'list/b.txt' })).toMatchObject({ status: 'error', error: expect.stringContaining('not a directory') });
      expect(await bench.run(listDirTool, { path: 7 })).toMatchObject({ status: 'error' });
    });

    test('shows a part of a large directory and how many there are', async () => {
      for (let index = 0; index < 620; index += 1) put(`many/${String(index).padStart(4, '0')}`, '');
      const result = await bench.run(listDirTool, { path: 'many' });
      expect(result).toMatchObject({ total: 620, truncated: true });
      expect(result.entries).toHaveLength(500);
    });
  });

  describe('read_file', () => {
    test('reads a whole file exactly, line ends included', async () => {
      put('text', 'one\r\ntwo\n\nlast without end');
      expect(await bench.run(readFileTool, { path: 'text' })).toEqual({
        status: 'ok',
        path: bench.file('text'),
        content: 'one\r\ntwo\n\nlast without end',
        firstLine: 1,
        lastLine: 4,
        totalLines: 4,
      });
    });

    test('reads from a line on, so many lines, and says how to go on', async () => {
      put('lines', Array.from({ length: 100 }, (_, index) => `line ${index + 1}\n`).join(''));
      const part = await bench.run(readFileTool, { path: 'lines', offset: 10, limit: 3 });
      expect(part).toMatchObject({ content: 'line 10\nline 11\nline 12\n', firstLine: 10, lastLine: 12, next: { path: bench.file('lines'), offset: 13 } });
      expect(await bench.run(readFileTool, { path: 'lines', offset: 99 })).toMatchObject({ content: 'line 99\nline 100\n', totalLines: 100 });
      expect(await bench.run(readFileTool, { path: 'lines', offset: 101 })).toMatchObject({ status: 'error', error: expect.stringContaining('100 lines') });
    });

    test('paging with "next" gives every character once, also of lines without end and across chunks', async () => {
      const text = `short\n${'ä€😀'.repeat(30_000)}\n${'x'.repeat(70_000)}\nend`;
      put('long', text);
      let all = '';
      let args: Record<string, unknown> | undefined = { path: 'long' };
      let calls = 0;
      while (args) {
        const part = await bench.run(readFileTool, args);
        expect(part.status).toBe('ok');
        expect(String(part.content).length).toBeLessThanOrEqual(20_000);
        all += String(part.content);
        args = part.next as Record<string, unknown> | undefined;
        calls += 1;
      }
      expect(all).toBe(text);
      expect(calls).toBeLessThan(20);
    });

    test.each([
      ['a binary file', 'binary', 'binary file of 4 bytes'],
      ['a directory', '.', 'list_dir'],
      ['a device', '/dev/zero', 'device'],
      ['a missing file', 'missing', 'does not exist'],
      ['a pipe', 'pipe', 'pipe'],
    ])('says what %s is', async (_name, file, error) => {
      put('binary', Buffer.from([0x7f, 0x45, 0, 1]));
      if (file === 'pipe') execFileSync('mkfifo', [bench.file('pipe')]);
      expect(await bench.run(readFileTool, { path: file })).toMatchObject({ status: 'error', error: expect.stringContaining(error) });
    });

    test('reads an empty file, a file of /proc, and text in another encoding as well as it can', async () => {
      put('empty', '');
      put('latin1', Buffer.from([0x67, 0x72, 0xfc, 0x6e]));
      expect(await bench.run(readFileTool, { path: 'empty' })).toMatchObject({ status: 'ok', content: '', totalLines: 0 });
      expect(await bench.run(readFileTool, { path: '/proc/self/limits' })).toMatchObject({ status: 'ok', content: expect.stringContaining('Max open files') });
      expect(await bench.run(readFileTool, { path: 'latin1' })).toMatchObject({ status: 'ok', content: 'gr\uFFFDn' });
    });

    test.each([[{}], [{ path: '' }], [{ path: 'lines', offset: 0 }], [{ path: 'lines', limit: 'many' }], [{ path: 'lines', column: -1 }]])(
      'says what is wrong with %j',
      async (args) => {
        expect(await bench.run(readFileTool, args)).toMatchObject({ status: 'error' });
      },
    );
  });

  describe('write_file', () => {
    test('creates a file with the directories above it, and replaces it', async () => {
      expect(await bench.run(writeFileTool, { path: 'new/deep/file.txt', content: 'grün\n' })).toEqual({ status: 'ok', path: bench.file('new/deep/file.txt'), bytes: 6, created: true });
      expect(await bench.run(writeFileTool, { path: 'new/deep/file.txt', content: '' })).toMatchObject({ created: false, bytes: 0 });
      expect(content('new/deep/file.txt')).toBe('');
      expect(readdirSync(bench.file('new/deep'))).toEqual(['file.txt']);
    });

    test('keeps permissions, and writes through a link', async () => {
      put('script', 'old');
      chmodSync(bench.file('script'), 0o750);
      symlinkSync('script', bench.file('to-script'));
      await bench.run(writeFileTool, { path: 'to-script', content: 'new' });
      expect(content('script')).toBe('new');
      expect(statSync(bench.file('script')).mode & 0o777).toBe(0o750);
      expect(readlinkSync(bench.file('to-script'))).toBe('script');
    });

    test.each([
      ['a directory', { path: 'new', content: 'x' }, 'is a directory'],
      ['a device', { path: '/dev/null', content: 'x' }, 'device'],
      ['a file as a directory', { path: 'script/x', content: 'x' }, 'no directory'],
      ['no path', { content: 'x' }, '"path"'],
      ['no content', { path: 'x' }, '"content"'],
      ['content that is no text', { path: 'x', content: { a: 1 } }, '"content"'],
    ])('says what is wrong with %s', async (_name, args, error) => {
      expect(await bench.run(writeFileTool, args)).toMatchObject({ status: 'error', error: expect.stringContaining(error) });
    });
  });

  describe('edit_file', () => {
    test.each([
      ['plain text', 'a b c', 'b', 'B', 'a B c'],
      ['replacement patterns are text', 'a b c', 'b', "$& $1 $$ $` $'", "a $& $1 $$ $` $' c"],
      ['regular expressions are text', 'a.*b', '.*', 'x', 'axb'],
      ['a deletion', 'a b c', ' b', '', 'a c'],
      ['several lines', 'one\ntwo\nthree\n', 'one\ntwo', '1\n2', '1\n2\nthree\n'],
      ['a byte order mark stays', '\uFEFFkey', 'key', 'name', '\uFEFFname'],
    ])('%s', async (_name, before, oldText, newText, after) => {
      put('edit', before);
      expect(await bench.run(editFileTool, { path: 'edit', oldText, newText })).toMatchObject({ status: 'ok', path: bench.file('edit') });
      expect(content('edit')).toBe(after);
    });

    test.each([
      ['is not there', 'a b c', 'x', 'not found'],
      ['is there twice', 'one\nb\nb\n', 'b', 'in lines 2, 3'],
      ['overlaps itself', 'aaa', 'aa', 'more than once'],
      ['has other line ends', 'one\r\ntwo\r\n', 'one\ntwo', 'Windows line ends'],
      ['has other blanks', 'if (a)  {\n  b;', 'if (a) { b;', 'other blanks'],
      ['is empty', 'abc', '', '"oldText"'],
    ])('changes nothing where the passage %s', async (_name, before, oldText, error) => {
      put('edit', before);
      expect(await bench.run(editFileTool, { path: 'edit', oldText, newText: 'new' })).toMatchObject({ status: 'error', error: expect.stringContaining(error) });
      expect(content('edit')).toBe(before);
    });

    test('leaves what is no UTF-8 text, no file, or not there', async () => {
      put('latin1', Buffer.from([0x61, 0xfc]));
      expect(await bench.run(editFileTool, { path: 'latin1', oldText: 'a', newText: 'b' })).toMatchObject({ status: 'error', error: expect.stringContaining('not UTF-8') });
      expect(await bench.run(editFileTool, { path: '.', oldText: 'a', newText: 'b' })).toMatchObject({ status: 'error' });
      expect(await bench.run(editFileTool, { path: 'gone', oldText: 'a', newText: 'b' })).toMatchObject({ status: 'error', error: expect.stringContaining('does not exist') });
    });
  });

  describe('while commands are guarded, nothing below ~/.jarvis outside of its workspace is written', () => {
    const guarded = (): Record<string, string> => ({ JARVIS_PROTECTED_DIRECTORY: bench.file('.jarvis'), JARVIS_WORKSPACE: bench.file('.jarvis/data/workspace') });

    beforeAll(() => {
      put('.jarvis/data/config/settings.json', 'old');
      put('.jarvis/data/workspace/AGENTS.md', 'old');
      symlinkSync('.jarvis/data/config', bench.file('innocent'));
      symlinkSync(bench.file('.jarvis/data/config/settings.json'), bench.file('a-link'));
      symlinkSync(bench.file('.jarvis/data/config/new.json'), bench.file('dangling'));
      symlinkSync('../config', bench.file('.jarvis/data/workspace/out'));
    });

    test.each(['.jarvis/data/config/settings.json', '~/.jarvis/x', 'innocent/settings.json', 'innocent/new.json', 'a-link', 'dangling', '.jarvis/data/workspace/../config/x', '.jarvis/data/workspace/out/x'])(
      'write_file refuses %s',
      async (file) => {
        expect(await bench.run(writeFileTool, { path: file, content: 'new' }, guarded())).toMatchObject({ status: 'error', error: expect.stringContaining('was not written: the settings') });
      },
    );

    test.each(['.jarvis/data/config/settings.json', 'innocent/settings.json', 'a-link'])('edit_file refuses %s', async (file) => {
      expect(await bench.run(editFileTool, { path: file, oldText: 'old', newText: 'new' }, guarded())).toMatchObject({ status: 'error', error: expect.stringContaining('was not changed: the settings') });
    });

    test('the workspace and everything outside are free, and so is all of it while commands are not guarded', async () => {
      expect(await bench.run(writeFileTool, { path: '.jarvis/data/workspace/new.md', content: 'x' }, guarded())).toMatchObject({ status: 'ok' });
      expect(await bench.run(editFileTool, { path: '.jarvis/data/workspace/AGENTS.md', oldText: 'old', newText: 'new' }, guarded())).toMatchObject({ status: 'ok' });
      expect(await bench.run(writeFileTool, { path: '.jarvis-of-another-kind/x', content: 'x' }, guarded())).toMatchObject({ status: 'ok' });
      expect(await bench.run(writeFileTool, { path: 'innocent/free.json', content: 'x' })).toMatchObject({ status: 'ok' });
      expect(content('.jarvis/data/config/settings.json')).toBe('old');
      expect(readdirSync(bench.file('.jarvis/data/config')).sort()).toEqual(['free.json', 'settings.json']);
    });
  });
});
