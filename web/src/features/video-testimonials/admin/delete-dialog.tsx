import { useMutation, useQueryClient } from '@tanstack/react-query';
import { videoTestimonials as copy } from '#copy/admin/video-testimonials.ts';
import { site } from '#copy/site.ts';
import { toast } from '#lib/toast.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { deleteTestimonial, type Testimonial, testimonialsQuery } from './video-testimonials.data.ts';

/** Asks before deleting, and deletes. The files go with the row, by the server. */
export function DeleteDialog({
  testimonial,
  onDeleted,
  ...dialog
}: {
  testimonial: Testimonial;
  onDeleted: () => void;
} & DialogOpening) {
  const client = useQueryClient();
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => deleteTestimonial(testimonial.id),
    onSuccess: () => {
      toast.success(copy.deleted);
      client.setQueryData(testimonialsQuery.queryKey, (list) =>
        list?.filter(({ id }) => id !== testimonial.id),
      );
      onDeleted();
      dialog.onClose();
    },
    onError: (error) => console.warn('The testimonial was not deleted', error),
    onSettled: () => {
      // The public pages that this tab has seen show the testimonials as they were.
      client.removeQueries({ type: 'inactive' });
      void client.invalidateQueries(testimonialsQuery);
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={copy.deleteQuestion}
      description={copy.deleteDescription(testimonial.name)}
      labels={{ close: site.close, keep: copy.keep, confirm: copy.delete }}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      failure={remove.isError && { text: copy.deleteFailed }}
    />
  );
}
