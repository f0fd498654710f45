import { useMutation, useQueryClient } from '@tanstack/react-query';
import { videoTestimonials as copy } from '#copy/admin/video-testimonials.ts';
import { site } from '#copy/site.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Banner } from '#ui/messages/banner.tsx';
import { deleteTestimonial, type Testimonial, testimonialsQuery } from './video-testimonials.data.ts';

/** Asks before deleting, and deletes. The files go with the row, by the server. */
export function DeleteDialog({
  testimonial,
  isOpen,
  onClose,
  onDeleted,
  returnFocus,
}: {
  testimonial: Testimonial;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
  returnFocus: () => HTMLElement | null;
}) {
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
      onClose();
    },
    onError: (error) => console.warn('The testimonial was not deleted', error),
    onSettled: () => {
      // The public pages that this tab has seen show the testimonials as they were.
      client.removeQueries({ type: 'inactive' });
      void client.invalidateQueries(testimonialsQuery);
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      isLocked={remove.isPending}
      onClose={onClose}
      closeLabel={site.close}
      title={copy.deleteQuestion}
      description={copy.deleteDescription(testimonial.name)}
      returnFocus={returnFocus}
      actions={
        <>
          <Button variant="secondary" disabled={remove.isPending} onClick={onClose}>
            {copy.keep}
          </Button>
          <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            {copy.delete}
          </Button>
        </>
      }
    >
      {remove.isError && <Banner tone="danger">{copy.deleteFailed}</Banner>}
    </Dialog>
  );
}
