import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiPayloadTooLargeResponse, ApiTags } from '@nestjs/swagger';
import { offsetInstant } from '../common/instant.js';
import { ConfigService } from '../config/config.service.js';
import { GuestMay, OwnerOnly } from '../security/access.decorator.js';
import { Caller } from '../security/caller.decorator.js';
import { isOwner, type Principal } from '../security/principal.js';
import { DEFAULT_PROFILE } from './default-profile.js';
import { ProfileDto, ProfileTextDto, WrittenProfileDto } from './dto/profile.dto.js';
import { ProfileService } from './profile.service.js';

/** The profile (docs/presets.md). It is the owner's: guests see it where `guestReads` is `all`. */
@ApiTags('profile')
@Controller('profile')
export class ProfileController {
  constructor(
    private readonly profiles: ProfileService,
    private readonly config: ConfigService,
  ) {}

  @Get()
  @GuestMay()
  @ApiOperation({ summary: 'Read the profile' })
  @ApiOkResponse({ type: ProfileDto })
  read(@Caller() principal: Principal): ProfileDto {
    if (!isOwner(principal) && this.config.settings.guestReads !== 'all') return { content: '', updated_at: null };
    const { content, updatedAt } = this.profiles.read();
    return { content, updated_at: offsetInstant(updatedAt) };
  }

  @Get('default')
  @GuestMay()
  @ApiOperation({ summary: 'Read the profile that a new installation has' })
  @ApiOkResponse({ type: ProfileTextDto })
  readDefault(): ProfileTextDto {
    return { content: DEFAULT_PROFILE };
  }

  @Put()
  @OwnerOnly()
  @ApiOperation({ summary: 'Replace the profile' })
  @ApiOkResponse({ type: WrittenProfileDto })
  @ApiBadRequestResponse({ description: 'content is missing or no text.' })
  @ApiPayloadTooLargeResponse({ description: 'The text is too long.' })
  write(@Body() { content }: ProfileTextDto): WrittenProfileDto {
    return { status: 'ok', updated_at: offsetInstant(this.profiles.write(content).updatedAt) };
  }
}
