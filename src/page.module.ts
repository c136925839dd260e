import path from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { ServeStaticModule } from '@nestjs/serve-static';
import { packageRoot } from './common/package-root.js';

/** Hashed by content, so a browser may keep them for good. */
const ASSET_FOLDER = `${path.sep}assets${path.sep}`;

/**
 * The page: ui/dist at `/`. There is no fallback: a path that is neither a file nor a route is a 404 (docs/ui.md), so that nothing
 * under /api, however it is written, ever answers with the page.
 */
export const PageModule = ServeStaticModule.forRoot({
  rootPath: path.join(packageRoot, 'ui', 'dist'),
  renderPath: '/',
  serveStaticOptions: {
    index: false,
    redirect: false,
    setHeaders: (response: { setHeader(name: string, value: string): void }, file: string) => {
      response.setHeader('Cache-Control', file.includes(ASSET_FOLDER) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  },
});

/**
 * Serves the page whole whatever part of it is asked for (RFC 9110, 14.2: a server may ignore Range): @nestjs/serve-static answers a
 * range that the page does not have in a form that is not ours.
 */
export function ignorePageRange(app: INestApplication): void {
  app.use((request: { path: string; headers: Record<string, unknown> }, _response: unknown, next: () => void) => {
    // However many slashes the page is asked for with.
    if (/^\/+$/.test(request.path)) delete request.headers.range;
    next();
  });
}
