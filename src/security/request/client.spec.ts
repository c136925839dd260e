import { resolveClient } from './client.js';
import { AddressList } from './network-address.js';

const TRUSTED = new AddressList(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
const NOBODY = new AddressList([]);

function clientOf(peer: string | undefined, headers: Record<string, string | string[]>, trusted = NOBODY) {
  const all = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => [name, [value].flat()] as const);
  return resolveClient(
    { method: 'GET', target: '/', headers: Object.fromEntries(all), encrypted: false, ...(peer === undefined ? {} : { peerAddress: peer }) },
    trusted,
  );
}

describe('resolveClient', () => {
  test.each(['127.0.0.1', '127.3.2.1', '::1', '::ffff:127.0.0.1'])('%s without forwarding headers is local', (peer) =>
    expect(clientOf(peer, {}).isLocal).toBe(true),
  );

  test.each(['192.168.1.7', '10.0.0.1', '::ffff:192.168.1.7', 'fe80::1%eth0', '2001:db8::1', undefined, 'nonsense'])('%j is not', (peer) => {
    expect(clientOf(peer, {}).isLocal).toBe(false);
    expect(clientOf(peer, { 'x-forwarded-for': '127.0.0.1' }, TRUSTED).isLocal).toBe(false);
  });

  test.each([
    'forwarded',
    'via',
    'x-real-ip',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
    'x-forwarded',
    'x-client-ip',
    'cf-connecting-ip',
    'true-client-ip',
  ])('a loopback socket that carries %s is not local', (name) => {
    for (const value of ['127.0.0.1', '', '::1', 'for=127.0.0.1']) expect(clientOf('127.0.0.1', { [name]: value }).isLocal).toBe(false);
  });

  test.each<[string, string | string[], string | undefined]>([
    ['one client', '203.0.113.9', '203.0.113.9'],
    ['spaces and a port', ' 203.0.113.9:4711 ', '203.0.113.9'],
    ['IPv6', '2001:db8::9', '2001:db8::9'],
    ['IPv6 in brackets with a port', '[2001:db8::9]:4711', '2001:db8::9'],
    ['mapped IPv4', '::ffff:203.0.113.9', '203.0.113.9'],
    ['what the client wrote before', '127.0.0.1, 203.0.113.9', '203.0.113.9'],
    ['a chain of our proxies', '203.0.113.9, 10.0.0.2, 10.0.0.3', '203.0.113.9'],
    ['a lie before a chain of our proxies', '127.0.0.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['two headers', ['127.0.0.1', '203.0.113.9'], '203.0.113.9'],
    ['a client within our own network', '10.0.0.9', '10.0.0.9'],
    ['nonsense', 'unknown', undefined],
    ['nonsense before a chain of our proxies', 'evil, 10.0.0.2', undefined],
    ['an empty value', '', undefined],
    ['an empty entry', '203.0.113.9,', undefined],
    ['an obfuscated name', '_hidden', undefined],
    ['a name', 'localhost', undefined],
  ])('from a named proxy, X-Forwarded-For with %s', (_name, value, expected) => {
    const client = clientOf('127.0.0.1', { 'x-forwarded-for': value }, TRUSTED);
    expect(client.address).toBe(expected);
    expect(client.isLocal).toBe(false);
  });

  test('a proxy on this machine that the settings name may speak for a client on this machine', () => {
    expect(clientOf('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, TRUSTED).isLocal).toBe(true);
    expect(clientOf('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, NOBODY).isLocal).toBe(false);
    expect(clientOf('127.0.0.1', { via: '1.1 proxy' }, TRUSTED)).toMatchObject({ isLocal: false });
    expect(clientOf('127.0.0.1', {}, TRUSTED).isLocal).toBe(true);
  });

  test('nobody else may: not even a named proxy elsewhere', () => {
    expect(clientOf('10.0.0.5', { 'x-forwarded-for': '127.0.0.1' }, TRUSTED).isLocal).toBe(false);
    expect(clientOf('192.168.1.7', { 'x-forwarded-for': '127.0.0.1' }, TRUSTED)).toMatchObject({ address: '192.168.1.7', isLocal: false });
  });

  test('the scheme is the proxy’s word only where it is named', () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
    expect(clientOf('10.0.0.5', headers, TRUSTED).scheme).toBe('https');
    expect(clientOf('10.0.0.5', headers, NOBODY).scheme).toBe('http');
    expect(clientOf('10.0.0.5', { ...headers, 'x-forwarded-proto': 'javascript' }, TRUSTED).scheme).toBe('http');
  });
});
