import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiBadRequestResponse, ApiBody, ApiOkResponse, ApiOperation, ApiPayloadTooLargeResponse, ApiTags } from '@nestjs/swagger';
import { GuestMay, OwnerOnly } from '../security/access.decorator.js';
import { ClientSettingsService } from './client-settings.service.js';
import { ChangeSettingsDto, ClientSettingsDto, SettingsDoneDto } from './dto/client-settings.dto.js';

/** The settings that a client may read and change (docs/presets.md). */
@ApiTags('settings')
@Controller('settings')
export class ClientSettingsController {
  constructor(private readonly settings: ClientSettingsService) {}

  @Get()
  @GuestMay()
  @ApiOperation({ summary: 'Read the settings that a client may change' })
  @ApiOkResponse({ type: ClientSettingsDto })
  read(): ClientSettingsDto {
    return this.settings.read();
  }

  @Put()
  @OwnerOnly()
  @ApiOperation({ summary: 'Change settings, all or none; in force from the next turn on' })
  @ApiBody({ type: ChangeSettingsDto })
  @ApiOkResponse({ type: SettingsDoneDto })
  @ApiBadRequestResponse({ description: 'A key is unknown or a value does not fit; says which.' })
  @ApiPayloadTooLargeResponse({ description: 'Too many settings, or one that is too long.' })
  async change(@Body() changes: Readonly<Record<string, unknown>>): Promise<SettingsDoneDto> {
    await this.settings.update(changes);
    return { status: 'ok' };
  }
}
