import { AddressList, clientNetwork, isLoopbackAddress, normalizeAddress } from './network-address.js';

describe('normalizeAddress', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::FFFF:7f00:1', '127.0.0.1'],
    ['0:0:0:0:0:ffff:10.0.0.1', '10.0.0.1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['', undefined],
    ['localhost', undefined],
    ['127.0.0.01', undefined],
    ['127.1', undefined],
    ['1.2.3.4.5', undefined],
    ['unknown', undefined],
    ['1.2.3.4\u0000', undefined],
  ])('%j is %j', (text, expected) => expect(normalizeAddress(text)).toBe(expected));
});

describe('AddressList', () => {
  const list = new AddressList(['10.0.0.0/8', ' 192.0.2.7 ', 'fd00::/8', '::1', '172.16.0.0/12']);

  test.each(['10.0.0.1', '10.255.255.255', '192.0.2.7', 'fd12::1', '::1', '172.31.0.1'])('%s is in it', (address) =>
    expect(list.has(normalizeAddress(address))).toBe(true),
  );

  test('a mapped IPv4 address is the IPv4 address', () => expect(list.has(normalizeAddress('::ffff:10.1.2.3'))).toBe(true));

  test.each(['11.0.0.1', '192.0.2.8', 'fe80::1', '::2', '172.32.0.1', '127.0.0.1'])('%s is not', (address) =>
    expect(list.has(normalizeAddress(address))).toBe(false),
  );

  test('what is no address is in no list', () => {
    expect(list.has(undefined)).toBe(false);
    expect(list.has('unknown')).toBe(false);
    expect(new AddressList(['0.0.0.0/0', '::/0']).has('::1')).toBe(true);
  });

  test('names the entries that cannot match, and matches nothing by them', () => {
    const entries = ['', 'localhost', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8/8', '10.0.0.0/', 'fd00::/129', '*', '::ffff:10.0.0.0/8', 'fe80::1%eth0'];
    const bad = new AddressList(entries);
    expect(bad.invalid).toEqual(entries);
    expect(bad.has('10.0.0.1')).toBe(false);
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.255.0.3', true],
  ['::1', true],
  ['128.0.0.1', false],
  ['0.0.0.0', false],
  ['::', false],
  [undefined, false],
])('isLoopbackAddress(%j) is %j', (address, expected) => expect(isLoopbackAddress(address)).toBe(expected));

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:0:1::', '2001:db8:0:1::/64'],
])('clientNetwork(%j) is %j', (address, expected) => expect(clientNetwork(address)).toBe(expected));
