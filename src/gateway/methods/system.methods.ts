import { Injectable } from '@nestjs/common';
import { JarvisPaths } from '../../config/jarvis-paths.js';
import { WakeQueue } from '../../schedule/wake-queue.js';
import { SecretRedactor } from '../../security/secret-redactor.js';
import { DEFAULT_LOG_BYTES, DEFAULT_LOG_LINES } from '../limits.js';
import type { LogsTailParams, LogsTailResult, SystemEventParams, WakeParams } from '../protocol/schemas/system.js';
import type { HandlersOf } from '../served-methods.js';
import { Presence } from '../server/presence.js';
import { tailLog } from './log-tail.js';

/** logs.tail, system-event and wake. */
@Injectable()
export class SystemMethods {
  readonly handlers: HandlersOf<'logs.tail' | 'system-event' | 'wake'> = {
    'logs.tail': (params) => this.tail(params),
    'system-event': (params) => this.note(params),
    wake: (params) => this.wake(params),
  };

  constructor(
    private readonly paths: JarvisPaths,
    private readonly redactor: SecretRedactor,
    private readonly presence: Presence,
    private readonly wakes: WakeQueue,
  ) {}

  private async tail({ cursor, limit = DEFAULT_LOG_LINES, maxBytes = DEFAULT_LOG_BYTES }: LogsTailParams): Promise<LogsTailResult> {
    const tail = await tailLog(this.paths.serverLogFile, { limit, maxBytes, ...(cursor === undefined ? {} : { cursor }) });
    return { ...tail, lines: tail.lines.map((line) => this.redactor.redact(line)) };
  }

  private note(params: SystemEventParams): { ok: boolean } {
    this.presence.note(params);
    if (params.text.trim() !== '') this.wakes.add(params.text.trim());
    return { ok: true };
  }

  private wake({ mode, text }: WakeParams): { ok: boolean } {
    if (text.trim() === '') return { ok: false };
    this.wakes.add(text.trim());
    if (mode === 'now') this.wakes.wake();
    return { ok: true };
  }
}
