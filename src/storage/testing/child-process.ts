import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../common/package-root.js';

/** Programs that a spec runs as processes of their own: bundled once, since Node.js 20 runs no TypeScript. */
export class ChildPrograms {
  private readonly folder = mkdtempSync(path.join(packageRoot, 'node_modules', '.jarvis-spec-'));

  /** Starts `src/storage/testing/<name>.ts` and resolves with the process when it has printed its first line. */
  async start(name: string, args: readonly string[]): Promise<ChildProcess & { lines: string[] }> {
    const file = path.join(this.folder, `${name}.mjs`);
    const source = path.join(packageRoot, 'src', 'storage', 'testing', `${name}.ts`);
    const esbuild = path.join(packageRoot, 'node_modules', 'esbuild', 'bin', 'esbuild');
    const options = ['--bundle', '--platform=node', '--format=esm', '--packages=external', `--outfile=${file}`, '--log-level=error'];
    if (!existsSync(file)) execFileSync(esbuild, [source, ...options]);
    const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines: string[] = [];
    let rest = '';
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        const parts = (rest + text).split('\n');
        rest = parts.pop() ?? '';
        lines.push(...parts);
        if (lines.length > 0) resolve();
      });
    });
    return Object.assign(child, { lines });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Kills at once and resolves when the process is gone and everything it printed has been read. */
export async function killHard(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await closed;
}
