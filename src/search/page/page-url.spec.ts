import { AddressRefusedError } from '../search.errors.js';
import { hostOf, pageUrl } from './page-url.js';

test.each([
  ['https://example.org', 'example.org'],
  ['http://EXAMPLE.org:8080/a?b#c', 'example.org'],
  ['http://127.1/', '127.0.0.1'],
  ['http://2130706433/', '127.0.0.1'],
  ['http://0x7f.0.0.1/', '127.0.0.1'],
  ['http://017700000001/', '127.0.0.1'],
  ['http://127.0.0.1./', '127.0.0.1'],
  ['http://①②⑦.⓪.⓪.①/', '127.0.0.1'],
  ['http://[::1]/', '::1'],
  ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ['http:\\\\127.0.0.1\\x', '127.0.0.1'],
  [' https://example.org\t', 'example.org'],
])('the host of %j is %s', (text, host) => expect(hostOf(pageUrl(text))).toBe(host));

test.each([
  'example.org',
  '//example.org',
  '',
  'http://',
  'http://256.256.256.256/',
  'http://[::1',
  'http://a b/',
  'file:///etc/passwd',
  'ftp://example.org/',
  'gopher://127.0.0.1:6379/_x',
  'javascript:alert(1)',
  'data:text/plain,x',
  'blob:https://example.org/1',
  'ws://example.org/',
  'http://user@example.org/',
  'http://user:password@example.org/',
  'http://:password@example.org/',
  'http://example.org:22/',
  'http://example.org:25/',
  'http://example.org:0/',
  'http://example.org:1023/',
  'http://example.org:65536/',
  `http://example.org/${'a'.repeat(2_050)}`,
])('%j is refused', (text) => expect(() => pageUrl(text)).toThrow(AddressRefusedError));

test('a redirect is relative to where it came from, and no way to another scheme', () => {
  const base = new URL('https://example.org/a/b');
  expect(pageUrl('../c', base).href).toBe('https://example.org/c');
  expect(pageUrl('//other.example/c', base).href).toBe('https://other.example/c');
  expect(() => pageUrl('file:///etc/passwd', base)).toThrow(AddressRefusedError);
  expect(() => pageUrl('http://[', base)).toThrow(AddressRefusedError);
});
