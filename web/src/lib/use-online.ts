import { useSyncExternalStore } from 'react';

/** A page that the browser keeps while one is elsewhere hears of nothing until it is shown again. */
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
