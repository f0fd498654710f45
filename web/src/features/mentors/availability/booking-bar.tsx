import { bookingPanel as panel } from '#copy/mentors/booking-panel.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { formatDateShort, formatTime } from '#rules/shell/ist.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SessionPrice } from './session-price.tsx';
import { FORM_ID, PANEL_ID, type SlotSelection } from './use-slot-selection.ts';

const OwnTimeBar = lazyPart(() => import('#features/money/payments/own-time.tsx').then((module) => module.OwnTimeBar), {
  fallback: <div className="h-11" />,
});

const HeldInBar = lazyPart(() => import('./held-slot.tsx').then((module) => module.HeldInBar), {
  fallback: <div className="h-15" />,
});

const HeldWord = lazyPart(() => import('./held-slot.tsx').then((module) => module.HeldWord), {
  fallback: <span className="contents">{panel.confirm}</span>,
});

const NoPriceInBar = lazyPart(() => import('./no-price.tsx').then((module) => module.NoPriceInBar), {
  fallback: <div className="h-11" />,
});

/** The panel on phones: a bar at the lower edge that opens its sheet. It rests above the footer at the page's end. */
export function BookingBar({ selection }: { selection: SlotSelection }) {
  const { ownTime } = selection;
  return (
    <div
      data-bottom-bar
      className={
        'sticky low:static bottom-0 z-20 -mx-5 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-5 ' +
        'pb-[calc(0.75rem+env(safe-area-inset-bottom))] pt-3 md:hidden'
      }
    >
      {selection.mentor.price <= 0 ? (
        <NoPriceInBar />
      ) : ownTime ? (
        <OwnTimeBar time={ownTime} />
      ) : (
        <ChosenSlot selection={selection} />
      )}
    </div>
  );
}

/** The price, what is chosen, and the way on. */
function ChosenSlot({ selection }: { selection: SlotSelection }) {
  const { mentor, slot, hold, nextDate, state } = selection;
  if (selection.isAway) {
    return (
      <>
        <p className="min-w-0 flex-1 text-balance text-sm font-semibold leading-5">
          {panel.away(mentor.name)}
          {mentor.takingBookingsFrom && (
            <span className="block font-normal text-muted">
              {panel.awayUntil(formatDateShort(mentor.takingBookingsFrom, selection.today))}
            </span>
          )}
        </p>
        <ButtonLink variant="secondary" className="long-label" to={paths.mentors}>
          {panel.otherMentors}
        </ButtonLink>
      </>
    );
  }
  const price = (
    <span className="block">
      <SessionPrice mentor={mentor} />
    </span>
  );
  return (
    <>
      {slot && hold ? (
        <HeldInBar price={price} slot={slot} hold={hold} />
      ) : (
        <p className="min-w-0 flex-1 basis-28 leading-5">
          {price}
          <span className="block text-sm text-muted nums">
            {slot
              ? `${formatDateShort(slot.date, selection.today)}, ${formatTime(slot.startTime)}`
              : selection.choiceState === 'gone'
                ? panel.takenShort
                : nextDate
                  ? panel.next(formatDateShort(nextDate, selection.today))
                  : state === 'loading'
                    ? panel.loading
                    : panel.noSlotsShort}
          </span>
        </p>
      )}
      {/* One button for all states: it keeps the focus. */}
      {slot ? (
        <Button type="submit" form={FORM_ID} name="step" value="confirm" className="long-label">
          {hold ? <HeldWord /> : panel.confirm}
        </Button>
      ) : (
        <Button className="long-label" aria-haspopup="dialog" popoverTarget={PANEL_ID}>
          {panel.selectSlot}
        </Button>
      )}
    </>
  );
}
