import { useEffect, useRef } from 'react';

const EVENTS = ['pointerdown', 'touchstart', 'keydown'] as const;

/**
 * Runs `act` at the first pointer, touch or key event that a person made on the page beside its controls, once. A program that opens the
 * links of an e-mail runs scripts and makes no such event.
 */
export function useFirstPress(isWaiting: boolean, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!isWaiting) return;
    const end = new AbortController();
    const run = (event: Event) => {
      if (!event.isTrusted || end.signal.aborted) return;
      // A control does what it says.
      if (event.target instanceof Element && event.target.closest('a, button, input, label')) return;
      end.abort();
      latest.current();
    };
    for (const name of EVENTS) window.addEventListener(name, run, { signal: end.signal, capture: true });
    return () => end.abort();
  }, [isWaiting]);
}
