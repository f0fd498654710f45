import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminImpactStories } from '#copy/admin/impact-stories.ts';
import { site } from '#copy/site.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Banner } from '#ui/messages/banner.tsx';
import { deleteStory, STORIES_KEY } from './impact-stories.data.ts';

const { deleteDialog: copy } = adminImpactStories;

/** Names the author before a story is deleted, and deletes it. */
export function DeleteDialog({
  story,
  isOpen,
  onClose,
  returnFocus,
}: {
  story: { id: string; name: string };
  isOpen: boolean;
  onClose: () => void;
  returnFocus: () => HTMLElement | null;
}) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteStory(story.id),
    onSuccess: () => {
      toast.success(adminImpactStories.deleteDone);
      onClose();
    },
    onError: (error) => console.warn('The story was not deleted', error),
    onSettled: () => client.invalidateQueries({ queryKey: STORIES_KEY }),
  });
  return (
    <Dialog
      isOpen={isOpen}
      isLocked={remove.isPending}
      onClose={onClose}
      closeLabel={site.close}
      title={copy.title(story.name)}
      description={copy.description}
      returnFocus={returnFocus}
      actions={
        <>
          <Button variant="secondary" disabled={remove.isPending} onClick={onClose}>
            {copy.keep}
          </Button>
          <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            {copy.confirm}
          </Button>
        </>
      }
    >
      {remove.isError && <Banner tone="danger">{adminImpactStories.deleteFailed}</Banner>}
    </Dialog>
  );
}
