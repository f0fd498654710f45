import type { ReactNode } from 'react';
import { piecesByDirection } from '#rules/text.ts';

/** A sentence, above all one with a name in it, as a page shows it: what is written from right to left turns no words around it. */
export function isolate(text: ReactNode): ReactNode {
  const pieces = typeof text === 'string' ? piecesByDirection(text) : [];
  if (pieces.length < 2) return text;
  // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place alone
  return pieces.map((piece, index) => (index % 2 === 1 ? <bdi key={index}>{piece}</bdi> : piece));
}
