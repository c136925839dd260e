import { RequestMethod, type INestApplication } from '@nestjs/common';

/** Everything lies under /api, but for the OpenAI-compatible API, whose clients want /v1. */
export function setRoutePrefix(app: INestApplication): void {
  app.setGlobalPrefix('api', { exclude: [{ path: 'v1/{*path}', method: RequestMethod.ALL }] });
}
