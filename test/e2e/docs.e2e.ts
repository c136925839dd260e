import 'reflect-metadata';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../src/common/package-root.js';
import { Settings } from '../../src/config/settings.js';

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...markdownBelow('docs')];

function markdownBelow(folder: string): string[] {
  return readdirSync(path.join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));
}

function read(document: string): string {
  return readFileSync(path.join(packageRoot, document), 'utf8');
}

/** Targets of Markdown links and pictures that lie in the repository; text in code does not count. */
function relativeLinks(document: string): string[] {
  const text = read(document).replace(/```[^]*?```/g, '').replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '').filter((target) => !/^[a-z]+:/.test(target));
}

/** A heading's anchor, as code hosts make it. */
function anchorsOf(document: string): string[] {
  return [...read(document).matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '').toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'),
  );
}

/** Every key of settings.json, nested ones with dots. */
function settingsKeys(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, nested]: [string, unknown]) =>
    typeof nested === 'object' && nested !== null && !Array.isArray(nested)
      ? settingsKeys(nested, `${prefix}${key}.`)
      : [`${prefix}${key}`],
  );
}

/** Optional keys have no default, so an instance does not show them: they are read from the source. */
function optionalKeys(): string[] {
  const source = read('src/config/settings.ts');
  return [...source.matchAll(/^ {2}(\w+)\?:/gm)].map((match) => match[1] ?? '');
}

describe('documents', () => {
  test.each(DOCUMENTS)('every relative link in %s leads somewhere', (document) => {
    const broken = relativeLinks(document).filter((target) => {
      const [file = '', anchor] = target.split('#');
      const linked = file === '' ? document : path.join(path.dirname(document), decodeURIComponent(file));
      if (!existsSync(path.join(packageRoot, linked))) return true;
      return anchor !== undefined && linked.endsWith('.md') && !anchorsOf(linked).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test('docs/configuration.md names every key of settings.json with its default', () => {
    const rows = new Map(
      [...read('docs/configuration.md').matchAll(/^\| `([\w.]+)` \| [^|]+ \| ([^|]+) \|/gm)].map((match) => [match[1], match[2]?.trim()]),
    );
    const settings = new Settings();
    const defaults = settingsKeys(settings).map((key) => {
      const value = key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], settings);
      return [key, Array.isArray(value) ? '`[]`' : String(value)] as const;
    });
    expect(defaults.filter(([key, value]) => rows.get(key)?.replaceAll('`', '') !== value.replaceAll('`', ''))).toEqual([]);
    const documented = [...rows.keys()].map((key) => key?.split('.').at(-1));
    expect(optionalKeys().filter((key) => !documented.includes(key))).toEqual([]);
  });

  test('every decision record has a number of its own and a status', () => {
    const records = markdownBelow('docs/decisions').map((file) => ({ number: path.basename(file).slice(0, 4), text: read(file) }));
    expect(new Set(records.map(({ number }) => number)).size).toBe(records.length);
    for (const { number, text } of records) expect(text).toMatch(new RegExp(`^# (ADR )?${number}\\b[^]*Status:`, 'i'));
  });

  test('every direct dependency has its line in the record of dependencies', () => {
    const text = read('docs/decisions/0001-decisions-and-dependencies.md');
    const names = ['package.json', 'ui/package.json'].flatMap((file) => {
      const { dependencies, devDependencies } = JSON.parse(read(file)) as Record<string, Record<string, string> | undefined>;
      return Object.keys({ ...dependencies, ...devDependencies });
    });
    const isNamed = (name: string): boolean => {
      const [scope, short] = name.split('/');
      if (scope === '@types' || new RegExp(`(^|[ |,])${name}($|[ |,])`, 'm').test(text)) return true;
      // `@nestjs/core, common` names the second package without its scope.
      return scope === '@nestjs' && short !== undefined && new RegExp(`@nestjs/[^|]*\\b${short}\\b`).test(text);
    };
    expect(names.filter((name) => !isNamed(name))).toEqual([]);
  });

  test('docs/architecture.md names every folder of src/', () => {
    const text = read('docs/architecture.md');
    const folders = readdirSync(path.join(packageRoot, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).filter((name) => !text.includes(`\`${name}/\``))).toEqual([]);
  });
});
