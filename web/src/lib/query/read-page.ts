/** What the data API answers to a query with `count: 'exact'`. */
type Answer<Row> = { data: Row[] | null; count: number | null; error: { code?: string } | null };

export interface ListPage<Row> {
  rows: Row[];
  /** All matches, not only this page's. */
  total: number;
  /** From 0; the last page when the requested one is after it. */
  page: number;
}

/** The data API's code for a page after the last row. */
const BEHIND_THE_END = 'PGRST103';

/**
 * One page of a list; the last one when the list has become too short. `read` gets the bounds for `.range`. Throws the
 * API's error.
 */
export async function readPage<Row>(
  { page, size }: { page: number; size: number },
  read: (from: number, to: number) => PromiseLike<Answer<Row>>,
): Promise<ListPage<Row>> {
  const { data, count, error } = await read(page * size, (page + 1) * size - 1);
  const isBehind = page > 0 && (error ? error.code === BEHIND_THE_END : data?.length === 0);
  if (isBehind) {
    const first = await readPage({ page: 0, size }, read);
    const last = Math.max(0, Math.ceil(first.total / size) - 1);
    // The page number only falls, so that a list that keeps shrinking cannot make this endless.
    return last === 0 ? first : readPage({ page: Math.min(last, page - 1), size }, read);
  }
  if (error) throw error;
  return { rows: data ?? [], total: count ?? 0, page };
}
