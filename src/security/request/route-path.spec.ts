import { isApiTarget, routePath } from './route-path.js';

test.each([
  ['/api/chat', '/api/chat'],
  ['/api/chat/', '/api/chat'],
  ['/API/Chat?x=/y', '/api/chat'],
  ['/', '/'],
  ['/?a', '/'],
])('%j is %j to the router', (target, path) => expect(routePath(target)).toBe(path));

test.each([
  ['/api', true],
  ['/Api/x', true],
  ['/api?x', true],
  ['/apis', false],
  ['/v1/models', false],
  ['/', false],
  ['/assets/api/x.js', false],
])('%j is of the API: %j', (target, isApi) => expect(isApiTarget(target)).toBe(isApi));
