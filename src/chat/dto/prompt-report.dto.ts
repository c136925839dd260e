import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { PromptReport } from '../../prompt/report/prompt-report.js';

const OBJECT = { type: 'object', additionalProperties: true } as const;

/** What a system prompt is made of. Sizes are UTF-16 code units, tokens an estimate: characters divided by four. */
export class PromptReportDto implements PromptReport {
  @ApiProperty({ enum: ['run', 'estimate'], description: '`run`: of the session\'s last turn; `estimate`: of one that would begin now.' })
  source!: 'run' | 'estimate';

  @ApiProperty({ example: '2026-11-30T12:00:00.000Z' })
  generatedAt!: string;

  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10' })
  sessionId!: string;

  @ApiProperty({ example: '0d5c6a1e-6a3f-4b0e-9a53-3d8c1a1b7f10', description: 'The same, as the gateway calls it.' })
  sessionKey!: string;

  @ApiProperty({ example: 'https://openrouter.ai/api/v1' })
  provider!: string;

  @ApiProperty({ example: 'openrouter/free' })
  model!: string;

  @ApiProperty({ enum: ['full', 'minimal', 'none'] })
  mode!: 'full' | 'minimal' | 'none';

  @ApiProperty({ example: '/home/me/.jarvis/data/workspace' })
  workspaceDir!: string;

  @ApiProperty({ example: 20000 })
  bootstrapMaxChars!: number;

  @ApiProperty({ example: 150000 })
  bootstrapTotalMaxChars!: number;

  @ApiProperty({ ...OBJECT, example: { warningMode: 'once', truncatedFiles: 0, nearLimitFiles: 0 } })
  bootstrapTruncation!: PromptReport['bootstrapTruncation'];

  @ApiProperty({ ...OBJECT, example: { mode: 'off', sandboxed: false } })
  sandbox!: PromptReport['sandbox'];

  @ApiProperty({ ...OBJECT, example: { chars: 5200, estimatedTokens: 1300, projectContextChars: 1800, nonProjectContextChars: 3400 } })
  systemPrompt!: PromptReport['systemPrompt'];

  @ApiProperty({ type: 'array', items: OBJECT, example: [{ name: 'Safety', zone: 'stable', chars: 640, estimatedTokens: 160 }], description: 'The parts of the prompt, in order.' })
  sections!: PromptReport['sections'];

  @ApiProperty({ ...OBJECT, example: { stableChars: 9000, dynamicChars: 300, stableShare: 0.968 }, description: 'What stays the same from request to request: the stable sections and the tools.' })
  cache!: PromptReport['cache'];

  @ApiProperty({ type: 'array', items: OBJECT, example: [{ name: 'SOUL.md', path: 'SOUL.md', missing: false, rawChars: 320, injectedChars: 320, truncated: false }] })
  injectedWorkspaceFiles!: PromptReport['injectedWorkspaceFiles'];

  @ApiProperty({ ...OBJECT, example: { promptChars: 420, entries: [{ name: 'summarise-document', chars: 120 }] } })
  skills!: PromptReport['skills'];

  @ApiProperty({ ...OBJECT, example: { count: 12, schemaChars: 6000, estimatedTokens: 1500, entries: [{ name: 'exec', summaryChars: 200, schemaChars: 120, propertiesCount: 1 }] } })
  tools!: PromptReport['tools'];

  @ApiPropertyOptional({ ...OBJECT, example: { prompt: 4200, completion: 310, cached: 3600 }, description: 'What the provider counted in this session; absent where it told nothing.' })
  sessionTokens?: PromptReport['sessionTokens'];

  @ApiProperty({ required: false, example: 128000, description: 'The setting `contextTokens`, where it is set.' })
  contextTokens?: number;
}
