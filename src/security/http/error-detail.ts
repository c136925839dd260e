import type { Request, Response } from 'express';
import { routePath } from '../request/route-path.js';

/** The first part below /api of the routes that JarvisChat's clients know. */
const ROUTES: ReadonlySet<string> = new Set([
  'auth',
  'chat',
  'search',
  'conversations',
  'memories',
  'presets',
  'profile',
  'settings',
  'skills',
  'models',
  'ps',
  'show',
  'stats',
  'upload',
  'ingest',
  'documents',
]);

/**
 * Nest middleware for routes that JarvisChat's clients know: their errors carry `detail` beside `error`, with the same text. A module
 * applies it to its controllers (`consumer.apply(withErrorDetail).forRoutes(...)`); the error filter looks for the mark.
 */
export function withErrorDetail(_request: Request, response: Response, next: () => void): void {
  response.locals.carriesDetail = true;
  next();
}

/** Whether errors of this answer carry `detail`. */
export function carriesDetail(response: Response): boolean {
  return response.locals.carriesDetail === true || isDetailedTarget(response.req.originalUrl);
}

/** Whether errors of a request for this target carry `detail`, also where no route was found yet. */
export function isDetailedTarget(target: string): boolean {
  const [, api, route] = routePath(target).split('/');
  return api === 'api' && route !== undefined && ROUTES.has(route);
}
