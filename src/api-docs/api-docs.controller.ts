import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Controller, Get, Header, Param, Res, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { NotFoundError } from '../common/domain-error.js';
import { packageRoot } from '../common/package-root.js';
import { Public } from '../security/access.decorator.js';
import { swaggerContentSecurityPolicy } from '../security/http/security-headers.js';

/** The OpenAPI document, written at build time (generate-openapi.ts). */
const DOCUMENT = path.join(packageRoot, 'dist', 'openapi.json');

/** Files of swagger-ui-dist that the page uses. */
const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Jarvis API</title>
    <link rel="icon" type="image/png" href="/api/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/api/docs-json', dom_id: '#swagger-ui', deepLinking: true });\n`;

/** `GET /api/docs`: the Swagger page; `GET /api/docs-json`: the OpenAPI 3 document. All from this machine. */
@ApiExcludeController()
@Controller()
@Public()
export class ApiDocsController {
  private readonly assets = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

  @Get('docs')
  @Header('Content-Type', 'text/html; charset=utf-8')
  page(@Res({ passthrough: true }) response: Response): string {
    response.set('Content-Security-Policy', swaggerContentSecurityPolicy());
    return PAGE;
  }

  @Get('docs-json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  document(): StreamableFile {
    return new StreamableFile(createReadStream(DOCUMENT));
  }

  @Get('docs/start.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  start(): string {
    return START;
  }

  @Get('docs/:asset')
  asset(@Param('asset') asset: string): StreamableFile {
    const type = Object.hasOwn(ASSETS, asset) ? ASSETS[asset] : undefined;
    if (type === undefined) throw new NotFoundError('There is no such file.');
    return new StreamableFile(createReadStream(path.join(this.assets, asset)), { type });
  }
}
