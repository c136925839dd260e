import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { packageRoot } from '../../common/package-root.js';
import { ToolHost } from '../../tool-host/tool-host.js';
import { MAX_PAGE_DEPTH, MIN_MAIN_CHARACTERS, PAGE_TEXT_TIMEOUT_MS } from '../limits.js';
import { PageUnavailableError } from '../search.errors.js';
import { findPageText, type PageTextArguments } from './page-text-script.js';

/** The text of a page, and its title where it has one. */
export interface ReadablePage {
  title?: string;
  text: string;
}

/**
 * Finds the readable text of HTML pages, in a tool host: what a page is made of is not ours, and parsing it can take as long and as much
 * memory as its maker likes.
 */
@Injectable()
export class PageText {
  private readonly code = `return (${findPageText.toString()})(args, require);`;

  /** Milliseconds; specs set it. */
  protected readonly timeoutMs: number = PAGE_TEXT_TIMEOUT_MS;

  constructor(private readonly host: ToolHost) {}

  /** Throws PageUnavailableError, or the signal's reason. */
  async of(html: string, { url, links }: { url: string; links: boolean }, signal: AbortSignal): Promise<ReadablePage> {
    const args: PageTextArguments = {
      library: createRequire(path.join(packageRoot, 'package.json')).resolve('html-to-text'),
      html,
      url,
      links,
      minMainCharacters: MIN_MAIN_CHARACTERS,
      maxDepth: MAX_PAGE_DEPTH,
    };
    const outcome = await this.host.run({
      code: this.code,
      args: { ...args },
      workingDirectory: tmpdir(),
      environment: { PATH: process.env.PATH ?? '', HOME: tmpdir() },
      timeoutMs: this.timeoutMs,
      signal,
      trusted: true,
    });
    signal.throwIfAborted();
    if (outcome.kind !== 'returned') throw new PageUnavailableError('The page could not be read: its HTML is too deep or too long.', {}, { cause: new Error(outcome.error) });
    return outcome.value as ReadablePage;
  }
}
