import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminImpactStories } from '#copy/admin/impact-stories.ts';
import { site } from '#copy/site.ts';
import { toast } from '#lib/toast.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { deleteStory, STORIES_KEY } from './impact-stories.data.ts';

const { deleteDialog: copy } = adminImpactStories;

/** Names the author before a story is deleted, and deletes it. */
export function DeleteDialog({
  story,
  ...dialog
}: {
  story: { id: string; name: string };
} & DialogOpening) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteStory(story.id),
    onSuccess: () => {
      toast.success(adminImpactStories.deleteDone);
      dialog.onClose();
    },
    onError: (error) => console.warn('The story was not deleted', error),
    onSettled: () => {
      // The wall that this tab has seen shows it still.
      client.removeQueries({ type: 'inactive' });
      return client.invalidateQueries({ queryKey: STORIES_KEY });
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={copy.title(story.name)}
      description={copy.description}
      labels={{ close: site.close, keep: copy.keep, confirm: copy.confirm }}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      failure={remove.isError && { text: adminImpactStories.deleteFailed }}
    />
  );
}
