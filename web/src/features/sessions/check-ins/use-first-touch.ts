import { useEffect, useState } from 'react';

const EVENTS = ['pointerdown', 'touchstart', 'keydown', 'click'] as const;

/** Whether a person has pressed something or used a key on this page; what a script presses does not count. */
export function useFirstTouch(): boolean {
  const [isTouched, setIsTouched] = useState(false);
  useEffect(() => {
    if (isTouched) return;
    const note = (event: Event) => event.isTrusted && setIsTouched(true);
    for (const name of EVENTS) addEventListener(name, note, { capture: true });
    return () => {
      for (const name of EVENTS) removeEventListener(name, note, { capture: true });
    };
  }, [isTouched]);
  return isTouched;
}
