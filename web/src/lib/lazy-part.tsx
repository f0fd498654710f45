import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { site } from '#copy/site.ts';
import { allStyles } from './page/all-styles.ts';
import { markStartFailed } from './page/start-failed.ts';
import { withQueries } from './query/late-queries.tsx';
import { toast } from './toast.ts';
import { whenOnline } from './when-online.ts';

/**
 * The part that `load` brings, when all is there that it is drawn from: the page's own HTML does not draw it, so the page may
 * lack styles for it, and the code that reads data.
 */
export async function loadComplete<P extends object>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  const [Part] = await Promise.all([withQueries(load), allStyles()]);
  return Part;
}

/** What opens and closes. */
type Opened = { isOpen?: boolean; onClose?: () => void };

/**
 * A part of a page whose code arrives when the part is first drawn; the server draws it at once. Code that does not
 * arrive leaves the page as it is, where React's `lazy` alone would replace all of it: a toast says so, and the next
 * drawing asks again. A browser remembers a failed import until the page is reloaded: so nothing is asked for while
 * it is offline, and the toast can reload. A part that opens and closes is asked for when it first opens. It counts as
 * closed when its code is missing, or the button that opens it would have nothing left to change. Any other part waits
 * for a network; where the network was lost while its code was on the way, the page is loaded again with the network.
 *
 * @param options.fallback stands in its place until then
 * @param options.isOptional the person did not ask for this part, so no message says that it is missing
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  options: { fallback?: ReactNode; isOptional?: boolean } = {},
): ComponentType<P> & { prepare: () => void } {
  let opens = false;
  const isOffline = () => globalThis.navigator?.onLine === false;
  const fetchPart = async () => {
    if (isOffline()) {
      if (opens && !options.isOptional) throw new Error('Offline');
      await whenOnline();
    }
    return loadComplete(load);
  };
  const ask = () => lazy<ComponentType<P>>(() => fetchPart().then(take, giveUp));
  let Part = ask();
  let isMissing = false;

  function take(part: ComponentType<P>): { default: ComponentType<P> } {
    isMissing = false;
    return { default: part };
  }

  function giveUp(error: unknown): { default: ComponentType<P> } {
    // React keeps what a lazy component became: only a new one asks again.
    Part = ask();
    isMissing = true;
    console.warn('A part of the page could not be loaded', error);
    if (!options.isOptional) {
      const action = { label: site.reload, onClick: () => location.reload() };
      if (!isOffline()) toast.error(site.queryFailed, { id: 'network', action });
      else if (opens) toast.error(site.offline, { id: 'network' });
      else markStartFailed();
    }
    return {
      default: function Missing(props: P) {
        const { isOpen, onClose }: Opened = props;
        useEffect(() => {
          if (isOpen) onClose?.();
        }, [isOpen, onClose]);
        return options.fallback;
      },
    };
  }

  /** Loads the code before it is wanted. */
  function prepare(): void {
    // The next use asks again, and a failure is then reported.
    fetchPart().catch((error: unknown) => console.warn('A part of the page could not be prepared', error));
  }

  // biome-ignore lint/correctness/noComponentHookFactories: a module makes its parts once, as with React's `lazy`.
  function LazyPart(props: P) {
    const { isOpen = true }: Opened = props;
    opens ||= 'isOpen' in props;
    const [wasOpened, setWasOpened] = useState(isOpen);
    if (isOpen && !wasOpened) setWasOpened(true);
    // Closed for want of its code, it is asked for when it is opened again.
    if (!wasOpened || (isMissing && !isOpen)) return options.fallback;
    return (
      <Suspense fallback={options.fallback}>
        <Part {...props} />
      </Suspense>
    );
  }
  return Object.assign(LazyPart, { prepare });
}
