import { ApiProperty } from '@nestjs/swagger';
import { offsetInstant } from '../../common/instant.js';
import type { Fact, FactChange, FactChangeKind, FoundFact } from '../fact.js';

/** One remembered fact, in the shape that JarvisChat's clients know (rowid to created_at), and ours beside it. */
export class MemoryDto {
  @ApiProperty({ example: 12, description: 'Its number, never given twice.' })
  rowid!: number;

  @ApiProperty({ example: 'I prefer tea' })
  fact!: string;

  @ApiProperty({ example: 'preference' })
  topic!: string;

  @ApiProperty({ example: 'explicit', description: '`explicit`: a command in chat; `manual`: this API; `tool`: the model; or what the caller named.' })
  source!: string;

  @ApiProperty({ example: '2026-02-13T12:34:56.789000+00:00' })
  created_at!: string;

  @ApiProperty({ example: '2026-02-13T12:34:56.789000+00:00', description: 'When it was last said, corrected or brought back.' })
  updated_at!: string;

  @ApiProperty({ nullable: true, type: String, description: 'The session in which it was said; null where it was in none.' })
  session_id!: string | null;

  static from({ rowid, fact, topic, source, createdAt, updatedAt, sessionId }: Fact): MemoryDto {
    return { rowid, fact, topic, source, created_at: offsetInstant(createdAt), updated_at: offsetInstant(updatedAt), session_id: sessionId };
  }
}

/** A fact that a search found. */
export class FoundMemoryDto extends MemoryDto {
  @ApiProperty({ example: -3.2, description: 'BM25: the lower, the better.' })
  rank!: number;

  static override from(fact: FoundFact): FoundMemoryDto {
    return { ...MemoryDto.from(fact), rank: fact.rank };
  }
}

/** Facts, newest first. */
export class MemoryListDto {
  @ApiProperty({ type: [MemoryDto] })
  memories!: MemoryDto[];

  @ApiProperty({ example: 1, description: 'Facts in this answer.' })
  count!: number;

  static from(facts: readonly Fact[]): MemoryListDto {
    return { memories: facts.map((fact) => MemoryDto.from(fact)), count: facts.length };
  }
}

/** What a search found, best first. */
export class FoundMemoriesDto {
  @ApiProperty({ type: [FoundMemoryDto] })
  results!: FoundMemoryDto[];

  @ApiProperty({ example: 1 })
  count!: number;

  static from(facts: readonly FoundFact[]): FoundMemoriesDto {
    return { results: facts.map((fact) => FoundMemoryDto.from(fact)), count: facts.length };
  }
}

/** How many facts there are. */
export class MemoryStatsDto {
  @ApiProperty({ example: 3 })
  total!: number;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' }, example: { preference: 2, general: 1 }, description: 'By topic, the largest first.' })
  by_topic!: Record<string, number>;
}

/** It was done. */
export class MemoryDoneDto {
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';
}

/** A fact was stored, or the same was known. */
export class StoredMemoryDto extends MemoryDoneDto {
  @ApiProperty({ example: 12 })
  rowid!: number;
}

/** Facts were stored. */
export class StoredMemoriesDto extends MemoryDoneDto {
  @ApiProperty({ type: [Number], example: [12, 13], description: 'In the order of the request; a fact that was known has the number that it had.' })
  rowids!: number[];

  @ApiProperty({ example: 1 })
  added!: number;

  @ApiProperty({ example: 1, description: 'Facts that were known already.' })
  merged!: number;
}

/** Facts were forgotten. */
export class ForgottenMemoriesDto extends MemoryDoneDto {
  @ApiProperty({ type: [Number], example: [12, 13] })
  rowids!: number[];

  @ApiProperty({ example: 2 })
  count!: number;
}

/** Facts were brought back, or one has its earlier words again. */
export class RestoredMemoriesDto extends MemoryListDto {
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';
}

/** What happened to a fact, one entry. */
export class MemoryChangeDto {
  @ApiProperty({ enum: ['added', 'corrected', 'merged', 'forgotten', 'restored'], description: '`merged`: it was said again.' })
  change!: FactChangeKind;

  @ApiProperty({ description: 'Its words afterwards.' })
  fact!: string;

  @ApiProperty()
  topic!: string;

  @ApiProperty()
  source!: string;

  @ApiProperty({ nullable: true, type: String })
  session_id!: string | null;

  @ApiProperty({ example: '2026-02-13T12:34:56.789000+00:00' })
  at!: string;
}

/** What happened to a fact, oldest first. */
export class MemoryHistoryDto {
  @ApiProperty({ example: 12 })
  rowid!: number;

  @ApiProperty({ type: [MemoryChangeDto] })
  history!: MemoryChangeDto[];

  @ApiProperty({ example: 2 })
  count!: number;

  static from(rowid: number, changes: readonly FactChange[]): MemoryHistoryDto {
    const history = changes.map(({ sessionId, at, ...rest }) => ({ ...rest, session_id: sessionId, at: offsetInstant(at) }));
    return { rowid, history, count: history.length };
  }
}
