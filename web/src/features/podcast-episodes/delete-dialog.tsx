import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminPodcasts as copy } from '#copy/admin/podcasts.ts';
import { site } from '#copy/site.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Banner } from '#ui/messages/banner.tsx';
import { deletePodcast, PODCASTS_KEY } from './podcast-episodes.data.ts';
import { reasonOf } from './podcast-failure.ts';

/** Asks before deleting, and deletes. */
export function DeleteDialog({
  podcast,
  isOpen,
  onClose,
  returnFocus,
}: {
  podcast: { id: string; title: string };
  isOpen: boolean;
  onClose: () => void;
  returnFocus: () => HTMLElement | null;
}) {
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
      onClose();
    },
    onError: (error) => {
      console.warn('The podcast was not deleted', error);
      return readAnew();
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      isLocked={remove.isPending}
      onClose={onClose}
      closeLabel={site.close}
      title={copy.deleteQuestion}
      description={<span className="wrap-anywhere">{copy.deleteHint(podcast.title)}</span>}
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
      {remove.isError && !remove.isPending && (
        <Banner tone="danger" title={copy.deleteFailed}>
          {reasonOf(remove.error)}
        </Banner>
      )}
    </Dialog>
  );
}
