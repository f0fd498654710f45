import { type ComponentType, useEffect, useState } from 'react';
import { loadComplete } from './lazy-part.tsx';
import { whenOnline } from './when-online.ts';

/** Loads a component with all that it needs, once. */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>): () => Promise<ComponentType<P>> {
  let part: Promise<ComponentType<P>> | undefined;
  return () => {
    part ??= whenOnline().then(() => loadComplete(load));
    return part;
  };
}

/**
 * For a part that takes the place of what stands in the page's HTML and does the same more simply: the component from a
 * `latePart`, once it is there. Where it does not arrive, the HTML stays.
 */
export function useLatePart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> | undefined {
  const [Part, setPart] = useState<ComponentType<P>>();
  useEffect(() => {
    load().then((arrived) => setPart(() => arrived), console.warn);
  }, [load]);
  return Part;
}
