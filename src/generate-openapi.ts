import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { packageVersion } from './common/package-root.js';
import { setRoutePrefix } from './route-prefix.js';
import { SESSION_SCHEME } from './security/access.decorator.js';

/**
 * Writes the OpenAPI 3 document to the file named by the first argument. Runs at build time, so that the server need not
 * load @nestjs/swagger (0.3 s and 27 MB).
 */
const file = process.argv[2];
if (file === undefined) throw new Error('usage: generate-openapi FILE');

const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'], preview: true, abortOnError: false });
setRoutePrefix(app);
const document = SwaggerModule.createDocument(
  app,
  new DocumentBuilder()
    .setTitle('Jarvis')
    .setDescription('A self-hosted personal agent server. Everything that the page, the terminal and the gateway do is reachable here.')
    .setVersion(packageVersion)
    .addBearerAuth()
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Session-ID' }, SESSION_SCHEME)
    .build(),
);
describeErrors(document);
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
process.exit(0);

/** Every error has one shape (src/error.filter.ts), so no route need say so; below /v1 it is that of OpenAI. */
function describeErrors({ paths }: OpenAPIObject): void {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorDto' } } };
  for (const [route, methods] of Object.entries(paths)) {
    if (route.startsWith('/v1/')) continue;
    for (const { responses } of Object.values(methods) as { responses?: Record<string, object> }[]) {
      for (const [status, response] of Object.entries(responses ?? {})) {
        if (Number(status) >= 400) Object.assign(response, { content });
      }
    }
  }
}
