import { JarvisChatServer, expectRefused } from '../../support/jarvischat-page.js';

/** Which addresses are answered: private ones as it comes, or those that are named. */
describe('addresses', () => {
  let standard: JarvisChatServer;
  let named: JarvisChatServer;

  beforeAll(async () => {
    [standard, named] = await Promise.all([JarvisChatServer.start(), JarvisChatServer.start({}, { JARVISCHAT_ALLOWED_CIDRS: '127.0.0.0/8, 203.0.113.0/24, nonsense' })]);
  });
  afterAll(() => Promise.all([standard.stop(), named.stop()]));

  const from = (server: JarvisChatServer, address: string) => server.page().request('GET', '/api/auth/session', undefined, { 'x-forwarded-for': address });

  test.each(['127.0.0.1', '::1', '10.0.0.1', '10.255.255.254', '172.16.0.1', '172.31.255.254', '192.168.1.20', '::ffff:192.168.1.20', 'fd00::1', 'fe80::1'])('%s is answered', async (address) => {
    const { status, body } = await from(standard, address);
    expect([status, body]).toEqual([200, { authenticated: false, role: 'none' }]);
  });

  test.each(['8.8.8.8', '203.0.113.5', '172.32.0.1', '172.15.255.255', '192.169.0.1', '2001:db8::1', '::ffff:8.8.8.8'])('%s is refused', async (address) => {
    expectRefused(await from(standard, address), 403, 'Client IP not allowed');
  });

  test.each(['/api/auth/guest', '/api/auth/login', '/api/chat', '/api/search'])('POST %s is refused too', async (route) => {
    expectRefused(await standard.page().request('POST', route, {}, { 'x-forwarded-for': '8.8.8.8' }), 403, 'Client IP not allowed');
  });

  test.each([
    ['203.0.113.5', 200],
    ['127.0.0.1', 200],
    ['10.0.0.1', 403],
    ['203.0.114.1', 403],
  ])('named ranges stand in place of those that come: %s', async (address, status) => {
    const answer = await from(named, address);
    if (status === 200) expect([answer.status, answer.body]).toEqual([200, { authenticated: false, role: 'none' }]);
    else expectRefused(answer, 403, 'Client IP not allowed');
  });

  test('who is no proxy is not believed', async () => {
    const server = await JarvisChatServer.start({ trustProxy: [] });
    // The connection's own address counts, whatever the header names.
    for (const address of ['10.0.0.1', '8.8.8.8']) {
      const { status, body } = await from(server, address);
      expect([status, body]).toEqual([200, { authenticated: false, role: 'none' }]);
    }
    await server.stop();
  });
});
