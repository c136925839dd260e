import { Injectable } from '@nestjs/common';
import type { StateVersion } from '../protocol/schemas/frames.js';

/** How often presence and health have changed since the start. */
@Injectable()
export class StateVersions {
  private versions: StateVersion = { presence: 0, health: 0 };

  get current(): StateVersion {
    return this.versions;
  }

  /** Counts a change and gives the versions after it. */
  next(of: keyof StateVersion): StateVersion {
    this.versions = { ...this.versions, [of]: this.versions[of] + 1 };
    return this.versions;
  }
}
