import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsNotEmpty, IsObject, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { SEARCH_MODES, type SearchMode } from '../document.js';
import {
  DEFAULT_FOUND_PASSAGES,
  DEFAULT_LISTED_DOCUMENTS,
  DEFAULT_LISTED_PASSAGES,
  MAX_FOUND_PASSAGES,
  MAX_LABEL_CHARACTERS,
  MAX_LISTED_DOCUMENTS,
  MAX_LISTED_PASSAGES,
  MAX_QUERY_CHARACTERS,
} from '../limits.js';

/** Which page of the list. */
export class DocumentListQuery {
  @ApiProperty({ required: false, minimum: 1, maximum: MAX_LISTED_DOCUMENTS, default: DEFAULT_LISTED_DOCUMENTS })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_LISTED_DOCUMENTS)
  limit = DEFAULT_LISTED_DOCUMENTS;

  @ApiProperty({ required: false, description: '`next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_LABEL_CHARACTERS)
  cursor?: string;

  @ApiProperty({ required: false, description: 'Only documents whose title or source holds this text.' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_LABEL_CHARACTERS)
  search?: string;
}

/** What to search for. */
export class DocumentSearchQuery {
  @ApiProperty({ example: 'how do I bleed the radiator', maxLength: MAX_QUERY_CHARACTERS })
  @IsString()
  @MaxLength(MAX_QUERY_CHARACTERS)
  q!: string;

  @ApiProperty({ required: false, minimum: 1, maximum: MAX_FOUND_PASSAGES, default: DEFAULT_FOUND_PASSAGES })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_FOUND_PASSAGES)
  limit = DEFAULT_FOUND_PASSAGES;

  @ApiProperty({ required: false, enum: SEARCH_MODES, default: 'hybrid', description: 'By words and meaning, by words alone, by meaning alone.' })
  @IsOptional()
  @IsIn(SEARCH_MODES)
  mode: SearchMode = 'hybrid';
}

/** Which passages of a document. */
export class PassagesQuery {
  @ApiProperty({ required: false, minimum: 0, default: 0, description: 'Place of the first passage in the document.' })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  offset = 0;

  @ApiProperty({ required: false, minimum: 1, maximum: MAX_LISTED_PASSAGES, default: DEFAULT_LISTED_PASSAGES })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_LISTED_PASSAGES)
  limit = DEFAULT_LISTED_PASSAGES;
}

/** A text to keep. */
export class IngestRequestDto {
  @ApiProperty({ example: 'The boiler works at 1 to 2 bar.', description: 'The text; the body may be 1 MiB long.' })
  @IsString()
  @Matches(/\S/, { message: 'content must not be blank' })
  content!: string;

  @ApiProperty({ required: false, default: 'external', maxLength: MAX_LABEL_CHARACTERS, description: 'Where the text comes from.' })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_LABEL_CHARACTERS)
  source = 'external';

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { title: 'Boiler notes' },
    description: 'Anything, kept with the document; `title` is its title, which is the source where absent.',
  })
  @IsOptional()
  @IsObject()
  metadata?: Record<string, unknown>;
}

/** What was kept. */
export class IngestAnswerDto {
  @ApiProperty({ example: 4 })
  chunks_ingested!: number;

  @ApiProperty({ example: 'external' })
  source!: string;

  @ApiProperty({ example: 'Ingested 4 chunks from external.' })
  message!: string;

  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10' })
  document_id!: string;
}
