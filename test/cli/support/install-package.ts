import { execFile } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './cli-home.js';

const execute = promisify(execFile);

/** Where npm keeps what `npm ci` has fetched. The tests have a home of their own, so it is named. */
const npmCache = process.env.npm_config_cache ?? path.join(userInfo().homedir, '.npm');

/** From where the dependencies of the installed package came. */
export type DependencySource = 'cache' | 'registry' | 'checkout';

/**
 * Packs the checkout as it is built and installs it into a prefix, as `npm i -g` does: from npm's cache, else from the
 * registry. Where neither has everything, the package is unpacked by hand and takes the checkout's dependencies.
 */
export async function installPackage(folder: string): Promise<{ bin: string; dependencies: DependencySource; files: string[] }> {
  const prefix = path.join(folder, 'prefix');
  mkdirSync(prefix);
  // Without scripts: `prepack` would build anew under the feet of the other tests.
  const packed = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root);
  const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }];
  const tarball = path.join(folder, filename);
  const dependencies = await install(tarball, prefix);
  return { bin: path.join(prefix, 'bin'), dependencies, files: files.map((file) => file.path) };
}

async function install(tarball: string, prefix: string): Promise<DependencySource> {
  const args = ['install', '--global', tarball, '--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=0'];
  for (const [source, flag] of [['cache', '--offline'], ['registry', '--prefer-offline']] as const) {
    try {
      await npm([...args, flag], prefix);
      return source;
    } catch {
      // The next source, or the checkout.
    }
  }
  const modules = path.join(prefix, 'lib', 'node_modules');
  const target = path.join(modules, 'jarvis');
  for (const directory of [modules, path.join(prefix, 'bin')]) mkdirSync(directory, { recursive: true });
  await execute('tar', ['-xzf', tarball, '-C', modules]);
  renameSync(path.join(modules, 'package'), target);
  symlinkSync(path.join(root, 'node_modules'), path.join(target, 'node_modules'));
  for (const [name, file] of [['jarvis', 'cli.js'], ['jarvis-setup', 'setup.js']] as const) {
    symlinkSync(path.join(target, 'dist', file), path.join(prefix, 'bin', name));
  }
  return 'checkout';
}

async function npm(args: readonly string[], directory: string): Promise<string> {
  const { stdout } = await execute('npm', args, {
    cwd: directory,
    env: { ...process.env, npm_config_cache: npmCache, npm_config_update_notifier: 'false' },
    maxBuffer: 16 * 1024 * 1024,
    timeout: 180_000,
  });
  return stdout;
}
