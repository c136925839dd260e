import { mkdirSync, statSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../config/config.service.js';

/** The variable by which `npm run dev` and the demo name another directory. */
export const WORKING_DIRECTORY_VARIABLE = 'JARVIS_WORKING_DIRECTORY';

/**
 * Where tools start: the workspace, unless JARVIS_WORKING_DIRECTORY names a directory that exists; the home directory where there is no
 * workspace and none can be made.
 */
@Injectable()
export class WorkingDirectory {
  private readonly named = process.env[WORKING_DIRECTORY_VARIABLE];

  constructor(private readonly config: ConfigService) {}

  /** Absolute. */
  get path(): string {
    if (this.named !== undefined && isDirectory(this.named)) return this.named;
    const { workspace } = this.config;
    return isDirectory(workspace) || make(workspace) ? workspace : this.config.paths.home;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

function make(path: string): boolean {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}
