import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { MAX_PAGE_BYTES } from '../limits.js';
import { AddressRefusedError, PageUnavailableError } from '../search.errors.js';
import type { Resolve } from './checked-lookup.js';
import { PageClient, type PageOptions } from './page-client.js';
import { isPublicAddress } from './public-address.js';

class TestPageClient extends PageClient {
  readonly asked: string[] = [];
  addresses: Record<string, string[]> = {};

  constructor(protected override readonly isPublic: (address: string) => boolean = isPublicAddress) {
    super();
  }

  protected override readonly resolve: Resolve = (hostname) => {
    this.asked.push(hostname);
    return Promise.resolve((this.addresses[hostname] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  };
}

describe('PageClient', () => {
  let server: Server;
  let answer: RequestListener;
  let requests: string[];
  let client: TestPageClient;
  let origin: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.headers.host} ${request.url}`);
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    requests = [];
    client = new TestPageClient();
    answer = (_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end('<p>Hello');
  });

  const get = (url: string, options: Partial<PageOptions> = {}) => client.get(url, { signal: new AbortController().signal, ...options });
  const owner = { allowPrivate: true };
  const port = () => (server.address() as AddressInfo).port;

  test('a page, with the type and the address that it has in the end', async () => {
    answer = (request, response) => {
      if (request.url === '/old') response.writeHead(302, { location: '/new' }).end();
      else response.setHeader('content-type', 'Text/HTML; charset=iso-8859-1').end(Buffer.from('<p>caf\xe9', 'latin1'));
    };
    const page = await get(`${origin}/old`, owner);
    expect([page.url, page.contentType, page.isHtml, page.text(), page.isCut]).toEqual([`${origin}/new`, 'text/html', true, '<p>café', false]);
  });

  test.each([
    ['127.0.0.1', 'http://127.0.0.1:PORT/'],
    ['a number', 'http://2130706433:PORT/'],
    ['IPv6', 'http://[::1]:PORT/'],
    ['mapped IPv4', 'http://[::ffff:127.0.0.1]:PORT/'],
    ['metadata of a cloud', 'http://169.254.169.254/latest/meta-data/'],
    ['all interfaces', 'http://0.0.0.0:PORT/'],
  ])('%s is not connected to', async (_, url) => {
    await expect(get(url.replace('PORT', String(port())))).rejects.toThrow(AddressRefusedError);
    expect(requests).toEqual([]);
  });

  test('a name that means a private address is not connected to, also where it means a public one beside it', async () => {
    client.addresses = { 'rebind.example': ['127.0.0.1'], 'both.example': ['93.184.216.34', '127.0.0.1'], 'six.example': ['::ffff:10.0.0.1'], 'nothing.example': [] };
    for (const name of Object.keys(client.addresses)) {
      const refused = get(`http://${name}:${port()}/`);
      await expect(refused).rejects.toThrow(AddressRefusedError);
      await expect(refused).rejects.toThrow(name);
      await expect(refused).rejects.not.toThrow('127.0.0.1');
    }
    expect(requests).toEqual([]);
  });

  test('the address that was checked is the one that is used: a name is resolved once a connection', async () => {
    client.addresses = { 'page.example': ['127.0.0.1'] };
    await get(`http://page.example:${port()}/`, owner);
    expect(client.asked).toEqual(['page.example']);
    expect(requests).toEqual([`page.example:${port()} /`]);
  });

  test('every redirect is checked anew', async () => {
    client = new TestPageClient((address) => address === '127.0.0.1');
    client.addresses = { 'public.example': ['127.0.0.1'], 'private.example': ['10.0.0.1'] };
    const there = `http://public.example:${port()}/`;
    expect((await get(there)).text()).toBe('<p>Hello');
    const locations = ['http://private.example/', 'http://[::1]/', 'http://169.254.169.254/', 'file:///etc/passwd', 'http://user:pw@public.example/', 'http://public.example:25/', 'gopher://x/'];
    for (const location of locations) {
      answer = (_, response) => response.writeHead(301, { location }).end();
      await expect(get(there)).rejects.toThrow(AddressRefusedError);
    }
    expect(requests).toHaveLength(1 + locations.length);
  });

  test('a chain of redirects ends, and a redirect without a target is an answer', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/again' }).end();
    await expect(get(`${origin}/`, owner)).rejects.toThrow(/redirected more than 5 times/);
    expect(requests).toHaveLength(6);
    answer = (_, response) => response.writeHead(302).end();
    await expect(get(`${origin}/`, owner)).rejects.toThrow('HTTP 302');
  });

  test.each([404, 500, 204, 206])('HTTP %i is no page', async (status) => {
    answer = (_, response) => response.writeHead(status).end();
    await expect(get(`${origin}/`, owner)).rejects.toThrow(`HTTP ${status}`);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
  ])('is unpacked: %s', async (encoding, pack) => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': encoding }).end(pack('packed'));
    expect((await get(`${origin}/`, owner)).text()).toBe('packed');
  });

  test('a bomb is read only up to the limit', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(MAX_PAGE_BYTES * 10, 'a')));
    const page = await get(`${origin}/`, owner);
    expect(page.isCut).toBe(true);
    expect(page.text()).toHaveLength(MAX_PAGE_BYTES);
  });

  test('a page without an end is read only up to the limit, and the connection is closed', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (_, response) => {
        response.setHeader('content-type', 'text/plain');
        const more = (): void => {
          while (response.write('a'.repeat(65_536)));
        };
        response.on('drain', more).on('close', resolve);
        more();
      };
    });
    expect((await get(`${origin}/`, owner)).isCut).toBe(true);
    await closed;
  });

  test.each([
    ['broken gzip', { 'content-encoding': 'gzip' }, /could not be fetched/],
    ['an unknown packing', { 'content-encoding': 'zstd' }, /"zstd"/],
    ['a picture', { 'content-type': 'image/png' }, /image\/png/],
    ['a PDF', { 'content-type': 'application/pdf' }, /application\/pdf/],
    ['binary data without a type', {}, /binary data/],
  ])('%s is said to be no page', async (_, headers, message) => {
    answer = (_request, response) => response.writeHead(200, headers as Record<string, string>).end(Buffer.from([1, 0, 2]));
    const failed = get(`${origin}/`, owner);
    await expect(failed).rejects.toThrow(PageUnavailableError);
    await expect(failed).rejects.toThrow(message);
  });

  test.each(['text/markdown', 'application/json', 'application/ld+json', 'application/rss+xml', 'application/xml', 'text/csv; charset=nonsense'])('%s is read', async (type) => {
    answer = (_, response) => response.setHeader('content-type', type).end('{}');
    expect((await get(`${origin}/`, owner)).text()).toBe('{}');
  });

  test('an encoding that only the page itself names is used', async () => {
    answer = (_, response) => response.setHeader('content-type', 'text/html').end(Buffer.from('<meta charset="windows-1252"><p>\x80', 'latin1'));
    expect((await get(`${origin}/`, owner)).text()).toContain('€');
  });

  test('an abort ends it, and a server that is not there is said to be so', async () => {
    const abort = new AbortController();
    answer = () => abort.abort(new Error('stopped'));
    await expect(get(`${origin}/`, { ...owner, signal: abort.signal })).rejects.toThrow('stopped');
    await expect(get('http://127.0.0.1:1999/', owner)).rejects.toThrow(PageUnavailableError);
  });
});
