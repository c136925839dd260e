import type { Client } from '../request/client.js';
import type { RequestDescription } from '../request/request-description.js';
import { bodyCapOf } from './body-cap.js';

const KIB = 1024;

test.each<[string, boolean, boolean, string | undefined, number]>([
  ['/api/chat', true, true, undefined, 128 * KIB],
  ['/API/Chat/', true, true, undefined, 128 * KIB],
  ['/api/search?x', true, true, undefined, 128 * KIB],
  ['/api/profile', true, true, undefined, 256 * KIB],
  ['/api/presets', true, true, undefined, 64 * KIB],
  ['/%61pi/chat', true, true, undefined, 64 * KIB],
  ['/api/chat', true, true, 'Bearer x', 1024 * KIB],
  ['/api/chat', false, true, undefined, 1024 * KIB],
  ['/api/chat', false, false, undefined, 128 * KIB],
  ['/api/upload', false, true, undefined, Number.POSITIVE_INFINITY],
])('%s (guarded %j, on this machine %j, %j) takes %i bytes', (target, isGuarded, isLocal, authorization, bytes) => {
  const request: RequestDescription = { method: 'POST', target, headers: authorization === undefined ? {} : { authorization: [authorization] }, encrypted: false };
  expect(bodyCapOf(request, { isLocal } as Client, isGuarded)).toBe(bytes);
});
