import { ApiProperty } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsNotEmpty, IsObject, IsOptional, IsString, Matches, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { DEFAULT_FOUND_FACTS, MAX_BULK_FACTS, MAX_FACT_CHARACTERS, MAX_FOUND_FACTS, MAX_LABEL_CHARACTERS, MAX_LISTED_FACTS } from '../limits.js';

/** A topic or a source: `null` counts as absent, and there is no NUL, which the database would cut it at. */
const Label = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => value ?? undefined),
    IsOptional(),
    IsString(),
    IsNotEmpty(),
    MaxLength(MAX_LABEL_CHARACTERS),
    Matches(/^[^\0]*$/, { message: '$property must not contain a NUL character' }),
  );

/** Which facts to list. */
export class MemoryListQuery {
  @ApiProperty({ required: false, description: 'Only facts of exactly this topic.' })
  @Label()
  topic?: string;

  @ApiProperty({ required: false, minimum: 1, maximum: MAX_LISTED_FACTS, default: MAX_LISTED_FACTS })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_LISTED_FACTS)
  limit: number = MAX_LISTED_FACTS;
}

/** What to search for. */
export class MemorySearchQuery {
  @ApiProperty({ description: 'Any text: nothing in it is an operator.', example: 'tea' })
  @IsString()
  q!: string;

  @ApiProperty({ required: false, minimum: 1, maximum: MAX_FOUND_FACTS, default: DEFAULT_FOUND_FACTS })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_FOUND_FACTS)
  limit: number = DEFAULT_FOUND_FACTS;
}

/** A fact's new words. */
export class CorrectMemoryDto {
  @ApiProperty({ example: 'I prefer green tea', maxLength: MAX_FACT_CHARACTERS })
  @IsString()
  @IsNotEmpty()
  fact!: string;
}

/** A fact to remember. */
export class AddMemoryDto extends CorrectMemoryDto {
  @ApiProperty({ required: false, default: 'general', maxLength: MAX_LABEL_CHARACTERS })
  @Label()
  topic?: string;

  @ApiProperty({ required: false, default: 'manual', maxLength: MAX_LABEL_CHARACTERS })
  @Label()
  source?: string;
}

/** Many facts to remember. */
export class AddMemoriesDto {
  @ApiProperty({ type: [AddMemoryDto] })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_BULK_FACTS)
  @IsObject({ each: true, message: 'each of memories must be an object' })
  @ValidateNested({ each: true })
  @Type(() => AddMemoryDto)
  memories!: AddMemoryDto[];
}

/** Facts to forget. */
export class ForgetMemoriesDto {
  @ApiProperty({ type: [Number], example: [12, 13] })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_BULK_FACTS)
  @IsInt({ each: true })
  rowids!: number[];
}
