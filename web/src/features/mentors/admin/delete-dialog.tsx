import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminMentors } from '#copy/admin/mentors.ts';
import { site } from '#copy/site.ts';
import { ApiError } from '#lib/api-error.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { deleteMentor, MENTORS_KEY } from './mentors.data.ts';

const { deleteDialog: copy } = adminMentors;

/** Asks before deleting, and deletes; the database refuses while something of the mentor is still open. */
export function DeleteDialog({
  mentor,
  ...dialog
}: {
  mentor: { id: string; name: string };
} & DialogOpening) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteMentor(mentor.id),
    onSuccess: () => {
      toast.success(adminMentors.deleted);
      dialog.onClose();
    },
    onError: (error) => console.warn('The mentor was not deleted', error),
    onSettled: () => {
      // The public pages that this tab has seen show the mentor as they were.
      client.removeQueries({ type: 'inactive' });
      return client.invalidateQueries({ queryKey: MENTORS_KEY });
    },
  });
  const refusal = remove.error instanceof ApiError ? remove.error : null;
  return (
    <ConfirmDialog
      {...dialog}
      title={copy.title(mentor.name)}
      description={copy.description}
      labels={{ close: site.close, keep: copy.keep, confirm: copy.confirm }}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      instead={
        refusal?.reason === 'mentor_has_open_bookings' ? (
          <ButtonLink to={paths.adminMentorBookings(mentor.id)}>{copy.toBookings}</ButtonLink>
        ) : undefined
      }
      failure={refusal && { text: adminMentors.deleteFailed(refusal.message) }}
    />
  );
}
