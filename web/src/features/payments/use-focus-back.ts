import { type MouseEvent, useEffect, useRef } from 'react';

/**
 * A button that rests while its work is under way loses the focus. Call the result when it is pressed: it gets the
 * focus back.
 */
export function useFocusBack(isBusy: boolean): (event: MouseEvent<HTMLElement>) => void {
  const pressed = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (isBusy || !pressed.current) return;
    // Where the person has gone on meanwhile, they stay.
    if (document.activeElement === document.body) pressed.current.focus({ preventScroll: true });
    pressed.current = null;
  }, [isBusy]);
  return (event) => {
    pressed.current = event.currentTarget;
  };
}
