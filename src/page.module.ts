import path from 'node:path';
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
  // Nothing is rendered: what is no file goes on to the routes and to their 404.
  renderPath: /(?!)/,
  serveStaticOptions: {
    redirect: false,
    setHeaders: (response: { setHeader(name: string, value: string): void }, file: string) => {
      response.setHeader('Cache-Control', file.includes(ASSET_FOLDER) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  },
});
