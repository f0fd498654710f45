import { type ComponentType, useEffect, useState } from 'react';
import { allStyles } from './page/all-styles.ts';
import { withQueries } from './query/late-queries.tsx';
import { whenOnline } from './when-online.ts';

/** Loads a component with the code that reads data, once. */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>): () => Promise<ComponentType<P>> {
  let part: Promise<ComponentType<P>> | undefined;
  return () => {
    part ??= whenOnline().then(() => withQueries(load));
    return part;
  };
}

/**
 * For a part that takes the place of what stands in the page's HTML and does the same more simply: the component from a
 * `latePart`, once it and all styles are there. Where they do not arrive, the HTML stays.
 */
export function useLatePart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> | undefined {
  const [Part, setPart] = useState<ComponentType<P>>();
  useEffect(() => {
    Promise.all([load(), allStyles()]).then(([arrived]) => setPart(() => arrived), console.warn);
  }, [load]);
  return Part;
}
