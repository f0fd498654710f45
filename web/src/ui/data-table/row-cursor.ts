import { useState } from 'react';

/** The attribute with the id of the row that an element shows. */
const ROW_ID = 'data-row';

const CONTROL = 'a[href],button:not(:disabled),select:not(:disabled),input:not(:disabled)';

/** The last place of the cursor, in case its row has lost the focus or is gone. */
export type RowPlace = { id: string; index: number };

/** The props of each row by its id: Tab returns to the row that last had the focus, or was last opened. */
export function useCurrentRow(openRow?: string) {
  const [current, setCurrent] = useState<string | null>(null);
  const [lastOpen, setLastOpen] = useState(openRow);
  if (openRow !== lastOpen) {
    setLastOpen(openRow);
    if (openRow !== undefined) setCurrent(openRow);
  }
  return (id: string) => ({ [ROW_ID]: id, tabIndex: id === current ? 0 : -1, onFocus: () => setCurrent(id) });
}

/** The row that has or contains the focus. */
export function focusedRow(list: HTMLElement): HTMLElement | null {
  const active = document.activeElement;
  const row = active?.closest<HTMLElement>(`[${ROW_ID}]`);
  return row && list.contains(row) ? row : null;
}

export function rowId(row: HTMLElement): string {
  return row.getAttribute(ROW_ID) ?? '';
}

/** Moves the focus to the next row (1) or the previous one (-1). Returns its new place; null without rows. */
export function moveRowFocus(list: HTMLElement, step: 1 | -1, last: RowPlace | null): RowPlace | null {
  const rows = [...list.querySelectorAll<HTMLElement>(`[${ROW_ID}]`)];
  if (rows.length === 0) return null;
  const focused = focusedRow(list);
  const from = focused ? rows.indexOf(focused) : rows.findIndex((row) => rowId(row) === last?.id);
  let index = from + step;
  // The row is gone, and the next one has its place; or there was no row before.
  if (from === -1) index = last === null ? 0 : last.index + Math.min(step, 0);
  index = Math.min(Math.max(index, 0), rows.length - 1);
  const row = rows[index];
  if (!row) return null;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
  return { id: rowId(row), index };
}

/** Moves the focus from the row into it: to its first action, else to its first control. */
export function enterRow(row: HTMLElement): boolean {
  const cells = row.querySelectorAll('td');
  const control =
    cells[cells.length - 1]?.querySelector<HTMLElement>(CONTROL) ?? row.querySelector<HTMLElement>(CONTROL);
  control?.focus();
  return control != null;
}
