import { open, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ellipsize, toWellFormedText } from '../../common/text.js';
import { InvalidInputError, NotFoundError, systemErrorCode } from '../../common/domain-error.js';
import { ConfigService } from '../../config/config.service.js';
import { foldedText, queryWords } from '../../storage/full-text/search-text.js';
import { MAX_NOTE_BYTES, MAX_NOTE_EXCERPT, MAX_NOTE_FILES, MAX_NOTE_LINES } from '../limits.js';

/** A place in a note that a query found. */
export interface FoundNote {
  /** Within the workspace: `memory/2026-11-30.md`. */
  readonly path: string;
  /** The first line of the passage, from 1. */
  readonly line: number;
  readonly text: string;
  /** How many of the query's words it holds. */
  readonly matches: number;
}

/** Lines of a note. */
export interface NoteLines {
  readonly path: string;
  /** The first line that is here, from 1. */
  readonly from: number;
  readonly lines: number;
  readonly totalLines: number;
  readonly text: string;
}

/** The agent's notes of single days: `memory/*.md` in the workspace, and MEMORY.md. They stand in no prompt. */
@Injectable()
export class MemoryNotes {
  constructor(private readonly config: ConfigService) {}

  /** Passages that hold words of the query, those with the most first, newer notes first among equals. */
  async search(query: string, limit: number): Promise<FoundNote[]> {
    const words = queryWords(query).map(({ text }) => foldedText(text).toLowerCase());
    if (words.length === 0) return [];
    const found: FoundNote[] = [];
    for (const name of await this.names()) {
      const text = await this.read(name);
      if (text !== undefined) found.push(...passagesOf(text).flatMap((passage) => matching(name, passage, words)));
      // Years of notes are megabytes: nobody else waits for all of them.
      await setImmediate();
    }
    return found.sort((a, b) => b.matches - a.matches || (a.path < b.path ? 1 : a.path > b.path ? -1 : a.line - b.line)).slice(0, limit);
  }

  /** Lines of one note. Throws InvalidInputError for what is no note's path, NotFoundError where there is none. */
  async lines(name: string, from: number, count: number): Promise<NoteLines> {
    if (!/^(memory\/[^/]+|MEMORY|memory)\.md$/.test(name) || name.includes('..')) throw new InvalidInputError(`"path" must be a note as memory_search names it, such as "memory/2026-11-30.md".`, { field: 'path' });
    const text = await this.read(name);
    if (text === undefined) throw new NotFoundError(`There is no note ${name}.`, { field: 'path' });
    const all = text.split('\n');
    const lines = all.slice(from - 1, from - 1 + Math.min(count, MAX_NOTE_LINES));
    return { path: name, from, lines: lines.length, totalLines: all.length, text: lines.join('\n') };
  }

  private async names(): Promise<string[]> {
    try {
      const names = (await readdir(path.join(this.config.workspace, 'memory'))).filter((name) => name.endsWith('.md') && !name.startsWith('.'));
      return [...names.sort().reverse().slice(0, MAX_NOTE_FILES).map((name) => `memory/${name}`), 'MEMORY.md', 'memory.md'];
    } catch (error) {
      if (systemErrorCode(error) === undefined) throw error;
      return ['MEMORY.md', 'memory.md'];
    }
  }

  /** Undefined where there is none within the workspace. */
  private async read(name: string): Promise<string | undefined> {
    try {
      const root = await realpath(this.config.workspace);
      const file = await realpath(path.join(root, name));
      if (!file.startsWith(root + path.sep)) return undefined;
      const handle = await open(file, 'r');
      try {
        const { size } = await handle.stat();
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(size, MAX_NOTE_BYTES)), 0, Math.min(size, MAX_NOTE_BYTES), 0);
        return toWellFormedText(buffer.subarray(0, bytesRead).toString('utf8'));
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (systemErrorCode(error) === undefined) throw error;
      return undefined;
    }
  }
}

interface Passage {
  readonly line: number;
  readonly text: string;
}

/** Paragraphs and list items, each with the line on which it begins. */
function passagesOf(text: string): Passage[] {
  const passages: { line: number; text: string }[] = [];
  let isOpen = false;
  text.split('\n').forEach((line, index) => {
    const isBlank = line.trim() === '';
    const begins = !isOpen || /^\s*([-*+]|\d+[.)]|#+)\s/.test(line);
    if (!isBlank && begins) passages.push({ line: index + 1, text: line.trim() });
    else if (!isBlank) (passages.at(-1) as { text: string }).text += `\n${line.trim()}`;
    isOpen = !isBlank && !line.startsWith('#');
  });
  return passages;
}

function matching(name: string, { line, text }: Passage, words: readonly string[]): FoundNote[] {
  const folded = foldedText(text).toLowerCase();
  const matches = words.filter((word) => folded.includes(word)).length;
  return matches === 0 ? [] : [{ path: name, line, text: ellipsize(text, MAX_NOTE_EXCERPT), matches }];
}
