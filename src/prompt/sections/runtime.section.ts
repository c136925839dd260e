import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { JarvisPaths } from '../../config/jarvis-paths.js';
import { withHomeAsTilde } from '../home-path.js';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** On what the agent runs, in one line. */
@PromptSectionProvider()
@Injectable()
export class RuntimeSection implements PromptSection {
  readonly name = 'Runtime';
  readonly zone = 'dynamic';
  readonly order = SECTION_ORDER.runtime;
  readonly modes = ['full', 'minimal'] as const;

  constructor(private readonly paths: JarvisPaths) {}

  render({ model, channel }: PromptContext): Promise<string | undefined> {
    const repository = repositoryOf(process.cwd());
    const parts = [
      `host=${os.hostname()}`,
      `os=${os.type()} ${os.release()} (${os.arch()})`,
      `node=${process.version}`,
      `model=${model}`,
      ...(repository === undefined ? [] : [`repo=${withHomeAsTilde(repository, this.paths.home)}`]),
      ...(channel === undefined ? [] : [`channel=${channel.id}`]),
      // No request sets it: the model does as it does by itself.
      'thinking=default',
    ];
    return Promise.resolve(`Runtime: ${parts.join(' | ')}`);
  }
}

/** The root of the git checkout that a folder belongs to. */
function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return at;
    if (path.dirname(at) === at) return undefined;
  }
}
