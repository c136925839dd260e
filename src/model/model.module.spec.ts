import { Test } from '@nestjs/testing';
import { ConfigService } from '../config/config.service.js';
import { ModelFixture } from '../../test/support/model-fixture.js';
import { ChatModel } from './chat-model.js';
import { ModelModule } from './model.module.js';
import { OfflineModel } from './offline.model.js';
import { OpenAICompatibleModel } from './openai-compatible.model.js';

test.each([
  ['offline', OfflineModel],
  ['http://127.0.0.1:8080/v1', OpenAICompatibleModel],
])('the setting baseUrl %s chooses the driver', async (baseUrl, driver) => {
  const fixture = new ModelFixture({ baseUrl });
  const module = await Test.createTestingModule({ imports: [ModelModule] }).overrideProvider(ConfigService).useValue(fixture.config).compile();
  expect(module.get(ChatModel)).toBeInstanceOf(driver);
  await module.close();
  fixture.remove();
});
