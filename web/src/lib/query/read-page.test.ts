import { describe, expect, it, vi } from 'vitest';
import { readPage } from './read-page.ts';

/** The data API over a list of so many rows; some answer an empty page behind the end, some refuse it. */
function listOf(total: number, refuses = true) {
  const rows = Array.from({ length: total }, (_, index) => index);
  return vi.fn(async (from: number, to: number) =>
    refuses && from > 0 && from >= total
      ? { data: null, count: null, error: { code: 'PGRST103' } }
      : { data: rows.slice(from, to + 1), count: total, error: null },
  );
}

describe('a page of a list', () => {
  it('is read with one question', async () => {
    const read = listOf(45);
    expect(await readPage({ page: 1, size: 20 }, read)).toMatchObject({ total: 45, page: 1 });
    expect(read).toHaveBeenCalledExactlyOnceWith(20, 39);
  });

  it('may be empty when the list is', async () => {
    const read = listOf(0);
    expect(await readPage({ page: 0, size: 20 }, read)).toEqual({ rows: [], total: 0, page: 0 });
    expect(read).toHaveBeenCalledOnce();
  });

  it.each([true, false])('behind the end is the last one (refused: %s)', async (refuses) => {
    expect(await readPage({ page: 9, size: 20 }, listOf(45, refuses))).toEqual({
      rows: [40, 41, 42, 43, 44],
      total: 45,
      page: 2,
    });
    expect(await readPage({ page: 9, size: 20 }, listOf(3, refuses))).toMatchObject({ total: 3, page: 0 });
    expect(await readPage({ page: 9, size: 20 }, listOf(0, refuses))).toMatchObject({ total: 0, page: 0 });
  });

  it('ends even where the list shrinks with each question', async () => {
    let total = 100;
    const read = async (from: number) => {
      total -= 20;
      return from > 0 && from >= total
        ? { data: null, count: null, error: { code: 'PGRST103' } }
        : { data: [from], count: total, error: null };
    };
    expect((await readPage({ page: 9, size: 20 }, read)).page).toBe(0);
  });

  it('that cannot be read is an error', async () => {
    const error = { code: '57014', message: 'canceling statement' };
    await expect(readPage({ page: 1, size: 20 }, async () => ({ data: null, count: null, error }))).rejects.toBe(error);
  });
});
