import { statSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { JarvisPaths } from '../config/jarvis-paths.js';

/** The variable by which `npm run dev` and the demo name another directory. */
export const WORKING_DIRECTORY_VARIABLE = 'JARVIS_WORKING_DIRECTORY';

/** Where tools start: the home directory, unless JARVIS_WORKING_DIRECTORY names a directory that exists. */
@Injectable()
export class WorkingDirectory {
  /** Absolute. */
  readonly path: string;

  constructor(paths: JarvisPaths) {
    const named = process.env[WORKING_DIRECTORY_VARIABLE];
    this.path = named !== undefined && statSync(named, { throwIfNoEntry: false })?.isDirectory() ? named : paths.home;
  }
}
