import { useCallback, useEffect, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { mentorEditor } from '#copy/admin/mentor-editor.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

const { leave: copy } = mentorEditor;

/**
 * Asks before unsaved changes are lost, whichever way one leaves the page.
 *
 * @param keep called when the form goes without the person's decision, such as when the session ends
 */
export function useUnsavedChanges(hasChanges: boolean, keep: () => void) {
  const current = useRef({ hasChanges, keep });
  useEffect(() => {
    current.current = { hasChanges, keep };
  });
  /** Saved or given up: nothing is lost any more. */
  const isSettled = useRef(false);
  /** Led out: the changes are kept, without a question. */
  const isLedOut = useRef(false);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      current.current.hasChanges &&
      !isSettled.current &&
      !isLedOut.current &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload(
    useCallback((event) => {
      if (current.current.hasChanges && !isSettled.current) event.preventDefault();
    }, []),
  );
  useEffect(
    () => () => {
      if (current.current.hasChanges && !isSettled.current) current.current.keep();
    },
    [],
  );

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

/** Asks before what was typed is lost. */
export function LeaveDialog({
  isOpen,
  mentorName,
  onStay,
  onDiscard,
}: {
  isOpen: boolean;
  mentorName: string;
  onStay: () => void;
  onDiscard: () => void;
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onStay}
      title={copy.title}
      description={copy.description(mentorName)}
      actions={
        <>
          <Button variant="danger" onClick={onDiscard}>
            {copy.discard}
          </Button>
          <Button onClick={onStay}>{copy.stay}</Button>
        </>
      }
    />
  );
}
