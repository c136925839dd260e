import type { Request, Response } from 'express';

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
  return response.locals.carriesDetail === true;
}
