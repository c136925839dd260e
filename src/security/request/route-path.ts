/**
 * The path of a request target as the router compares it: without query, in lower case, without a slash at the end. For rules that must be
 * decided before there is a handler; every other spelling of a path leads to no handler either.
 */
export function routePath(target: string): string {
  const path = (target.split('?')[0] ?? '').toLowerCase();
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Whether a target is one of the API's own, and no file, page, or route below /v1. */
export function isApiTarget(target: string): boolean {
  const path = routePath(target);
  return path === '/api' || path.startsWith('/api/');
}
