import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import {
  ApiBadGatewayResponse,
  ApiBadRequestResponse,
  ApiBody,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiPayloadTooLargeResponse,
  ApiTags,
} from '@nestjs/swagger';
import { InvalidInputError } from '../common/domain-error.js';
import { GuestMay } from '../security/access.decorator.js';
import { ModelListDto } from './dto/model-list.dto.js';
import { ProviderModels } from './provider-models.service.js';

const ANY_OBJECT = { type: 'object', additionalProperties: true } as const;

/** What the provider says of its models (docs/presets.md). */
@ApiTags('models')
@Controller()
@GuestMay()
@ApiBadGatewayResponse({ description: 'The model provider cannot be reached, or its answer is none.' })
export class ModelsController {
  constructor(private readonly models: ProviderModels) {}

  @Get('models')
  @ApiOperation({ summary: 'List the models that the provider has' })
  @ApiOkResponse({ type: ModelListDto })
  async list(): Promise<ModelListDto> {
    return { models: (await this.models.ids()).map((id) => ({ name: id, model: id })) };
  }

  @Get('ps')
  @ApiOperation({ summary: 'Read the provider\'s own list of models, as it comes' })
  @ApiOkResponse({ schema: ANY_OBJECT })
  running(): Promise<Record<string, unknown>> {
    return this.models.list();
  }

  @Post('show')
  @HttpCode(200)
  @ApiOperation({ summary: 'Ask the provider about one model, as Ollama\'s /api/show takes it' })
  @ApiBody({ schema: { ...ANY_OBJECT, example: { model: 'llama3.1:latest' } } })
  @ApiOkResponse({ schema: ANY_OBJECT })
  @ApiBadRequestResponse({ description: 'The body is no JSON object.' })
  @ApiNotFoundResponse({ description: 'The provider knows no such model, or cannot be asked this.' })
  @ApiPayloadTooLargeResponse({ description: 'The body is over 64 KiB.' })
  show(@Body() body: Record<string, unknown>): Promise<Record<string, unknown>> {
    if (typeof body !== 'object' || Array.isArray(body)) throw new InvalidInputError('The body must be a JSON object.');
    return this.models.show(body);
  }
}
