import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SystemClock } from '../../common/clock.js';
import { ConfigService } from '../../config/config.service.js';
import { JarvisPaths } from '../../config/jarvis-paths.js';
import { PinStore } from '../pin/pin-store.js';
import { Protection } from '../protection.js';
import { AddressRule } from './address-rule.js';
import type { RequestDescription } from './request-description.js';
import { RequestGate } from './request-gate.js';

const OWN = 'http://localhost:18008';

interface Sent {
  method?: string;
  target?: string;
  peer?: string;
  local?: string;
  encrypted?: boolean;
  headers?: Record<string, string | string[]>;
}

function describeSent(sent: Sent): RequestDescription {
  const headers = { host: 'localhost:18008', ...sent.headers };
  return {
    method: sent.method ?? 'POST',
    target: sent.target ?? '/api/chat',
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()])),
    peerAddress: sent.peer ?? '127.0.0.1',
    localAddress: sent.local ?? '127.0.0.1',
    encrypted: sent.encrypted ?? false,
  };
}

describe('RequestGate', () => {
  let home: string;

  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'jarvis-gate-'));
    mkdirSync(path.join(home, '.jarvis/data/config'), { recursive: true });
  });

  afterEach(() => rmSync(home, { recursive: true }));

  function gate(settings: object = {}): RequestGate {
    writeFileSync(path.join(home, '.jarvis/data/config/settings.json'), JSON.stringify(settings));
    const paths = new JarvisPaths(home);
    const config = new ConfigService(paths);
    return new RequestGate(config, new AddressRule(config, new Protection(config, new PinStore(paths.pinFile, new SystemClock()))));
  }

  const codeOf = (sent: Sent, settings: object = {}) => gate(settings).check(describeSent(sent))?.code ?? 'admitted';
  const PAGE_VISIT = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const SOCKET = { upgrade: 'websocket', connection: 'Upgrade' };

  test.each<[string, Sent]>([
    ['a program', {}],
    ['our own page', { headers: { origin: OWN, 'sec-fetch-site': 'same-origin' } }],
    ['our own page in a browser without fetch metadata', { headers: { origin: OWN } }],
    ['a GET of our own page', { method: 'GET', headers: { 'sec-fetch-site': 'same-origin', referer: `${OWN}/` } }],
    ['an address typed by hand', { method: 'GET', target: '/api/docs', headers: { 'sec-fetch-site': 'none' } }],
    ['a link to the page', { method: 'GET', target: '/', headers: PAGE_VISIT }],
    ['a link to a session on the page', { method: 'GET', target: '/?session=a', headers: PAGE_VISIT }],
    ['a link to the page in an old browser', { method: 'GET', target: '/', headers: { referer: 'https://evil.example/' } }],
    ['a socket of our own page', { method: 'GET', target: '/gateway', headers: { ...SOCKET, origin: OWN } }],
    ['a socket of a program', { method: 'GET', target: '/', headers: SOCKET }],
    ['TLS', { encrypted: true, headers: { origin: 'https://localhost:18008' } }],
    ['the default port', { headers: { host: 'localhost', origin: 'http://localhost' } }],
    ['IPv6', { headers: { host: '[::1]:18008', origin: 'http://[::1]:18008' } }],
    ['OPTIONS *', { method: 'OPTIONS', target: '*' }],
  ])('%s is admitted', (_name, sent) => expect(codeOf(sent)).toBe('admitted'));

  test.each<[string, Record<string, string | string[]>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another site that claims to be ours', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    ['a hidden origin', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['another port of this machine', { origin: 'http://localhost:3000' }],
    ['no port', { origin: 'http://localhost' }],
    ['another scheme', { origin: 'https://localhost:18008' }],
    ['another name of this machine', { origin: 'http://127.0.0.1:18008' }],
    ['a name that begins like ours', { origin: `${OWN}.evil.example` }],
    ['a name and a user', { origin: 'http://localhost:18008@evil.example' }],
    ['a path', { origin: `${OWN}/` }],
    ['two origins', { origin: [OWN, 'https://evil.example'] }],
    ['two origins in one', { origin: `${OWN}, https://evil.example` }],
    ['an extension', { origin: 'chrome-extension://abcdefgh' }],
    ['a file', { origin: 'file://' }],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['an unknown site', { 'sec-fetch-site': 'elsewhere' }],
    ['two sites', { 'sec-fetch-site': ['same-origin', 'cross-site'] }],
    ['our origin but another site', { origin: OWN, 'sec-fetch-site': 'cross-site' }],
    ['a foreign referer', { referer: 'https://evil.example/page' }],
    ['a referer that is no URL', { referer: 'localhost:18008' }],
    ['a visit to a page', PAGE_VISIT],
  ])('%s is refused with every method, on a socket too', (_name, headers) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']) {
      expect(codeOf({ method, headers })).toBe('origin_not_allowed');
    }
    expect(codeOf({ method: 'GET', target: '/gateway', headers: { ...headers, ...SOCKET } })).toBe('origin_not_allowed');
  });

  test.each(['//', '/./', '/%2f', '/index.html', '/api/docs', '/#/', '/;/?'])('a visit from elsewhere to %j is refused', (target) =>
    expect(codeOf({ method: 'GET', target, headers: PAGE_VISIT })).toBe('origin_not_allowed'),
  );

  test.each<[string, Sent]>([
    ['POST', { method: 'POST', headers: PAGE_VISIT }],
    ['a frame', { headers: { ...PAGE_VISIT, 'sec-fetch-dest': 'iframe' } }],
    ['an image', { headers: { ...PAGE_VISIT, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' } }],
    ['a socket', { headers: { ...SOCKET, ...PAGE_VISIT } }],
    ['a foreign origin', { headers: { ...PAGE_VISIT, origin: 'https://evil.example' } }],
  ])('of visits from elsewhere to the page, %s is refused', (_name, sent) =>
    expect(codeOf({ method: 'GET', target: '/', ...sent })).toBe('origin_not_allowed'),
  );

  test.each(['', 'api', 'http://localhost:18008/api/chat', 'http://evil.example/', 'evil.example:443', '*'])(
    'the request target %j is no path on this server',
    (target) => expect(codeOf({ target })).toBe('bad_request_target'),
  );

  test('the host must be ours, said once', () => {
    expect(codeOf({ headers: { host: 'evil.example:18008' } })).toBe('host_not_allowed');
    expect(codeOf({ headers: { host: 'evil.example:18008', origin: 'http://evil.example:18008' } })).toBe('host_not_allowed');
    expect(codeOf({ headers: { host: ['localhost', 'evil.example'] } })).toBe('host_not_allowed');
    expect(codeOf({ headers: { host: [] } })).toBe('host_not_allowed');
    expect(codeOf({ headers: { host: 'jarvis.lan' } }, { allowedHosts: ['jarvis.lan'] })).toBe('admitted');
    expect(codeOf({ local: '192.168.1.10', headers: { host: '192.168.1.10:18008' } })).toBe('admitted');
  });

  describe('behind a proxy', () => {
    const settings = { trustProxy: ['127.0.0.1', '10.0.0.0/8'], allowedHosts: ['jarvis.lan'] };
    const forwarded = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'jarvis.lan' };

    test('scheme and host are those that the named proxy says', () => {
      expect(codeOf({ headers: { ...forwarded, origin: 'https://jarvis.lan' } }, settings)).toBe('admitted');
      expect(codeOf({ headers: { ...forwarded, origin: 'http://jarvis.lan' } }, settings)).toBe('origin_not_allowed');
      expect(codeOf({ headers: { ...forwarded, origin: OWN } }, settings)).toBe('origin_not_allowed');
    });

    test('a proxy that is not named is not believed', () => {
      expect(codeOf({ headers: { ...forwarded, origin: 'https://jarvis.lan' } })).toBe('origin_not_allowed');
    });

    test('both the host of the proxy and that of its client must be ours', () => {
      expect(codeOf({ headers: { ...forwarded, 'x-forwarded-host': 'evil.example' } }, settings)).toBe('host_not_allowed');
      expect(codeOf({ headers: { ...forwarded, host: 'evil.example' } }, settings)).toBe('host_not_allowed');
      expect(codeOf({ headers: { ...forwarded, 'x-forwarded-host': 'jarvis.lan, evil.example' } }, settings)).toBe('host_not_allowed');
    });
  });

  test.each([
    [{ trustProxy: ['nginx'] }, 'trustProxy names "nginx"'],
    [{ trustProxy: ['10.0.0.0/33'] }, 'trustProxy names "10.0.0.0/33"'],
    [{ allowedHosts: ['*.lan'] }, 'allowedHosts names "*.lan"'],
    [{ allowedHosts: ['https://jarvis.lan'] }, 'allowedHosts names "https://jarvis.lan"'],
  ])('with the settings %j the server does not start, and says why', (settings, message) => {
    expect(() => gate(settings)).toThrow(message);
  });
});
