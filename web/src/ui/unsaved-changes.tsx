import { useEffect, useEffectEvent, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/**
 * Asks before unsaved changes are lost, for every way to leave the page.
 *
 * @param keep called when the form disappears without the person's decision, such as when the session ends
 */
export function useUnsavedChanges(hasChanges: boolean, keep: () => void) {
  /** Saved or given up: nothing can be lost. */
  const isSettled = useRef(false);
  /** The page leads the person out: the changes are kept without a question. */
  const isLedOut = useRef(false);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges &&
      !isSettled.current &&
      !isLedOut.current &&
      // Another query may show another part of the page, which replaces this one.
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  );
  useBeforeUnload((event) => {
    if (hasChanges && !isSettled.current) event.preventDefault();
  });
  const keepUnsaved = useEffectEvent(() => {
    if (hasChanges && !isSettled.current) keep();
  });
  useEffect(() => () => keepUnsaved(), []);

  return {
    isAsking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    discard: () => {
      isSettled.current = true;
      blocker.proceed?.();
    },
    settle: () => {
      isSettled.current = true;
    },
    leadOut: () => {
      isLedOut.current = true;
    },
  };
}

/** Asks before typed texts are lost. */
export function LeaveDialog({
  isAsking,
  stay,
  discard,
  labels,
}: ReturnType<typeof useUnsavedChanges> & {
  labels: { title: string; description: string; stay: string; discard: string };
}) {
  return (
    <Dialog
      isOpen={isAsking}
      onClose={stay}
      title={labels.title}
      description={labels.description}
      actions={
        <>
          <Button variant="danger" onClick={discard}>
            {labels.discard}
          </Button>
          <Button onClick={stay}>{labels.stay}</Button>
        </>
      }
    />
  );
}
