import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import type { Delivery, DeliveryState } from './delivery.js';
import { MAX_LISTED_DELIVERIES } from './limits.js';

const STATES: readonly DeliveryState[] = ['waiting', 'sending', 'delivered', 'failed'];

/** Which deliveries to list. */
export class DeliveryListQuery {
  @ApiProperty({ required: false, enum: STATES })
  @IsOptional()
  @IsIn(STATES)
  state?: DeliveryState;

  @ApiProperty({ required: false, minimum: 1, maximum: MAX_LISTED_DELIVERIES, default: 50 })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_LISTED_DELIVERIES)
  limit = 50;
}

/** A message on its way out. */
export class DeliveryDto {
  @ApiProperty({ example: 17 })
  id!: number;

  @ApiProperty({ example: 'telegram:12345' })
  target!: string;

  @ApiProperty({ enum: STATES, description: 'waiting to be sent; sending: under way, or its answer was lost; delivered; failed for good.' })
  state!: DeliveryState;

  @ApiProperty({ example: 'Good morning.' })
  text!: string;

  @ApiProperty({ example: 0, description: 'Tries that failed.' })
  attempts!: number;

  @ApiProperty({ example: '2026-02-13T12:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({ example: '2026-02-13T12:00:01.000Z', required: false })
  endedAt?: string;

  @ApiProperty({ example: '2026-02-13T12:05:00.000Z', required: false, description: 'When it is tried again, where it waits.' })
  nextTryAt?: string;

  @ApiProperty({ example: 'Telegram cannot be reached.', required: false, description: 'Why the last try failed.' })
  problem?: string;

  static from({ id, channel, message, state, attempts, createdMs, endedMs, dueMs, problem }: Delivery): DeliveryDto {
    const { to, threadId, text } = message;
    return {
      id,
      target: [channel, to, ...(threadId === undefined ? [] : [threadId])].join(':'),
      state,
      text,
      attempts,
      createdAt: new Date(createdMs).toISOString(),
      ...(endedMs === undefined ? { nextTryAt: new Date(dueMs).toISOString() } : { endedAt: new Date(endedMs).toISOString() }),
      ...(problem === undefined ? {} : { problem }),
    };
  }
}

/** Messages on their way out, newest first. */
export class DeliveryListDto {
  @ApiProperty({ type: [DeliveryDto] })
  deliveries!: DeliveryDto[];
}
