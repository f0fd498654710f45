import { useEffect, useRef } from 'react';

/** The last one alone is what some aids for reading a screen make. */
const EVENTS = ['pointerdown', 'touchstart', 'keydown', 'click'] as const;

/**
 * Runs `act` at the first press or key of a person on the page, once, while `isWaiting`. A program that opens the links of an
 * e-mail runs scripts and makes no such event. A press on a control counts only with `onControls`: it does what it says.
 */
export function useFirstPress(isWaiting: boolean, act: () => void, { onControls = false } = {}): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!isWaiting) return;
    const end = new AbortController();
    const run = ({ isTrusted, target }: Event) => {
      if (!isTrusted || end.signal.aborted) return;
      if (!onControls && target instanceof Element && target.closest('a, button, input, label')) return;
      end.abort();
      latest.current();
    };
    for (const name of EVENTS) window.addEventListener(name, run, { signal: end.signal, capture: true });
    return () => end.abort();
  }, [isWaiting, onControls]);
}
