import type { Prompter } from '../prompter.js';
import type { Terminal } from '../terminal.js';
import type { CurrentSetup } from './current-setup.js';
import type { ModelCatalog } from './model-catalog.js';
import type { SetupFlags } from './setup-flags.js';

/** What every step of setup works with. */
export interface SetupContext {
  readonly terminal: Terminal;
  readonly catalog: ModelCatalog;
  readonly current: CurrentSetup;
  readonly flags: SetupFlags;
  /** Whom to ask; undefined where there is no terminal. */
  readonly prompter: Prompter | undefined;
  /** True where every question is asked, also those whose answer is known; false where flags were given. */
  readonly asksAll: boolean;
}
