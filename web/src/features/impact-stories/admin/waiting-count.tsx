import { useQuery } from '@tanstack/react-query';
import { adminImpactStories as copy } from '#copy/admin/impact-stories.ts';
import { waitingStoriesQuery } from './impact-stories.data.ts';

/** How many stories wait for review, beside the tab's name; nothing where none does. */
export function WaitingCount() {
  const { data: count } = useQuery(waitingStoriesQuery);
  if (!count) return null;
  return (
    // Relative, so that what is only read out is cut off with the row of tabs and does not widen the page.
    <span className="nums relative rounded-full bg-accent px-2 text-xs font-semibold leading-5 text-on-accent">
      <span aria-hidden="true">{count.toLocaleString('en-IN')}</span>
      <span className="sr-only">{copy.waiting(count)}</span>
    </span>
  );
}
