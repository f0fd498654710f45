import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminImpactStories as copy } from '#copy/content/admin-impact-stories.ts';
import { isApiError } from '#lib/api-error.ts';
import { toast } from '#lib/toast.ts';
import { saveUpon, useConflict } from '#lib/use-conflict.ts';
import { STORIES_KEY, type StoryPage, type SubmittedStory, setApproved } from './impact-stories.data.ts';

/** Approving and rejecting, and what the administrator is told of it. */
export function useReview() {
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const { conflict, isAsking, hasConflict, leave } = useConflict(fieldsOf);
  const review = useMutation({
    // Where only the decision changed meanwhile, the last one counts.
    mutationFn: ({ story, isApproved }: { story: SubmittedStory; isApproved: boolean }) =>
      saveUpon(story, seenOf, (version) => setApproved(version, isApproved)),
    onSuccess: (latest, { story, isApproved }) => {
      const { id } = story;
      const mine = { ...fieldsOf(story), is_approved: isApproved };
      if (latest && hasConflict(latest, { was: story, mine })) return;
      if (conflict?.latest.id === id) leave();
      const updated = (row: SubmittedStory) => (row.id === id ? { ...row, is_approved: isApproved } : row);
      client.setQueriesData<StoryPage>(
        { queryKey: [...STORIES_KEY, 'page'] },
        (list) => list && { ...list, rows: list.rows.map(updated) },
      );
      // Without an id: a message that takes the place of one on its way out goes with it.
      toast.success(isApproved ? copy.approveDone : copy.rejectDone);
    },
    onError: (error, { story, isApproved }) => {
      console.warn('The story was not changed', error);
      if (!isApiError(error, 'gone')) return void toast.error(isApproved ? copy.approveFailed : copy.rejectFailed);
      if (conflict?.latest.id === story.id) leave();
      toast.info(copy.gone);
    },
    // Lists of one status have lost or gained it, and a failure may mean that another administrator was quicker.
    onSettled: (_latest, _error, { story }) => {
      setBusy((all) => new Set([...all].filter((one) => one !== story.id)));
      // The wall that this tab has seen shows the stories as they were.
      client.removeQueries({ type: 'inactive' });
      void client.invalidateQueries({ queryKey: STORIES_KEY });
    },
  });

  const send = (story: SubmittedStory, isApproved: boolean) => {
    setBusy((all) => new Set(all).add(story.id));
    review.mutate({ story, isApproved });
  };
  return {
    /** A decision that was refused, because the story is not the one that the administrator has read. */
    conflict,
    isAsking,
    leaveConflict: leave,
    keepDecision: () => conflict && send(conflict.latest, conflict.versions.mine.is_approved),
    /** Whether a change of the story is on its way. */
    isBusy: (id: string) => busy.has(id),
    /** One change at a time for each story. */
    set: (story: SubmittedStory, isApproved: boolean) => {
      if (busy.has(story.id) || story.is_approved === isApproved) return;
      send(story, isApproved);
    },
  };
}

/** What an administrator reads before deciding. */
const seenOf = ({ name, experience, image_url }: SubmittedStory) => ({ name, experience, image_url });

const fieldsOf = (story: SubmittedStory) => ({ ...seenOf(story), is_approved: story.is_approved });
