import { ApiProperty, PartialType } from '@nestjs/swagger';
import type { ClientSettings } from '../client-settings.service.js';

/** The settings that a client may change. */
export class ClientSettingsDto implements ClientSettings {
  @ApiProperty({ description: 'The profile is part of the prompt.' })
  profile_enabled!: boolean;

  @ApiProperty({ description: 'Facts that match a message go to the model with it.' })
  memory_enabled!: boolean;

  @ApiProperty({ description: 'The web may be searched.' })
  search_enabled!: boolean;

  @ApiProperty({ description: 'The prompt lists the skills that are on.' })
  skills_enabled!: boolean;

  @ApiProperty({ example: 'openrouter/free', description: 'The model that is asked where a request names none.' })
  default_model!: string;
}

/** Settings to change: `"true"` and `"false"` are taken too. */
export class ChangeSettingsDto extends PartialType(ClientSettingsDto) {}

/** They were changed. */
export class SettingsDoneDto {
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';
}
