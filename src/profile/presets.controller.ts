import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiPayloadTooLargeResponse, ApiTags } from '@nestjs/swagger';
import { GuestMay, OwnerOnly } from '../security/access.decorator.js';
import { AddedPresetDto, PresetDoneDto, PresetDto, PresetTextDto } from './dto/preset.dto.js';
import { PresetsService } from './presets.service.js';

/** Texts to choose from for `system_prompt` in chat (docs/presets.md). */
@ApiTags('presets')
@Controller('presets')
@OwnerOnly()
export class PresetsController {
  constructor(private readonly presets: PresetsService) {}

  @Get()
  @GuestMay()
  @ApiOperation({ summary: 'List presets: those that came with Jarvis first, then by name' })
  @ApiOkResponse({ type: [PresetDto] })
  list(): PresetDto[] {
    return this.presets.list().map((preset) => PresetDto.from(preset));
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Add a preset' })
  @ApiOkResponse({ type: AddedPresetDto })
  @ApiBadRequestResponse({ description: 'A text is missing or blank.' })
  @ApiPayloadTooLargeResponse({ description: 'A text is too long.' })
  add(@Body() text: PresetTextDto): AddedPresetDto {
    const { id, name, prompt } = this.presets.add(text);
    return { id, name, prompt };
  }

  @Put(':id')
  @ApiOperation({ summary: 'Change a preset, also one that came with Jarvis' })
  @ApiOkResponse({ type: PresetDoneDto })
  @ApiBadRequestResponse({ description: 'A text is missing or blank.' })
  @ApiNotFoundResponse()
  @ApiPayloadTooLargeResponse({ description: 'A text is too long.' })
  rewrite(@Param('id') id: string, @Body() text: PresetTextDto): PresetDoneDto {
    this.presets.rewrite(id, text);
    return { status: 'ok' };
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a preset; one that came with Jarvis stays' })
  @ApiOkResponse({ type: PresetDoneDto })
  delete(@Param('id') id: string): PresetDoneDto {
    this.presets.delete(id);
    return { status: 'ok' };
  }
}
