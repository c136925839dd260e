import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ConfigService } from '../config/config.service.js';
import { TurnContextContributor, type TurnContext, type TurnContextProvider, type TurnContextRequest } from '../prompt/turn-context.js';
import { isOwner } from '../security/principal.js';
import { fitFiles } from './fit-files.js';
import { REMEMBERED_SESSIONS, REMEMBERED_WARNINGS } from './limits.js';
import { truncationSignature, truncationWarning } from './truncation-warning.js';
import { readWorkspaceFiles } from './workspace-files.js';

/** Puts a warning beside a message where workspace files were cut: never, once for each state of the files, or always. */
@TurnContextContributor()
@Injectable()
export class TruncationWarning implements TurnContextProvider {
  readonly name = 'workspace files';
  readonly order = 900;
  /** What each session was warned of. After a restart it is warned once more. */
  private readonly warned = new LRUCache<string, string[]>({ max: REMEMBERED_SESSIONS });

  constructor(private readonly config: ConfigService) {}

  async prepare({ sessionId, principal }: TurnContextRequest): Promise<TurnContext | undefined> {
    const { bootstrapPromptTruncationWarning: mode, bootstrapMaxChars: perFile, bootstrapTotalMaxChars: total } = this.config.settings.agents.defaults;
    if (mode === 'off' || !isOwner(principal)) return undefined;
    const { workspace } = this.config;
    const files = fitFiles(await readWorkspaceFiles(workspace), { perFile, total }, workspace);
    const context = truncationWarning(files, { perFile, total });
    if (context === undefined) return undefined;
    const signature = truncationSignature(files, { perFile, total });
    const before = this.warned.get(sessionId) ?? [];
    if (mode === 'once' && before.includes(signature)) return undefined;
    this.warned.set(sessionId, [...before, signature].slice(-REMEMBERED_WARNINGS));
    return { context };
  }
}
