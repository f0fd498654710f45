import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { mentorEditor } from '#copy/mentors/editor.ts';
import { mentorHours } from '#copy/mentors/hours.ts';
import { INDIAN_ZONE } from '#features/mentors/availability/slot-series.ts';
import { CalendarOfMentor } from '#features/mentors/calendar/calendar-section.tsx';
import { MentorMissing } from '#features/mentors/profile/admin/mentor-missing.tsx';
import { MentorPageHeader } from '#features/mentors/profile/admin/mentor-page-header.tsx';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import { generateNow, mentorNameQuery, previewKey } from '../hours.data.ts';
import { HoursScreen } from '../hours-screen.tsx';

const copy = mentorHours.admin;

/** The hours of any mentor, as administrators see and change them. */
export function MentorHoursTab({ id, userId, onExpired }: { id: string; userId: string; onExpired: () => void }) {
  const name = useQuery(mentorNameQuery(id));
  /** Reads the hours again. */
  const [turn, setTurn] = useState(0);
  if (name.isPending) return <AppLoading message={mentorEditor.loading} />;
  if (!name.data) {
    return (
      <MentorMissing
        id={id}
        sentence={name.isError ? mentorEditor.missing.failed : mentorEditor.missing.notFound}
        isRetrying={name.isFetching}
        {...(name.isError && { onRetry: () => void name.refetch() })}
      />
    );
  }
  return (
    <div className="mx-auto max-w-3xl">
      <MentorPageHeader id={id} title={mentorEditor.editTitle} name={name.data} part="hours" />
      <GenerateNow mentorId={id} onDone={() => setTurn((last) => last + 1)} />
      <HoursScreen
        key={turn}
        mentorId={id}
        userId={userId}
        isOwn={false}
        calendar={<CalendarOfMentor mentorId={id} zone={INDIAN_ZONE} />}
        onExpired={onExpired}
      />
    </div>
  );
}

function GenerateNow({ mentorId, onDone }: { mentorId: string; onDone: () => void }) {
  const client = useQueryClient();
  const generate = useMutation({
    networkMode: 'always',
    mutationFn: () => generateNow(mentorId),
    onSuccess: (answer) => {
      toast.success(copy.generated(answer), { id: 'generate-times' });
      void client.invalidateQueries({ queryKey: previewKey(mentorId) });
      if (answer.added + answer.removed > 0) onDone();
    },
    onError: (error) => {
      console.warn('The times were not generated', error);
      toast.error(copy.generateFailed, { id: 'generate-times' });
    },
  });
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-sm text-muted">{copy.generateHint}</p>
      <Button variant="secondary" size="sm" isBusy={generate.isPending} onClick={() => generate.mutate()}>
        {!generate.isPending && <RefreshCw aria-hidden="true" className="size-4" />}
        {copy.generate}
      </Button>
    </div>
  );
}
