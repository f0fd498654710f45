import { describe, expect, it } from 'vitest';
import { changeOf } from './use-shown-rows.ts';

const AT = Date.parse('2026-11-24T10:00:00Z');
const row = (id: string, minutesBefore = 60) => ({
  id,
  created_at: new Date(AT - minutesBefore * 60_000).toISOString(),
});
const shown = { rows: [row('a'), row('b'), row('c')], at: AT };

describe('what a list that is read again brings', () => {
  it.each([
    ['nothing where it is the same', ['a', 'b', 'c'], [], null],
    ['nothing where a row left that was decided here', ['b', 'c'], ['a'], null],
    ['nothing where the next page’s rows moved up for it', ['b', 'c', 'd'], ['a'], null],
    ['a change where a row left that somebody else decided', ['b', 'c'], [], { added: 0 }],
    ['a change where rows stand in another order', ['b', 'a', 'c'], [], { added: 0 }],
  ])('is %s', (_what, ids, decided, change) => {
    expect(
      changeOf(
        shown,
        ids.map((id) => row(id)),
        new Set(decided),
      ),
    ).toEqual(change);
  });

  it('is the number of bookings that were made since', () => {
    expect(changeOf(shown, [row('a'), row('x', -1), row('b'), row('c'), row('y', -2)], new Set())).toEqual({
      added: 2,
    });
    expect(changeOf(shown, [row('a'), row('b'), row('c'), row('y', -2)], new Set())).toEqual({ added: 1 });
  });
});
