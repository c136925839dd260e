import { decideApiKey, isOpenRouter } from './api-key.js';
import { redactSecrets } from './redact-secrets.js';

const OPENROUTER = 'https://openrouter.ai/api/v1';
const OPENROUTER_KEY = `sk-or-v1-${'0123456789abcdef'.repeat(4)}`;

describe('decideApiKey', () => {
  test.each<[string, string | undefined, string | undefined, string, ReturnType<typeof decideApiKey>]>([
    ['no key', undefined, 'https://openrouter.ai', OPENROUTER, {}],
    ['the recorded origin', 'secret', 'https://api.example.com', 'https://api.example.com/v1', { key: 'secret' }],
    ['the recorded origin as a bare host', 'secret', 'api.example.com', 'https://API.example.com/v1', { key: 'secret' }],
    ['another host', 'secret', 'https://api.example.com', 'https://evil.example/v1', { heldBackFor: 'https://api.example.com' }],
    ['a host that only begins alike', 'secret', 'https://api.example.com', 'https://api.example.com.evil.example/v1', { heldBackFor: 'https://api.example.com' }],
    ['the host as a user name', 'secret', 'https://api.example.com', 'https://api.example.com@evil.example/v1', { heldBackFor: 'https://api.example.com' }],
    ['the same host without TLS', 'secret', 'https://api.example.com', 'http://api.example.com/v1', { heldBackFor: 'https://api.example.com' }],
    ['another port of this machine', 'secret', 'http://127.0.0.1:8080', 'http://127.0.0.1:9090/v1', { heldBackFor: 'http://127.0.0.1:8080' }],
    ['a record that is nonsense', 'secret', '%%', OPENROUTER, { heldBackFor: '%%' }],
    ['no record: first use decides', 'secret', undefined, 'https://api.example.com/v1', { key: 'secret', record: 'https://api.example.com' }],
    ['no record, an OpenRouter key at OpenRouter', OPENROUTER_KEY, undefined, OPENROUTER, { key: OPENROUTER_KEY, record: 'https://openrouter.ai' }],
    ['no record, an OpenRouter key elsewhere', OPENROUTER_KEY, undefined, 'http://127.0.0.1:11434/v1', { heldBackFor: 'https://openrouter.ai' }],
    ['an OpenRouter key that is recorded for a gateway', OPENROUTER_KEY, 'https://gateway.example', 'https://gateway.example/v1', { key: OPENROUTER_KEY }],
    ['a baseUrl that is none', 'secret', undefined, 'offline', {}],
  ])('%s', (_name, key, keyFor, baseUrl, expected) => {
    expect(decideApiKey(key, keyFor, baseUrl)).toEqual(expected);
  });

  test('OpenRouter is one origin', () => {
    expect([OPENROUTER, 'https://openrouter.ai', 'http://openrouter.ai/api/v1', 'https://openrouter.ai.evil.example', 'nonsense'].map(isOpenRouter)).toEqual([true, true, false, false, false]);
  });
});

describe('redactSecrets', () => {
  test.each([
    ['plain', 'bad key a"b+c/d!', 'bad key [redacted]'],
    ['in JSON', JSON.stringify({ key: 'a"b+c/d!' }), '{"key":"[redacted]"}'],
    ['in a URL', `?key=${encodeURIComponent('a"b+c/d!')}`, '?key=[redacted]'],
    ['a bearer header', 'Authorization: Bearer eyJhbGciOi.x-y_z', 'Authorization: Bearer [redacted]'],
    ['another key', 'Incorrect API key provided: sk-proj-1234****abcd.', 'Incorrect API key provided: [redacted]'],
    ['words that only look alike', 'a risk-averse task-force', 'a risk-averse task-force'],
  ])('%s', (_name, text, expected) => {
    expect(redactSecrets(text, 'a"b+c/d!')).toBe(expected);
  });

  test('a key that is too short to be one is left alone', () => {
    expect(redactSecrets('an apple', 'an')).toBe('an apple');
  });
});
