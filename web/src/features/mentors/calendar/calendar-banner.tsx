import { useQuery } from '@tanstack/react-query';
import { CalendarX2 } from 'lucide-react';
import { mentorCalendar as copy } from '#copy/mentors/calendar.ts';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { explain } from '#lib/functions/functions.ts';
import { mentorMoment } from '#rules/mentors/mentor-time.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { connectionQuery } from './calendar.data.ts';
import { useConnect } from './use-connect.ts';

/**
 * On every page of the mentor's area while the own calendar is lost, or was not read for a day
 * (docs/product/calendars.md#lost-and-unread).
 */
export function CalendarBanner({ mentor }: { mentor: MyMentor }) {
  const { data } = useQuery(connectionQuery(mentor.id));
  const connect = useConnect();
  if (data?.state !== 'lost' && data?.state !== 'unread') return null;
  const since = mentorMoment(new Date(data.since), mentor.time_zone);
  return (
    <div className="mb-6">
      <Alert tone="danger" icon={<CalendarX2 aria-hidden="true" />}>
        <p>{data.state === 'lost' ? copy.banner.lost : copy.banner.unread(since)}</p>
        <Button
          variant="secondary"
          size="sm"
          className="mt-3"
          isBusy={connect.isLeaving}
          onClick={() => connect.mutate()}
        >
          {copy.connectAgain}
        </Button>
        {connect.isError && <p className="mt-2">{explain(connect.error).sentence}</p>}
      </Alert>
    </div>
  );
}
