import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { site } from '#copy/shell/site.ts';
import { allStyles } from './page/all-styles.ts';
import { markStartFailed } from './page/start-failed.ts';
import { withQueries } from './query/late-queries.tsx';
import { toast } from './toast.ts';
import { whenOnline } from './when-online.ts';

/**
 * The component from `load`, once all styles and the code that reads data are loaded too. The page may lack both,
 * because its HTML does not contain this part.
 */
export async function loadComplete<P extends object>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  const [Part] = await Promise.all([withQueries(load), allStyles()]);
  return Part;
}

/** The props of a part that opens and closes. */
type Opened = { isOpen?: boolean; onClose?: () => void };

/**
 * A part of a page whose code is loaded when the part is first drawn; the server draws it at once.
 *
 * When the code does not arrive, a toast says so, and the next drawing loads it again. The rest of the page stays;
 * React's `lazy` alone would replace all of it. A browser remembers a failed import until the page is reloaded: so
 * nothing is loaded while it is offline, and the toast can reload the page.
 *
 * A part that opens and closes is loaded when it first opens. While its code is missing it counts as closed, so that
 * its button can open it again. Any other part waits for a network. When the network is lost during the loading of such
 * a part, the page is loaded again with the network.
 *
 * @param options.fallback shown until the code is there
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
    // React keeps the result of a lazy component: only a new one loads again.
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
    // The next use loads it again, and reports a failure.
    fetchPart().catch((error: unknown) => console.warn('A part of the page could not be prepared', error));
  }

  // biome-ignore lint/correctness/noComponentHookFactories: a module makes its parts once, as with React's `lazy`.
  function LazyPart(props: P) {
    const { isOpen = true }: Opened = props;
    opens ||= 'isOpen' in props;
    const [wasOpened, setWasOpened] = useState(isOpen);
    if (isOpen && !wasOpened) setWasOpened(true);
    // A part that counts as closed because its code is missing is loaded when it opens again.
    if (!wasOpened || (isMissing && !isOpen)) return options.fallback;
    return (
      <Suspense fallback={options.fallback}>
        <Part {...props} />
      </Suspense>
    );
  }
  return Object.assign(LazyPart, { prepare });
}
