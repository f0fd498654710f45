import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { site } from '#copy/site.ts';
import { toast } from './toast.ts';

/**
 * A part of a page whose code arrives when the part is first drawn; the server draws it at once. Code that does not arrive
 * leaves the page as it is, where React's `lazy` alone would replace all of it: a toast says so, and the next drawing asks again.
 *
 * @param options.fallback stands in its place meanwhile
 * @param options.isOptional nobody asked for this part, so nobody is told that it is missing
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  options: { fallback?: ReactNode; isOptional?: boolean } = {},
): ComponentType<P> & { prepare: () => void } {
  const ask = () => lazy<ComponentType<P>>(() => load().then((part) => ({ default: part }), giveUp));
  let Part = ask();

  function giveUp(error: unknown): { default: ComponentType<P> } {
    // React keeps what a lazy component became: only a new one asks again.
    Part = ask();
    console.warn('A part of the page could not be loaded', error);
    if (!options.isOptional)
      toast.error(navigator.onLine ? site.queryFailed : site.offline, { id: 'network' });
    return { default: () => options.fallback };
  }

  /** Loads the code before it is wanted. */
  function prepare(): void {
    // Whoever then wants the part asks again, and is told.
    load().catch((error: unknown) => console.warn('A part of the page could not be prepared', error));
  }

  // biome-ignore lint/correctness/noComponentHookFactories: a module makes its parts once, as it does with React's `lazy`.
  function LazyPart(props: P) {
    return (
      <Suspense fallback={options.fallback}>
        <Part {...props} />
      </Suspense>
    );
  }
  return Object.assign(LazyPart, { prepare });
}
