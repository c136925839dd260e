import 'reflect-metadata';
import { parseSettings } from '../../config/settings-file.js';
import { configuredUrl } from './server-url.js';

test.each([
  [{}, 'http://127.0.0.1:18008'],
  [{ host: '0.0.0.0', port: 80 }, 'http://127.0.0.1:80'],
  [{ host: '::', port: 80 }, 'http://[::1]:80'],
  [{ host: '::1', port: 80 }, 'http://[::1]:80'],
  [{ host: 'localhost', port: 80 }, 'http://localhost:80'],
  [{ host: '192.0.2.7', port: 80 }, 'http://192.0.2.7:80'],
  [{ port: 0 }, undefined],
])('%j is reached at %s', (settings, url) => expect(configuredUrl(parseSettings(settings))).toBe(url));
