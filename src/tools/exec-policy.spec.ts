import { commandRule, isUnguarded } from './exec-policy.js';
import { documentedExecRows } from './testing/documented-exec-rows.js';

describe('the matrix of security and ask', () => {
  const rows = documentedExecRows();

  test('is documented for all nine pairs', () => {
    expect(rows).toHaveLength(9);
    expect(new Set(rows.map(([security, ask]) => `${security} ${ask}`)).size).toBe(9);
  });

  test.each(rows)('%s and %s: approved %s, listed %s, unknown %s', (security, ask, approved, listed, unknown) => {
    expect(commandRule({ security, ask }, 'approved')).toBe(approved);
    expect(commandRule({ security, ask }, 'listed')).toBe(listed);
    expect(commandRule({ security, ask }, 'unknown')).toBe(unknown);
  });

  test.each(rows)('%s and %s counts as unguarded only where everything runs', (security, ask, ...rules) => {
    expect(isUnguarded({ security, ask, allowlist: [] })).toBe(rules.every((rule) => rule === 'run'));
  });
});
