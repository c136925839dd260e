import { MIN_NODE_VERSION } from '../../limits.js';
import type { Finding } from '../finding.js';

/** Whether this Node.js is new enough. */
export function checkNodeVersion(version: string = process.versions.node): Finding[] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor, minMinor] = MIN_NODE_VERSION;
  const isEnough = major > minMajor || (major === minMajor && minor >= minMinor);
  if (isEnough) return [{ name: 'Node.js', state: 'ok', message: version }];
  return [
    {
      name: 'Node.js',
      state: 'problem',
      message: `This is ${version}; Jarvis needs ${minMajor}.${minMinor} or newer.`,
      remedy: 'Install a newer Node.js from https://nodejs.org.',
    },
  ];
}
