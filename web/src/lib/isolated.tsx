import type { ReactNode } from 'react';
import { piecesByDirection } from '#rules/direction.ts';

/**
 * A sentence, above all one with a name in it: what is written from right to left turns no words around it. What is no
 * string stays as it is.
 */
export function Isolated({ children }: { children: ReactNode }): ReactNode {
  if (typeof children !== 'string') return children;
  const pieces = piecesByDirection(children);
  if (pieces.length === 1) return children;
  // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place alone
  return pieces.map((piece, index) => (index % 2 === 1 ? <bdi key={index}>{piece}</bdi> : piece));
}
