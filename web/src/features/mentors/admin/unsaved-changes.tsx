import { useEffect, useEffectEvent, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { mentorEditor } from '#copy/admin/mentor-editor.ts';
import { site } from '#copy/site.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

const { leave: copy } = mentorEditor;

/**
 * Asks before unsaved changes are lost, whichever way one leaves the page.
 *
 * @param keep called when the form goes without the person's decision, such as when the session ends
 */
export function useUnsavedChanges(hasChanges: boolean, keep: () => void) {
  /** Saved or given up: nothing is lost any more. */
  const isSettled = useRef(false);
  /** Led out: the changes are kept, without a question. */
  const isLedOut = useRef(false);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges && !isSettled.current && !isLedOut.current && currentLocation.pathname !== nextLocation.pathname,
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

/** Asks before what was typed is lost. */
export function LeaveDialog({
  isAsking,
  stay,
  discard,
  mentorName,
}: ReturnType<typeof useUnsavedChanges> & { mentorName: string }) {
  return (
    <Dialog
      isOpen={isAsking}
      onClose={stay}
      closeLabel={site.close}
      title={copy.title}
      description={copy.description(mentorName)}
      actions={
        <>
          <Button variant="danger" onClick={discard}>
            {copy.discard}
          </Button>
          <Button onClick={stay}>{copy.stay}</Button>
        </>
      }
    />
  );
}
