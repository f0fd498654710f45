import type { ReactNode } from 'react';
import { piecesByDirection } from '#rules/shell/text.ts';

/** A sentence for a page, for example with a name: text from right to left does not reorder the words around it. */
export function isolate(text: ReactNode): ReactNode {
  const pieces = typeof text === 'string' ? piecesByDirection(text) : [];
  if (pieces.length < 2) return text;
  // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place alone
  return pieces.map((piece, index) => (index % 2 === 1 ? <bdi key={index}>{piece}</bdi> : piece));
}
