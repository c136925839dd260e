import { Module } from '@nestjs/common';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { ToolHostModule } from '../tool-host/tool-host.module.js';
import { PageClient } from './page/page-client.js';
import { PageText } from './page/page-text.js';
import { SearchController } from './search.controller.js';
import { SearchService } from './search.service.js';
import { SearxngClient } from './searxng.client.js';
import { UnsureAnswerReviewer } from './unsure-answer.reviewer.js';
import { WeatherReport } from './weather-report.js';
import { WebFetchTool } from './web-fetch.service-tool.js';
import { WebSearchTool } from './web-search.service-tool.js';

/** The web: searching it, reading pages of it, and doing so where the model does not know. */
@Module({
  imports: [CommonModule, ConfigModule, ToolHostModule],
  controllers: [SearchController],
  providers: [SearxngClient, PageClient, PageText, WeatherReport, SearchService, UnsureAnswerReviewer, WebSearchTool, WebFetchTool],
  exports: [SearchService],
})
export class SearchModule {}
