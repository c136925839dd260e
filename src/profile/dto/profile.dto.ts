import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { MAX_PROFILE_CHARACTERS } from '../limits.js';

/** A profile's text. */
export class ProfileTextDto {
  @ApiProperty({ maxLength: MAX_PROFILE_CHARACTERS, description: 'Empty for a profile that says nothing.' })
  @IsString()
  content!: string;
}

/** The profile. */
export class ProfileDto extends ProfileTextDto {
  @ApiProperty({ nullable: true, type: String, example: '2026-02-13T12:34:56.789000+00:00', description: 'Null where the caller may not see the profile.' })
  updated_at!: string | null;
}

/** The profile was replaced. */
export class WrittenProfileDto {
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';

  @ApiProperty({ example: '2026-02-13T12:34:56.789000+00:00' })
  updated_at!: string;
}
