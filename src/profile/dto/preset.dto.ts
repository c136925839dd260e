import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { offsetInstant } from '../../common/instant.js';
import { MAX_PRESET_NAME_CHARACTERS, MAX_PRESET_PROMPT_CHARACTERS } from '../limits.js';
import type { Preset } from '../presets.service.js';

/** A preset's texts. */
export class PresetTextDto {
  @ApiProperty({ example: 'Pirate', maxLength: MAX_PRESET_NAME_CHARACTERS })
  @IsString()
  name!: string;

  @ApiProperty({ example: 'Answer as a pirate would.', maxLength: MAX_PRESET_PROMPT_CHARACTERS })
  @IsString()
  prompt!: string;
}

/** A preset that was added. */
export class AddedPresetDto extends PresetTextDto {
  @ApiProperty({ example: '7f4df2c8-3a54-4a27-8d0a-98d8f8f3d7a1' })
  id!: string;
}

/** A preset. */
export class PresetDto extends AddedPresetDto {
  @ApiProperty({ enum: [0, 1], description: '1 where it came with Jarvis: it can be changed and not deleted.' })
  is_default!: 0 | 1;

  @ApiProperty({ example: '2026-02-13T12:34:56.789000+00:00' })
  created_at!: string;

  static from({ id, name, prompt, isDefault, createdAt }: Preset): PresetDto {
    return { id, name, prompt, is_default: isDefault ? 1 : 0, created_at: offsetInstant(createdAt) };
  }
}

/** It was done. */
export class PresetDoneDto {
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';
}
