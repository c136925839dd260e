import { withLlamaServer } from './llama-server-base.js';

test.each([
  ['http://10.0.0.5:8081', 'http://10.0.0.5:8081/v1'],
  ['http://10.0.0.5:8081/', 'http://10.0.0.5:8081/v1'],
  [' https://llama.lan/v1/ ', 'https://llama.lan/v1'],
])('%j stands in as %j', (base, baseUrl) => {
  expect(withLlamaServer({ port: 1 }, base)).toEqual({ port: 1, baseUrl });
  expect(withLlamaServer({ baseUrl: null }, base)).toEqual({ baseUrl });
});

test('what the settings name counts, and without the variable nothing changes', () => {
  expect(withLlamaServer({ baseUrl: 'offline' }, 'http://10.0.0.5:8081')).toEqual({ baseUrl: 'offline' });
  expect(withLlamaServer({}, undefined)).toEqual({});
});

test.each(['10.0.0.5:8081', 'ftp://x', 'http://[bad'])('%j is refused by name', (base) => {
  expect(() => withLlamaServer({}, base)).toThrow(/^LLAMA_SERVER_BASE is /);
});
