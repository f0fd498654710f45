import type { CSSProperties } from 'react';

/** Words up to this length fit into every column (`fit-name` in styles/app.css). */
const SHORT = 12;

/** The style of an element of the class `fit-name` that shows a name. A hyphen ends a word, as it does for the browser. */
export function fitName(name: string): CSSProperties | undefined {
  const letters = Math.max(...name.split(/[\s-]+/).map((word) => word.length));
  return letters > SHORT ? ({ '--letters': letters } as CSSProperties) : undefined;
}
