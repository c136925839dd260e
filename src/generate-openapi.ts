import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { packageVersion } from './common/package-root.js';
import { setRoutePrefix } from './route-prefix.js';

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
    .build(),
);
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
process.exit(0);
