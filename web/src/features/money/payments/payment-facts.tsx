import { bookingPanel } from '#copy/mentors/booking-panel.ts';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import type { BookableMentor } from '#rules/mentors/bookable-mentor.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { formatDateFull, formatTimeRange } from '#rules/shell/ist.ts';
import { Picture } from '#ui/picture.tsx';

const { confirmDialog: copy } = bookingCopy;

/** Mentor, date, time and fee, as the dialogs repeat them. `amount` is rupees. */
export function PaymentFacts({ mentor, slot, amount }: { mentor: BookableMentor; slot: SlotTime; amount: number }) {
  return (
    <>
      <div className="flex items-center gap-4">
        <Picture
          src={mentor.image}
          alt=""
          width={640}
          height={800}
          sizes="56px"
          className="h-17.5 w-14 shrink-0 rounded-control @max-tight:hidden"
        />
        <div className="min-w-0">
          <p className="text-sm text-muted">{copy.mentor}</p>
          <p className="break-words font-semibold" translate="no">
            {mentor.name}
          </p>
          <p className="break-words text-sm text-muted">{mentor.title}</p>
        </div>
      </div>
      <dl
        className={
          'mt-4 divide-y divide-line border-y border-line nums [&>div]:flex [&>div]:flex-wrap [&>div]:justify-between ' +
          '[&>div]:gap-x-4 [&>div]:py-2.5 [&_dd]:text-right [&_dd]:font-medium [&_dt]:text-muted'
        }
      >
        <div>
          <dt>{copy.date}</dt>
          <dd>{formatDateFull(slot.date)}</dd>
        </div>
        <div>
          <dt>{copy.time}</dt>
          <dd translate="no">
            {formatTimeRange(slot.startTime, slot.endTime)} {bookingPanel.ist}
          </dd>
        </div>
        <div>
          <dt>{copy.fee}</dt>
          <dd translate="no">{formatInr(amount)}</dd>
        </div>
      </dl>
    </>
  );
}
