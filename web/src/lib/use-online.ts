import { useSyncExternalStore } from 'react';

/** A page in the back/forward cache gets no events until it is shown again (`pageshow`). */
const EVENTS = ['online', 'offline', 'pageshow'];

function subscribe(onChange: () => void): () => void {
  for (const event of EVENTS) window.addEventListener(event, onChange);
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, onChange);
  };
}

/** Whether the browser has a network; true on the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
