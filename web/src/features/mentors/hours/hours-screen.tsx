import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { savedHoursQuery } from './hours.data.ts';
import { HoursForm } from './hours-form.tsx';

/** The hours of a mentor, for the mentor and for administrators. */
export function HoursScreen(props: Omit<ComponentProps<typeof HoursForm>, 'saved'>) {
  const saved = useQuery(savedHoursQuery(props.mentorId));
  if (saved.data) return <HoursForm key={props.mentorId} saved={saved.data} {...props} />;
  if (saved.isError) {
    return (
      <LoadFailure isRetrying={saved.isFetching} onRetry={saved.refetch}>
        <p>{copy.loadFailed}</p>
      </LoadFailure>
    );
  }
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">{copy.loading}</span>
      <div aria-hidden="true" className="skeleton h-24 rounded-card!" />
      <div aria-hidden="true" className="skeleton h-136 rounded-card!" />
      <div aria-hidden="true" className="skeleton h-80 rounded-card!" />
    </div>
  );
}
