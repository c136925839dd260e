/**
 * Builds what is shipped: TypeScript to build/ (tsc, since esbuild writes no decorator metadata), the OpenAPI document,
 * the bundles in dist/ (one file starts about twice as fast as a thousand), and the page in ui/dist/.
 * `--if-needed` does nothing where the outputs are newer than every source.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const inRoot = (...parts) => path.join(root, ...parts);

/** Bundles: file in dist/ -> entry in build/. */
const ENTRIES = {
  main: 'main.js',
  cli: 'cli/main.js',
  setup: 'cli/setup-main.js',
  'tool-host-child': 'tool-host/child.js',
  'document-worker': 'rag/worker/document-worker.js',
  'gateway-client': 'gateway/client/index.js',
  'import-jarvischat': 'import/import-jarvischat.js',
};

/** Optional parts of Nest that are not installed, packages with native code, and those that look for files beside themselves. */
const EXTERNAL = [
  '@nestjs/microservices',
  '@nestjs/microservices/*',
  '@nestjs/websockets',
  '@nestjs/websockets/*',
  'class-transformer/storage',
  'pm2',
  'libsql',
  '@qdrant/js-client-rest',
  'unpdf',
  'swagger-ui-dist',
];

/** Packages that nest-commander loads and the CLI never calls: they would add 17 MB to the bundle and double its start. */
const UNUSED_BY_THE_CLI = /^(inquirer|cosmiconfig|@fig\/complete-commander)$/;

const withoutUnused = {
  name: 'without-unused',
  setup(build) {
    build.onResolve({ filter: UNUSED_BY_THE_CLI }, ({ path: name, importer }) =>
      /[\\/]nest-commander[\\/]/.test(importer) ? { path: name, namespace: 'unused' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

function newest(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const skip = new Set(['node_modules', 'dist']);
  return Math.max(0, ...readdirSync(file).filter((name) => !skip.has(name)).map((name) => newest(path.join(file, name))));
}

function isFresh() {
  const stamp = statSync(inRoot('dist/.built'), { throwIfNoEntry: false });
  if (!stamp || !existsSync(inRoot('ui/dist/index.html'))) return false;
  const sources = ['src', 'ui', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
  return Math.max(...sources.map((source) => newest(inRoot(source)))) < stamp.mtimeMs;
}

function run(label, command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', ...options });
  if (result.status === 0) return;
  process.stderr.write(`${label} failed:\n${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}\n`);
  process.exit(1);
}

async function bundle() {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: Object.entries(ENTRIES)
      .filter(([, entry]) => existsSync(inRoot('build', entry)))
      .map(([out, entry]) => ({ out, in: inRoot('build', entry) })),
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: false,
    legalComments: 'none',
    logLevel: 'warning',
    external: EXTERNAL,
    plugins: [withoutUnused],
    // The decorators of @nestjs/swagger do their work when the OpenAPI document is generated, above; the server needs none.
    alias: { '@nestjs/swagger': inRoot('node_modules/@nestjs/swagger/dist/extra/swagger-shim.js') },
    // Bundled CommonJS packages call `require` for Node's own modules.
    banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
  });
  for (const name of ['cli', 'setup']) {
    if (existsSync(inRoot('dist', `${name}.js`))) chmodSync(inRoot('dist', `${name}.js`), 0o755);
  }
}

/** Types for those who use the gateway's client, and the protocol for those who write their own. */
function copyProtocol() {
  for (const folder of ['gateway/client', 'gateway/protocol', 'common']) {
    cpSync(inRoot('build', folder), inRoot('dist/types', folder), {
      recursive: true,
      filter: (source) => statSync(source).isDirectory() || source.endsWith('.d.ts'),
    });
  }
  cpSync(inRoot('src/gateway/protocol/generated/protocol.schema.json'), inRoot('dist/protocol.schema.json'));
}

if (process.argv.includes('--if-needed') && isFresh()) process.exit(0);

const started = Date.now();
process.stdout.write('Building jarvis ... ');
rmSync(inRoot('dist'), { recursive: true, force: true });
run('tsc', process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']);
mkdirSync(inRoot('dist'), { recursive: true });
run('openapi', process.execPath, ['build/generate-openapi.js', 'dist/openapi.json']);
await bundle();
copyProtocol();
run('vite', process.execPath, [inRoot('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], { cwd: inRoot('ui') });
writeFileSync(inRoot('dist/.built'), '');
process.stdout.write(`done in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
