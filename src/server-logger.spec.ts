import { jest } from '@jest/globals';
import { KnownSecretRedactor } from './security/known-secret-redactor.js';
import { ServerLogger } from './server-logger.js';

describe('ServerLogger', () => {
  const logger = new ServerLogger(new KnownSecretRedactor('/nowhere/.env', { A_TOKEN: 'worth-keeping' }));
  let written: string;

  beforeEach(() => {
    written = '';
    for (const stream of [process.stdout, process.stderr]) {
      jest.spyOn(stream, 'write').mockImplementation((text) => {
        written += String(text);
        return true;
      });
    }
  });
  afterEach(() => jest.restoreAllMocks());

  test('writes no secret, whatever it is handed', () => {
    logger.warn('worth-keeping as text', 'Somewhere');
    logger.error(new Error('worth-keeping in an error'), 'Somewhere');
    logger.error('with a stack', 'Error: worth-keeping\n    at somewhere', 'Somewhere');
    logger.fatal('worth-keeping at the end', 'Somewhere');
    expect(written).not.toContain('worth-keeping');
    expect(written.split('[redacted]')).toHaveLength(5);
  });

  test('leaves to main.ts what it says itself', () => {
    logger.error(new Error('no port'), 'NestApplication');
    logger.error(new Error('no settings'), '_ExceptionHandler');
    expect(written).toBe('');
  });
});
