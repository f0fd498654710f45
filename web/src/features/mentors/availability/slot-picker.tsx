import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { bookingPanel as panel } from '#copy/mentors/booking-panel.ts';
import { site } from '#copy/shell/site.ts';
import { cn } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { datesWithSlots, isFree, nextFreeSlots, type Slot, slotKey, timeValue } from '#rules/mentors/slots.ts';
import { formatDateFull, formatDateShort, formatTime, type IstDate } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { NothingOpen } from './nothing-open.tsx';
import { TimeSlots, ZoneNote } from './slot-choice.tsx';
import { TellMe } from './tell-me.tsx';
import type { SlotSelection } from './use-slot-selection.ts';

const MonthChoice = lazyPart(() => import('./month-choice.tsx').then((module) => module.MonthChoice), {
  fallback: <CalendarSkeleton />,
});

const ChoiceNote = lazyPart(() => import('./month-choice.tsx').then((module) => module.ChoiceNote), {
  fallback: <div className="h-17.5" />,
});

const NoPrice = lazyPart(() => import('./no-price.tsx').then((module) => module.NoPrice));

const NEXT_TIMES = 5;
/** Two rows. */
const DAYS_SHOWN = 8;

const CHOICE =
  'flex min-h-12 flex-col items-center justify-center rounded-control border px-0.5 py-1 text-center leading-4 nums ' +
  'transition-colors duration-150';
const CHOSEN = 'border-accent bg-accent font-semibold text-on-accent';
const OPEN = 'border-line-strong hover:border-accent-text hover:bg-accent-soft';

/** Days and slots, with their loading, failed and empty states. */
export function SlotPicker({ selection }: { selection: SlotSelection }) {
  const { mentor, slots, state } = selection;
  if (state === 'loading') return <PickerSkeleton />;
  if (mentor.price <= 0) return <NoPrice />;
  if (selection.isAway) {
    const from = mentor.takingBookingsFrom;
    return (
      <NothingOpen title={panel.away(mentor.name)} {...(from && { hint: panel.awayUntil(formatDateFull(from)) })}>
        <TellMe mentor={mentor} />
      </NothingOpen>
    );
  }
  if (slots.length === 0) {
    return (
      <NothingOpen title={panel.noSlots} hint={panel.noSlotsHint(mentor.name)}>
        {state === 'failed' ? (
          <Button variant="secondary" size="sm" onClick={selection.refresh}>
            {site.tryAgain}
          </Button>
        ) : (
          <TellMe mentor={mentor} />
        )}
      </NothingOpen>
    );
  }
  return (
    <>
      {selection.problem && (
        <div className="mb-3">
          <Alert tone="info">{selection.problem === 'senseless' ? panel.senselessChoice : panel.otherDays}</Alert>
        </div>
      )}
      {(selection.ownTime || selection.choiceState === 'gone') && <ChoiceNote selection={selection} />}
      <NextTimes selection={selection} />
      <Days selection={selection} />
      <TimeSlots selection={selection} />
      <ZoneNote slot={selection.slot} />
      <TellMe mentor={mentor} hasTimes />
    </>
  );
}

