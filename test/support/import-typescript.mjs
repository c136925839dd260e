import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Imports a TypeScript test helper from a plain script, e.g.
 * `const { ScriptedProvider } = await importTypeScript(new URL('../support/scripted-provider.ts', import.meta.url))`.
 */
export async function importTypeScript(url) {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-import-'));
  const outfile = path.join(folder, 'module.mjs');
  try {
    await build({ entryPoints: [fileURLToPath(url)], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external', logLevel: 'silent' });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
