import { useQuery } from '@tanstack/react-query';
import { paymentsWithoutBooking } from '#copy/money/payments-without-booking.ts';
import { nearestSlotsQuery } from '#features/money/payments/nearest-slots.data.ts';
import { isolate } from '#lib/isolate.tsx';
import { paths } from '#lib/paths.ts';
import { useZoneSentence } from '#lib/visitor-zone.ts';
import { choiceQuery, mentorPath } from '#rules/mentors/mentor-path.ts';
import { slotKey } from '#rules/mentors/slots.ts';
import { formatDateShort, formatTimeRange } from '#rules/shell/ist.ts';
import { ButtonLink } from '#ui/button.tsx';
import { TimeChoices, TimeChoicesSkeleton } from '#ui/forms/time-choices.tsx';
import type { Booking } from './bookings.data.ts';

const { other: copy } = paymentsWithoutBooking;

/** As many as the e-mail names. */
const SHOWN = 3;

/** Other times of the mentor who did not get an answer in time; each leads to the mentor with that time chosen. */
export function OtherTimes({ booking, mentorId }: { booking: Booking; mentorId: string }) {
  const zone = useZoneSentence();
  const wanted = { date: booking.date, startTime: booking.start_time, endTime: booking.end_time };
  const { data, isPending } = useQuery(nearestSlotsQuery(mentorId, wanted));
  const mentor = mentorPath({ id: mentorId, name: booking.mentor_name });
  const title = copy.title(booking.mentor_name);
  if (!isPending && !data?.length) {
    return (
      <ButtonLink className="mt-3" variant="secondary" size="sm" to={data ? paths.mentors : mentor}>
        {isolate(data ? copy.mentors : copy.all(booking.mentor_name))}
      </ButtonLink>
    );
  }
  return (
    <section className="mt-3 max-sm:min-[22rem]:-ml-18" aria-label={title}>
      <h5 className="mb-2 text-sm font-medium tracking-normal">{title}</h5>
      {data ? (
        <TimeChoices
          label={title}
          choices={data
            .slice(0, SHOWN)
            .map((slot) => ({
              key: slotKey(slot),
              day: formatDateShort(slot.date),
              time: formatTimeRange(slot.startTime, slot.endTime),
              to: `${mentor}?${choiceQuery(slot)}`,
            }))}
        />
      ) : (
        <TimeChoicesSkeleton label={copy.looking} count={SHOWN} />
      )}
      <p className="mt-2 text-sm text-muted">{zone}</p>
    </section>
  );
}