/** The next free times, each a day and a slot in one press. */
function NextTimes({ selection }: { selection: SlotSelection }) {
  const next = nextFreeSlots(selection.slots, NEXT_TIMES);
  if (next.length === 0) return null;
  return (
    <section aria-label={panel.nextTimes}>
      <p aria-hidden="true" className="text-xs font-medium text-muted">
        {panel.nextTimes}
      </p>
      <ul className="mt-1.5 grid grid-cols-[repeat(auto-fit,minmax(3.5rem,1fr))] gap-1">
        {next.map((slot) => (
          <li key={slotKey(slot)}>
            <NextTime selection={selection} slot={slot} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NextTime({ selection, slot }: { selection: SlotSelection; slot: Slot }) {
  const isChosen = selection.slot !== null && slotKey(selection.slot) === slotKey(slot);
  return (
    <a
      href={`?day=${slot.date}&slot=${timeValue(slot)}`}
      rel="nofollow"
      aria-current={isChosen || undefined}
      onClick={(event) => {
        event.preventDefault();
        selection.pickSlot(slot);
      }}
      className={cn(CHOICE, 'text-xs', isChosen ? CHOSEN : OPEN)}
    >
      <span className={isChosen ? '' : 'text-muted'}>{formatDateShort(slot.date, slot.date).slice(0, -4)}</span>{' '}
      <span className="whitespace-nowrap font-semibold tracking-tight">{formatTime(slot.startTime)}</span>
    </a>
  );
}

/** The first days with slots, and behind "More days" the months; without scripts, all days. */
function Days({ selection }: { selection: SlotSelection }) {
  const days = [...datesWithSlots(selection.slots)];
  const place = selection.date ? days.indexOf(selection.date) : 0;
  // Always full rows, so far as there are days.
  const first = Math.max(0, Math.min(Math.floor(place / DAYS_SHOWN) * DAYS_SHOWN, days.length - DAYS_SHOWN));
  const [hasMonths, setHasMonths] = useState(false);
  return (
    <>
      <details className="group/days mt-4" onToggle={(event) => setHasMonths(event.currentTarget.open)}>
        <summary className="flex list-none items-center justify-between gap-3 rounded-control text-sm [&::-webkit-details-marker]:hidden">
          <span className="text-xs font-medium text-muted">{panel.pickDate}</span>
          <span className="tap-line inline-flex items-center gap-1.5 font-semibold text-accent-text">
            <CalendarDays className="size-4" aria-hidden="true" />
            <span className="group-open/days:hidden">{panel.moreDays}</span>
            <span className="not-group-open/days:hidden">{panel.fewerDays}</span>
          </span>
        </summary>
        {hasMonths ? <MonthChoice selection={selection} /> : <DayLinks selection={selection} days={days} />}
      </details>
      <div className="[[open]+&]:hidden">
        <DayLinks selection={selection} days={days.slice(first, first + DAYS_SHOWN)} />
      </div>
    </>
  );
}

function DayLinks({ selection, days }: { selection: SlotSelection; days: IstDate[] }) {
  const free = new Set(selection.slots.filter(isFree).map(({ date }) => date));
  return (
    <ul
      aria-label={panel.pickDate}
      className="mt-1.5 grid grid-cols-[repeat(auto-fill,minmax(max(4.2rem,22%),1fr))] gap-1"
    >
      {days.map((day) => {
        const isChosen = day === selection.date;
        const isFull = !free.has(day);
        const [weekday, ...date] = formatDateShort(day, day).split(' ');
        return (
          <li key={day}>
            <a
              href={`?day=${day}`}
              rel="nofollow"
              aria-current={isChosen ? 'date' : undefined}
              onClick={(event) => {
                event.preventDefault();
                selection.pickDate(day);
              }}
              className={cn(
                CHOICE,
                'text-sm',
                isChosen ? CHOSEN : isFull ? 'border-dashed border-line-strong bg-sunken text-muted' : OPEN,
              )}
            >
              <span className="text-xs">{weekday}</span>{' '}
              <span className={isFull ? 'line-through' : ''}>{date.join(' ')}</span>
              {isFull && <span className="sr-only">, {panel.dayFull}</span>}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** As tall as the calendar, so that nothing moves when it comes. */
function CalendarSkeleton() {
  return <div className="skeleton h-74 rounded-card! pointer-coarse:h-88" aria-hidden="true" />;
}

function PickerSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{panel.loading}</span>
      <CalendarSkeleton />
      <div className="mt-16 grid grid-cols-2 gap-2" aria-hidden="true">
        {['a', 'b', 'c', 'd'].map((key) => (
          <div key={key} className="skeleton h-11 rounded-control!" />
        ))}
      </div>
    </div>
  );
}
