import { assertBindAllowed } from './bind-rule.js';

describe('assertBindAllowed', () => {
  test.each(['127.0.0.1', 'localhost', 'LOCALHOST', '::1', '127.0.0.2'])('%s needs no token', (host) => {
    expect(() => assertBindAllowed({ host }, () => false)).not.toThrow();
  });

  test.each(['0.0.0.0', '::', '192.168.1.10', '2001:db8::1', 'jarvis.lan', 'localhost.evil.example', '127.1', '0'])('%s needs one', (host) => {
    expect(() => assertBindAllowed({ host }, () => false)).toThrow(/does not listen on .* `jarvis token create NAME`, or set "host" to 127\.0\.0\.1/);
    expect(() => assertBindAllowed({ host }, () => true)).not.toThrow();
  });
});
