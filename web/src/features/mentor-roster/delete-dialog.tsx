import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminMentors } from '#copy/admin/mentors.ts';
import { site } from '#copy/site.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Banner } from '#ui/messages/banner.tsx';
import { deleteMentor, RosterRefusal, rosterKey } from './mentor-roster.data.ts';

const { deleteDialog: copy } = adminMentors;

/** Asks before deleting, and deletes; the database refuses while something of the mentor is still open. */
export function DeleteDialog({
  mentor,
  isOpen,
  onClose,
  returnFocus,
}: {
  mentor: { id: string; name: string };
  isOpen: boolean;
  onClose: () => void;
  returnFocus: () => HTMLElement | null;
}) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteMentor(mentor.id),
    onSuccess: () => {
      toast.success(adminMentors.deleted);
      onClose();
    },
    onError: (error) => console.warn('The mentor was not deleted', error),
    onSettled: () => {
      // The public pages that this tab has seen show the mentor as they were.
      client.removeQueries({ type: 'inactive' });
      return client.invalidateQueries({ queryKey: rosterKey });
    },
  });
  const refusal = remove.error instanceof RosterRefusal ? remove.error : null;
  return (
    <Dialog
      isOpen={isOpen}
      isLocked={remove.isPending}
      onClose={onClose}
      closeLabel={site.close}
      title={copy.title(mentor.name)}
      description={copy.description}
      returnFocus={returnFocus}
      actions={
        <>
          <Button variant="secondary" disabled={remove.isPending} onClick={onClose}>
            {copy.keep}
          </Button>
          {refusal?.code === 'mentor_has_open_bookings' ? (
            <ButtonLink to={paths.adminMentorBookings(mentor.id)}>{copy.toBookings}</ButtonLink>
          ) : (
            <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
              {copy.confirm}
            </Button>
          )}
        </>
      }
    >
      {refusal && <Banner tone="danger">{adminMentors.deleteFailed(refusal.message)}</Banner>}
    </Dialog>
  );
}
