import { mentorEditor } from '#copy/admin/mentor-editor.ts';
import { site } from '#copy/site.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

const { leave: copy } = mentorEditor;

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
      closeLabel={site.close}
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
