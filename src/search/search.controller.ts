import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { GuestMay } from '../security/access.decorator.js';
import { SearchService } from './search.service.js';

/** Whether the web can be searched. */
export class SearchStatusDto {
  @ApiProperty({ example: true, description: 'The search engine of the setting `searxngUrl` answered a question within 5 s.' })
  available!: boolean;
}

/** The state of the web search; the search itself is a turn (src/chat/search.controller.ts). */
@ApiTags('search')
@Controller('search')
export class SearchController {
  constructor(private readonly searches: SearchService) {}

  @Get('status')
  @GuestMay()
  @ApiOperation({ summary: 'Ask whether the web can be searched' })
  @ApiOkResponse({ type: SearchStatusDto })
  async status(): Promise<SearchStatusDto> {
    return { available: await this.searches.isAvailable() };
  }
}
