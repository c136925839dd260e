import { ApiProperty } from '@nestjs/swagger';
import { SESSION_IDLE_MS } from '../../limits.js';
import type { BegunSession } from '../sign-in.service.js';

/** A session that was begun. */
export class BegunSessionDto {
  @ApiProperty({ enum: ['ok'], example: 'ok' })
  status!: 'ok';

  @ApiProperty({ example: '9f86d081884c7d659a2feaa0c55ad015', description: 'Send it as X-Session-ID. Good from the address that asked for it.' })
  session_id!: string;

  @ApiProperty({ enum: ['guest', 'admin'], example: 'guest' })
  role!: 'guest' | 'admin';

  @ApiProperty({ example: 90, description: 'Seconds without a request after which it ends.' })
  timeout_seconds!: number;

  static from({ id, role }: BegunSession): BegunSessionDto {
    return { status: 'ok', session_id: id, role, timeout_seconds: SESSION_IDLE_MS / 1000 };
  }
}

/** Who the caller is. */
export class SessionStateDto {
  @ApiProperty({ example: true })
  authenticated!: boolean;

  @ApiProperty({ enum: ['guest', 'admin', 'none'], example: 'admin', description: '`admin` is the owner, by whichever way they came in.' })
  role!: 'guest' | 'admin' | 'none';
}

/** It was done. */
export class AuthDoneDto {
  @ApiProperty({ enum: ['ok'], example: 'ok' })
  status!: 'ok';
}
