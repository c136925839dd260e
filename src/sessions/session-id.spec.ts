import { InvalidInputError } from '../common/domain-error.js';
import { assertSessionId, isSessionId, newSessionId } from './session-id.js';

describe('session ids', () => {
  it.each(['a', '0', 'main', 'sub-1f', 'A.b_c-d', 'x'.repeat(128), newSessionId()])('accepts %j', (id) => {
    expect(isSessionId(id)).toBe(true);
    expect(() => assertSessionId(id)).not.toThrow();
  });

  it.each([
    '', '.', '..', '.hidden', '-x', '_x', 'a/b', '../../../../research/run/evil', 'a\\b', 'a\0b', 'a b', 'ä', 'a:b', 'a\n', '%2e%2e',
    'x'.repeat(129), 7, null, undefined, {}, ['a'], { toString: () => 'a' },
  ])('refuses %j', (id) => {
    expect(() => assertSessionId(id)).toThrow(InvalidInputError);
  });
});
