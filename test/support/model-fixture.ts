import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SystemClock, type Clock } from '../../src/common/clock.js';
import { ConfigService } from '../../src/config/config.service.js';
import { JarvisPaths } from '../../src/config/jarvis-paths.js';
import type { ModelRequest } from '../../src/model/chat-model.js';
import { OpenAICompatibleModel } from '../../src/model/openai-compatible.model.js';

const EXEC_PARAMETERS = { type: 'object', properties: { cmd: { type: 'string' } } };

/** A request with one question and, unless told otherwise, the tool `exec`. */
export function modelRequest(overrides: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: 'scripted-model',
    messages: [
      { role: 'system', content: 'You are Jarvis.' },
      { role: 'user', content: 'Hello' },
    ],
    tools: [{ type: 'function', function: { name: 'exec', description: 'Runs a command.', parameters: EXEC_PARAMETERS } }],
    ...overrides,
  };
}

/** The driver for OpenAI-compatible providers with a throw-away home that holds real settings. */
export class ModelFixture {
  readonly home = mkdtempSync(path.join(tmpdir(), 'jarvis-model-'));
  readonly paths = new JarvisPaths(this.home);
  readonly config: ConfigService;
  readonly model: OpenAICompatibleModel;

  constructor(settings: Readonly<Record<string, unknown>>, environment = '', clock: Clock = new SystemClock()) {
    mkdirSync(path.dirname(this.paths.settingsFile), { recursive: true });
    writeFileSync(this.paths.settingsFile, JSON.stringify(settings));
    if (environment !== '') writeFileSync(this.paths.environmentFile, environment);
    this.config = new ConfigService(this.paths);
    this.model = new OpenAICompatibleModel(this.config, clock);
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}
