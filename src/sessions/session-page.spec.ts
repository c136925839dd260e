import fc from 'fast-check';
import { InvalidInputError } from '../common/domain-error.js';
import { pageOf } from './session-page.js';

const row = (id: string, minute: number) => ({ id, createdAt: '', updatedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString() });

describe('pageOf', () => {
  it('shows each session once, newest first, whatever the size of the pages and however many changed at once', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 30 }), fc.array(fc.nat(3), { minLength: 30, maxLength: 30 }), fc.integer({ min: 1, max: 7 }), (ids, minutes, limit) => {
        const rows = ids.map((id, index) => row(id, minutes[index] ?? 0));
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = pageOf(rows, limit, cursor);
          seen.push(...page.rows.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        expect([...seen].sort()).toEqual([...ids].sort());
        const times = seen.map((id) => rows.find((other) => other.id === id)?.updatedAt ?? '');
        expect(times).toEqual([...times].sort().reverse());
      }),
    );
  });

  it('leaves the following pages as they are when a session comes or changes', () => {
    const rows = [row('a', 1), row('b', 2), row('c', 3), row('d', 4)];
    const first = pageOf(rows, 2, undefined);
    expect(first.rows.map(({ id }) => id)).toEqual(['d', 'c']);
    const later = [...rows.filter(({ id }) => id !== 'd'), row('d', 9), row('e', 10)];
    expect(pageOf(later, 2, first.nextCursor).rows.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(pageOf(rows, 4, undefined).nextCursor).toBeUndefined();
  });

  it.each(['x', '', 'bnVsbA', Buffer.from('["never","a"]').toString('base64url'), Buffer.from('[1,2]').toString('base64url')])('refuses the cursor %j', (cursor) => {
    expect(() => pageOf([], 1, cursor)).toThrow(InvalidInputError);
  });
});
