/**
 * `npm run protocol:gen` (JSON Schema), `protocol:gen:swift`, `protocol:gen:ts`: writes files in ../generated/.
 * `npm run protocol:check` writes nothing and ends with exit code 1 where a committed file is not what would be written.
 * Arguments: --check, then kinds (schema, swift, typescript); all kinds where none is named.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = path.dirname(fileURLToPath(import.meta.url));
const generated = path.resolve(here, '../generated');

/** The generators are TypeScript; the bundle lies within the checkout for a moment, so that it finds its packages. */
async function loadOutputs() {
  const outfile = path.join(here, `.outputs-${process.pid}.mjs`);
  try {
    await build({ entryPoints: [path.join(here, 'outputs.ts')], outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' });
    return (await import(pathToFileURL(outfile).href)).OUTPUTS;
  } finally {
    rmSync(outfile, { force: true });
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const outputs = await loadOutputs();
const check = process.argv.includes('--check');
const asked = process.argv.slice(2).filter((argument) => argument !== '--check');
const unknown = asked.find((kind) => !(kind in outputs));
if (unknown !== undefined) {
  process.stderr.write(`There is no kind "${unknown}": ${Object.keys(outputs).join(', ')}.\n`);
  process.exit(1);
}

const stale = [];
for (const kind of asked.length > 0 ? asked : Object.keys(outputs)) {
  const file = path.join(generated, outputs[kind].file);
  const content = outputs[kind].content();
  const isCurrent = read(file) === content;
  if (check && !isCurrent) stale.push(path.relative(process.cwd(), file));
  if (!check && !isCurrent) {
    mkdirSync(generated, { recursive: true });
    writeFileSync(file, content);
  }
  if (!check) process.stdout.write(`${path.relative(process.cwd(), file)} ${isCurrent ? 'is up to date' : 'written'}\n`);
}
if (stale.length > 0) {
  process.stderr.write(`Not what the schemas say: ${stale.join(', ')}. Run npm run protocol:gen, protocol:gen:swift and protocol:gen:ts, and commit the result.\n`);
  process.exit(1);
}
if (check) process.stdout.write('The generated protocol files are what the schemas say.\n');
