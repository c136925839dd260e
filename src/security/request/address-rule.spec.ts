import type { ConfigService } from '../../config/config.service.js';
import type { Protection } from '../protection.js';
import { AddressRule } from './address-rule.js';
import type { RequestDescription } from './request-description.js';

const asking = (target = '/api/chat', headers: RequestDescription['headers'] = {}): RequestDescription => ({ method: 'GET', target, headers, encrypted: false });

function rule(isGuarded: boolean, variables: Record<string, string> = {}): AddressRule {
  return new AddressRule({ variable: (name: string) => variables[name] } as unknown as ConfigService, { isGuarded } as Protection);
}

describe('AddressRule', () => {
  test.each([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['10.255.0.1', true],
    ['172.16.0.1', true],
    ['172.32.0.1', false],
    ['192.168.1.20', true],
    ['192.169.1.20', false],
    ['8.8.8.8', false],
    ['::1', true],
    ['fd12:3456::1', true],
    ['fe80::1', true],
    ['fec0::1', false],
    ['2001:db8::1', false],
    ['::ffff:192.168.1.20', true],
    ['::ffff:8.8.8.8', false],
    ['localhost', false],
    ['', false],
    [undefined, false],
  ])('where the server is guarded, %j may ask: %j', (address, isAllowed) => {
    expect(rule(true).refuses(address, asking())).toBe(!isAllowed);
  });

  test('a local server asks nobody for an address, unless ranges are named', () => {
    expect(rule(false).refuses('8.8.8.8', asking())).toBe(false);
    expect(rule(false, { JARVIS_ALLOWED_CIDRS: '10.0.0.0/8' }).refuses('127.0.0.1', asking())).toBe(true);
  });

  test('named ranges take the place of the private ones; what is none allows nobody', () => {
    const named = rule(true, { JARVISCHAT_ALLOWED_CIDRS: ' 203.0.113.0/24, 2001:db8::/32 ,198.51.100.7, nonsense, 10.0.0.0/99' });
    for (const address of ['203.0.113.9', '2001:db8:1::1', '198.51.100.7']) expect(named.refuses(address, asking())).toBe(false);
    for (const address of ['10.0.0.1', '127.0.0.1', '198.51.100.8']) expect(named.refuses(address, asking())).toBe(true);
    expect(rule(true, { JARVIS_ALLOWED_CIDRS: 'nonsense' }).refuses('127.0.0.1', asking())).toBe(true);
    expect(rule(true, { JARVIS_ALLOWED_CIDRS: '10.0.0.0/8', JARVISCHAT_ALLOWED_CIDRS: '127.0.0.0/8' }).refuses('127.0.0.1', asking())).toBe(true);
  });

  test.each<[string, RequestDescription, boolean]>([
    ['the page', asking('/'), false],
    ['a file', asking('/assets/x.js'), false],
    ['/v1', asking('/v1/models'), false],
    ['the API in another spelling', asking('/API/chat/'), true],
    ['a handshake at the page’s path', asking('/', { upgrade: ['websocket'] }), true],
  ])('%s is closed to other addresses: %j', (_what, request, isClosed) => {
    expect(rule(true).refuses('8.8.8.8', request)).toBe(isClosed);
  });
});
