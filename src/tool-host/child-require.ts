import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * The `require` of script tools: Node's own modules, then packages that the user installed beside tools.json or anywhere
 * above it in the home, then those of Jarvis itself. Relative names count from the folder of tools.json.
 */
export function createToolRequire(home: string, packageRoot: string): NodeJS.Require {
  const fromHome = createRequire(path.join(home, '.jarvis', 'data', 'tools', 'tools.json'));
  const fromPackage = createRequire(path.join(packageRoot, 'package.json'));
  const choose = (id: string): NodeJS.Require => {
    try {
      fromHome.resolve(id);
      return fromHome;
    } catch {
      return fromPackage;
    }
  };
  const resolve = (id: string, options?: { paths?: string[] }): string => choose(id).resolve(id, options);
  return Object.assign((id: string): unknown => choose(id)(id) as unknown, fromHome, {
    resolve: Object.assign(resolve, { paths: fromHome.resolve.paths }),
  });
}
