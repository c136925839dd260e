import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const children = new Set();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

/** Starts a helper program that prints `{"port": N}` as its first line; ends with this process. */
export async function startChildWithPort(file, ...args) {
  const child = spawn(process.execPath, [file, ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  const lines = createInterface({ input: child.stdout });
  const line = await new Promise((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', (code) => reject(new Error(`${file} ended with exit code ${code} before it listened.`)));
  });
  const stop = () => {
    children.delete(child);
    child.kill('SIGKILL');
  };
  return { port: JSON.parse(line).port, stop };
}
