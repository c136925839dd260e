import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

interface Manifest {
  name: string;
  version: string;
}

function find(): { root: string; manifest: Manifest } {
  let directory = path.dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const manifest = readManifest(path.join(directory, 'package.json'));
    if (manifest?.name === 'jarvis') return { root: directory, manifest };
    const parent = path.dirname(directory);
    if (parent === directory) throw new Error('The package folder of jarvis was not found above its own code.');
    directory = parent;
  }
}

function readManifest(file: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
}

const found = find();

/** The folder of the installed package: the one that holds package.json, docs/, dist/ and ui/dist/. */
export const packageRoot = found.root;

/** The package's version, as package.json says it. */
export const packageVersion = found.manifest.version;
