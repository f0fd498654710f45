import { useQuery } from '@tanstack/react-query';
import { paymentsWithoutBooking } from '#copy/money/payments-without-booking.ts';
import { bookingDecisions } from '#copy/sessions/bookings.ts';
import { nearestSlotsQuery } from '#features/money/payments/nearest-slots.data.ts';
import { isolate } from '#lib/isolate.tsx';
import { paths } from '#lib/paths.ts';
import { useZoneSentence } from '#lib/visitor-zone.ts';
import { choiceQuery, listedMentorPath, mentorPath } from '#rules/mentors/mentor-path.ts';
import { type SlotTime, slotKey } from '#rules/mentors/slots.ts';
import { formatDateShort, formatTimeRange } from '#rules/shell/ist.ts';
import { ButtonLink } from '#ui/button.tsx';
import { type TimeChoice, TimeChoices, TimeChoicesSkeleton } from '#ui/forms/time-choices.tsx';
import type { Booking, SuggestedTime } from './bookings.data.ts';

const { other: copy } = paymentsWithoutBooking;

/** As many as the e-mail names. */
const SHOWN = 3;

/** Other times of the mentor who did not get an answer in time; each leads to the mentor with that time chosen. */
export function OtherTimes({ booking, mentorId }: { booking: Booking; mentorId: string }) {
  const wanted = { date: booking.date, startTime: booking.start_time, endTime: booking.end_time };
  const { data, isPending } = useQuery(nearestSlotsQuery(mentorId, wanted));
  const profile = listedMentorPath(booking) ?? paths.mentors;
  if (!isPending && !data?.length) {
    return (
      <ButtonLink className="mt-3" variant="secondary" size="sm" to={data ? paths.mentors : profile}>
        {isolate(data ? copy.mentors : copy.all(booking.mentor_name))}
      </ButtonLink>
    );
  }
  return (
    <Times
      title={copy.title(booking.mentor_name)}
      choices={data?.slice(0, SHOWN).map((slot) => choiceOf(profile, slot))}
    />
  );
}

/** The times that were offered with a rejection; each leads to its mentor with that time chosen. */
export function SuggestedTimes({ times }: { times: readonly SuggestedTime[] }) {
  return (
    <Times
      title={bookingDecisions.suggested}
      choices={times.map((one) => ({
        ...choiceOf(mentorPath({ id: one.mentor_id, slug: one.mentor_slug }), {
          date: one.date,
          startTime: one.start_time,
          endTime: one.end_time,
        }),
        who: one.mentor_name,
      }))}
    />
  );
}

function choiceOf(profile: string, slot: SlotTime): TimeChoice {
  return {
    key: `${profile} ${slotKey(slot)}`,
    day: formatDateShort(slot.date),
    time: formatTimeRange(slot.startTime, slot.endTime),
    to: `${profile}?${choiceQuery(slot)}`,
  };
}

function Times({ title, choices }: { title: string; choices: TimeChoice[] | undefined }) {
  const zone = useZoneSentence();
  return (
    <section className="mt-3 max-sm:min-[22rem]:-ml-18" aria-label={title}>
      <h5 className="mb-2 text-sm font-medium tracking-normal">{title}</h5>
      {choices ? (
        <TimeChoices label={title} choices={choices} />
      ) : (
        <TimeChoicesSkeleton label={copy.looking} count={SHOWN} />
      )}
      <p className="mt-2 text-sm text-muted">{zone}</p>
    </section>
  );
}
