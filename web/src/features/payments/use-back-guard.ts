import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';

/** While `isOn`, the browser's Back stays on this page and calls `onBack` instead. Every other way on passes. */
export function useBackGuard(isOn: boolean, onBack: () => void): void {
  const blocker = useBlocker(({ historyAction }) => isOn && historyAction === 'POP');
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    latest.current();
  }, [blocker]);
}
