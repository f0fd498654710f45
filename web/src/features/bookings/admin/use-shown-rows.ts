import { useState } from 'react';

interface Shown<Row> {
  /** What was asked for. */
  question: string;
  rows: readonly Row[];
  /** When they came, on this machine's clock. */
  at: number;
}

/** Clocks differ: a booking counts as new that was made up to this long before the rows came. Milliseconds. */
const CLOCK_TOLERANCE_MS = 5_000;

/**
 * Rows that keep their places while somebody works on them. What is read again changes a row where it stands; rows that
 * come or go wait until `adopt`, so that a click never lands on another row than the one it was meant for.
 *
 * @param decided the rows that were decided on this screen: that they leave is no news
 */
export function useShownRows<Row extends { id: string; created_at: string }>(
  question: string,
  latest: readonly Row[] | undefined,
  decided: ReadonlySet<string>,
): { rows: readonly Row[]; change: { added: number } | null; adopt: () => void } {
  const [shown, setShown] = useState<Shown<Row>>({ question: '', rows: [], at: 0 });
  let current = shown;
  if (latest && (shown.question !== question || (shown.rows.length === 0 && latest.length > 0))) {
    current = { question, rows: latest, at: Date.now() };
    setShown(current);
  }
  const byId = new Map(latest?.map((row) => [row.id, row]));
  return {
    rows: current.rows.map((row) => byId.get(row.id) ?? row),
    change: latest ? changeOf(current, latest, decided) : null,
    adopt: () => setShown({ question: '', rows: [], at: 0 }),
  };
}

/** What `latest` brings that is not shown; null where it brings nothing. */
export function changeOf<Row extends { id: string; created_at: string }>(
  shown: Pick<Shown<Row>, 'rows' | 'at'>,
  latest: readonly Row[],
  decided: ReadonlySet<string>,
): { added: number } | null {
  const known = new Set(shown.rows.map(({ id }) => id));
  const present = new Set(latest.map(({ id }) => id));
  const added = latest.filter(
    ({ id, created_at }) => !known.has(id) && Date.parse(created_at) > shown.at - CLOCK_TOLERANCE_MS,
  ).length;
  const expected = shown.rows.filter(({ id }) => present.has(id) || !decided.has(id)).map(({ id }) => id);
  // Where a page loses rows, the next page's move up.
  const isSame = expected.every((id, place) => latest[place]?.id === id);
  return added === 0 && isSame ? null : { added };
}
