import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { site } from '#copy/site.ts';
import { toast } from './toast.ts';

const isServer = typeof document === 'undefined';

/**
 * A part of a page whose code arrives when the part is first drawn, in the browser alone. Code that does not arrive leaves the
 * page as it is, where React's `lazy` would replace all of it: a toast says so, and the next drawing asks again.
 *
 * @param options.fallback stands in its place meanwhile
 * @param options.isOptional nobody asked for this part, so nobody is told that it is missing
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  options: { fallback?: ReactNode; isOptional?: boolean } = {},
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  let isLoading = false;
  // biome-ignore lint/correctness/noComponentHookFactories: a module makes its parts once, as it does with React's `lazy`.
  return function LazyPart(props: P) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (Part || isServer) return;
      if (loaded) return setPart(() => loaded);
      if (isLoading) return;
      isLoading = true;
      load()
        .then(
          (part) => {
            loaded = part;
            setPart(() => part);
          },
          (error: unknown) => {
            console.warn('A part of the page could not be loaded', error);
            if (!options.isOptional)
              toast.error(navigator.onLine ? site.queryFailed : site.offline, { id: 'network' });
          },
        )
        .finally(() => {
          isLoading = false;
        });
    });
    return Part ? <Part {...props} /> : options.fallback;
  };
}
