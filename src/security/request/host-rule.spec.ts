import { isAllowedHost } from './host-rule.js';

describe('isAllowedHost', () => {
  test.each([
    'localhost',
    'LOCALHOST:18008',
    '127.0.0.1',
    '127.0.0.1:18008',
    '127.8.9.10:1',
    '[::1]',
    '[::1]:18008',
    '[0:0:0:0:0:0:0:1]:18008',
    '[::ffff:127.0.0.1]',
  ])('%j is this machine', (host) => expect(isAllowedHost(host, [], undefined)).toBe(true));

  test.each([
    '',
    ' ',
    'evil.example',
    'evil.example:18008',
    'localhost.evil.example',
    'localhost.',
    'localhost:',
    'localhost:99999',
    'localhost:18008:1',
    'localhost,evil.example',
    'localhost, localhost',
    'localhost/evil.example',
    'localhost@evil.example',
    'evil.example#localhost',
    ' localhost',
    'localhost\t',
    'user:pw@localhost',
    'http://localhost',
    '127.0.0.1.evil.example',
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '127.0.0.01',
    '127.0.0.1%00',
    '0.0.0.0',
    '[::]',
    '[::1',
    '::1',
    '[::1]evil.example',
    '[127.0.0.1]',
    '[fe80::1%lo]',
    '192.168.1.10',
    '１２７.0.0.1',
    'ⓛocalhost',
    'a'.repeat(10_000),
  ])('%j is somebody else', (host) => expect(isAllowedHost(host, [], '127.0.0.1')).toBe(false));

  test('the address that the connection arrived at is allowed, and no other one', () => {
    expect(isAllowedHost('192.168.1.10:18008', [], '192.168.1.10')).toBe(true);
    expect(isAllowedHost('192.168.1.10:18008', [], '::ffff:192.168.1.10')).toBe(true);
    expect(isAllowedHost('[2001:DB8::7]', [], '2001:db8:0:0::7')).toBe(true);
    expect(isAllowedHost('192.168.1.11', [], '192.168.1.10')).toBe(false);
  });

  test.each([
    ['jarvis.lan', ['jarvis.lan'], true],
    ['Jarvis.LAN:8443', ['jarvis.lan'], true],
    ['jarvis.lan:8443', ['jarvis.lan:8443'], true],
    ['jarvis.lan:8444', ['jarvis.lan:8443'], false],
    ['jarvis.lan', ['jarvis.lan:8443'], false],
    ['a.jarvis.lan', ['jarvis.lan'], false],
    ['jarvis.lan.evil.example', ['jarvis.lan'], false],
    ['anything', ['*'], false],
    ['[2001:db8::7]', ['[2001:db8:0::7]'], true],
  ])('%j with allowedHosts %j: %j', (host, allowed, expected) => expect(isAllowedHost(host, allowed, undefined)).toBe(expected));
});
