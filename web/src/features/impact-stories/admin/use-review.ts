import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminImpactStories as copy } from '#copy/admin/impact-stories.ts';
import { toast } from '#lib/toast.ts';
import { STORIES_KEY, type StoryPage, type SubmittedStory, setApproved } from './impact-stories.data.ts';

/** Approving and rejecting, and what the administrator is told of it (administrator side, sections 4 and 8). */
export function useReview() {
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const review = useMutation({
    mutationFn: setApproved,
    onSuccess: (_nothing, { id, isApproved }) => {
      const updated = (row: SubmittedStory) => (row.id === id ? { ...row, is_approved: isApproved } : row);
      client.setQueriesData<StoryPage>(
        { queryKey: [...STORIES_KEY, 'page'] },
        (list) => list && { ...list, rows: list.rows.map(updated) },
      );
      // Without an id: a message that takes the place of one on its way out goes with it.
      toast.success(isApproved ? copy.approveDone : copy.rejectDone);
    },
    onError: (error, { isApproved }) => {
      console.warn('The story was not changed', error);
      toast.error(isApproved ? copy.approveFailed : copy.rejectFailed);
    },
    // Lists of one status have lost or gained it, and a failure may mean that another administrator was quicker.
    onSettled: (_nothing, _error, { id }) => {
      setBusy((all) => new Set([...all].filter((one) => one !== id)));
      // The wall that this tab has seen shows the stories as they were.
      client.removeQueries({ type: 'inactive' });
      void client.invalidateQueries({ queryKey: STORIES_KEY });
    },
  });

  return {
    /** Whether a change of the story is on its way. */
    isBusy: (id: string) => busy.has(id),
    /** One change at a time for each story. */
    set: (story: SubmittedStory, isApproved: boolean) => {
      if (busy.has(story.id) || story.is_approved === isApproved) return;
      setBusy((all) => new Set(all).add(story.id));
      review.mutate({ id: story.id, isApproved });
    },
  };
}
