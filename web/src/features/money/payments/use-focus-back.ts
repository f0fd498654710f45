import { type MouseEvent, useEffect, useRef } from 'react';

/** A button that is disabled while it works loses the focus. Call the result on press: the focus comes back. */
export function useFocusBack(isBusy: boolean): (event: MouseEvent<HTMLElement>) => void {
  const pressed = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (isBusy || !pressed.current) return;
    // Focus that has moved elsewhere stays there.
    if (document.activeElement === document.body) pressed.current.focus({ preventScroll: true });
    pressed.current = null;
  }, [isBusy]);
  return (event) => {
    pressed.current = event.currentTarget;
  };
}
