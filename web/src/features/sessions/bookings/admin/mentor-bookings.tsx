import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { site } from '#copy/shell/site.ts';
import { isolate } from '#lib/isolate.tsx';
import { officePaths } from '#lib/office-paths.ts';
import { paths } from '#lib/paths.ts';
import { isUuid } from '#rules/mentors/mentor-path.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { mentorNameQuery } from './bookings.data.ts';

const { mentorPage: copy } = adminBookings;

/** One mentor's bookings: whose they are, the way back, and the list, which the page gives. */
export function MentorBookings({ mentorId, children }: { mentorId: string; children: ReactNode }) {
  const { data: name, isError, refetch } = useQuery(mentorNameQuery(mentorId));
  if (name === null || !isUuid(mentorId)) {
    return (
      <StatusMessage
        level={1}
        title={copy.notFound}
        action={<ButtonLink to={officePaths.tab('bookings')}>{adminBookings.title}</ButtonLink>}
      >
        {copy.notFoundHint}
      </StatusMessage>
    );
  }
  if (isError && name === undefined) {
    return (
      <StatusMessage
        isAlert
        level={1}
        title={copy.loadFailed}
        action={<Button onClick={() => void refetch()}>{site.tryAgain}</Button>}
      />
    );
  }
  return (
    <div className="page-width py-6 md:py-10">
      <Link
        to={paths.admin}
        className="mb-4 inline-flex min-h-11 items-center gap-2 text-sm font-medium text-muted hover:text-ink"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        {copy.back}
      </Link>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <h1 className="min-w-0 break-words text-2xl">{isolate(name ? copy.title(name) : copy.pageTitle)}</h1>
        <ButtonLink variant="secondary" size="sm" to={officePaths.mentor(mentorId)}>
          {copy.editMentor}
        </ButtonLink>
      </div>
      {children}
    </div>
  );
}
