import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paymentsWithoutBooking } from '#copy/money/payments-without-booking.ts';
import { isolate } from '#lib/isolate.tsx';
import { paths } from '#lib/paths.ts';
import { useZoneSentence } from '#lib/visitor-zone.ts';
import { choiceQuery } from '#rules/mentors/mentor-path.ts';
import { slotKey } from '#rules/mentors/slots.ts';
import { formatDateShort, formatTimeRange } from '#rules/shell/ist.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TimeChoices, TimeChoicesSkeleton } from '#ui/forms/time-choices.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { nearestSlotsQuery } from '../nearest-slots.data.ts';
import type { PaymentWithoutBooking } from './payments-without-booking.data.ts';

const { other: copy } = paymentsWithoutBooking;

/** What else the mentor has near the time that was lost; each leads to the mentor with that slot chosen. */
export function OtherTimes({ payment, mentorId }: { payment: PaymentWithoutBooking; mentorId: string }) {
  const { mentorName } = payment;
  const zone = useZoneSentence();
  const { data, isError, refetch } = useQuery(nearestSlotsQuery(mentorId, payment));
  const mentor = payment.profile ?? paths.mentors;
  if (isError && !data) {
    return (
      <Frame name={mentorName}>
        <LoadFailure look="line" className="mt-3 text-sm text-muted" onRetry={refetch}>
          <p className="min-w-0 flex-1">{copy.failed}</p>
        </LoadFailure>
      </Frame>
    );
  }
  if (data?.length === 0) {
    return (
      <Frame name={mentorName}>
        <p className="mt-1 text-sm text-muted">{isolate(copy.none(mentorName))}</p>
        <ButtonLink className="mt-4" variant="secondary" to={paths.mentors}>
          {copy.mentors}
        </ButtonLink>
      </Frame>
    );
  }
  return (
    <Frame name={mentorName}>
      <p className="mb-3 mt-1 text-sm text-muted">{copy.hint}</p>
      {data ? (
        <TimeChoices
          label={copy.title(mentorName)}
          choices={data.map((slot) => ({
            key: slotKey(slot),
            day: formatDateShort(slot.date),
            time: formatTimeRange(slot.startTime, slot.endTime),
            to: `${mentor}?${choiceQuery(slot)}`,
          }))}
        />
      ) : (
        <TimeChoicesSkeleton label={copy.looking} />
      )}
      <p className="mt-3 text-sm text-muted">{zone}</p>
      <ButtonLink className="mt-3" variant="secondary" size="sm" to={mentor}>
        {isolate(copy.all(mentorName))}
      </ButtonLink>
    </Frame>
  );
}

function Frame({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Card className="px-5 py-5" role="region" aria-labelledby="other-times-title">
      <h2 id="other-times-title" className="text-balance text-lg">
        {isolate(copy.title(name))}
      </h2>
      {children}
    </Card>
  );
}
