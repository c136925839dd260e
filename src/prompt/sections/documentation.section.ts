import { Injectable } from '@nestjs/common';
import path from 'node:path';
import { JarvisPaths } from '../../config/jarvis-paths.js';
import { packageRoot } from '../../common/package-root.js';
import { withHomeAsTilde } from '../home-path.js';
import { PromptSectionProvider, type PromptContext, type PromptSection } from '../prompt-section.js';
import { SECTION_ORDER } from '../section-order.js';

/** Where the installed documentation lies, and when to read it. */
@PromptSectionProvider()
@Injectable()
export class DocumentationSection implements PromptSection {
  readonly name = 'Documentation';
  readonly zone = 'stable';
  readonly order = SECTION_ORDER.documentation;
  readonly modes = ['full'] as const;

  constructor(private readonly paths: JarvisPaths) {}

  render(context: PromptContext): Promise<string | undefined> {
    const canRead = context.tools.has('exec') || context.tools.has('read_file');
    return Promise.resolve(canRead ? this.text(context.tools.has('exec')) : undefined);
  }

  private text(hasShell: boolean): string {
    const folder = withHomeAsTilde(path.join(packageRoot, 'docs'), this.paths.home);
    const status = hasShell ? ' Of this installation find out yourself, with `jarvis status`; ask the person only for what you cannot reach.' : '';
    return `## Documentation\nJarvis's documentation lies in \`${folder}\`. Questions about how Jarvis behaves, its commands, its configuration or how it is built: read there first.${status}`;
  }
}
