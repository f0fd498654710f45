import { WifiOff } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { site } from '#copy/site.ts';
import { toast } from '#lib/toast.ts';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Shown while offline. Links to other pages then do nothing: a missing page would lose what was typed. */
export function OfflineAlert() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const wasOffline = useRef(false);

  useEffect(() => {
    if (isOnline) {
      if (wasOffline.current) toast.success(site.backOnline, { id: 'network' });
      wasOffline.current = false;
      return;
    }
    wasOffline.current = true;
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || link.origin !== location.origin || link.pathname === location.pathname) return;
      event.preventDefault();
      toast.error(site.offline, { id: 'network' });
    };
    document.addEventListener('click', stay, true);
    return () => document.removeEventListener('click', stay, true);
  }, [isOnline]);

  return (
    <div role="status" className="absolute inset-x-0 top-full print:hidden">
      {!isOnline && (
        <p
          className={
            'flex items-center justify-center gap-2 border-b border-danger/30 bg-danger-soft px-4 py-2 ' +
            'text-center text-sm font-medium text-danger'
          }
        >
          <WifiOff className="size-4 shrink-0" aria-hidden="true" />
          {site.offline}
        </p>
      )}
    </div>
  );
}
