import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminPodcasts as copy } from '#copy/admin/podcasts.ts';
import { site } from '#copy/site.ts';
import { reasonFor } from '#lib/api-error.ts';
import { toast } from '#lib/toast.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { deletePodcast, PODCASTS_KEY } from './podcasts.data.ts';

/** Asks before deleting, and deletes. */
export function DeleteDialog({
  podcast,
  ...dialog
}: {
  podcast: { id: string; title: string };
} & DialogOpening) {
  const client = useQueryClient();
  const readAnew = () => {
    // The home page that this tab has seen shows it still.
    client.removeQueries({ type: 'inactive' });
    return client.invalidateQueries({ queryKey: PODCASTS_KEY });
  };
  const remove = useMutation({
    mutationFn: () => deletePodcast(podcast.id),
    onSuccess: async () => {
      await readAnew();
      toast.success(copy.deleted, { id: 'podcast' });
      // Not before its card is gone: the focus would go with it.
      dialog.onClose();
    },
    onError: (error) => {
      console.warn('The podcast was not deleted', error);
      return readAnew();
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={copy.deleteQuestion}
      description={<span className="wrap-anywhere">{copy.deleteHint(podcast.title)}</span>}
      labels={{ close: site.close, keep: copy.keep, confirm: copy.delete }}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      failure={
        remove.isError &&
        !remove.isPending && { title: copy.deleteFailed, text: reasonFor(remove.error, copy.reasons) }
      }
    />
  );
}
