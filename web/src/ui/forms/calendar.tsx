import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type ChevronProps, type DayButtonProps, DayPicker } from 'react-day-picker';
import { cn } from '#lib/class-names.ts';

interface CalendarProps {
  label: string;
  /** Days are 'yyyy-MM-dd' everywhere. */
  today: string;
  selected: string | null;
  /** Days that stand out and can be chosen; all others cannot. */
  open: ReadonlySet<string>;
  /** Days that can be chosen but have nothing left. */
  full: ReadonlySet<string>;
  /** The days that can be chosen, if they differ from `open`. */
  selectable?: { from: string; to: string };
  /** What a screen reader hears for a day. */
  describeDay: (day: string) => string;
  previousLabel: string;
  nextLabel: string;
  onSelect: (day: string) => void;
}

// In pixels: beside text of twice the size the month's name needs the room.
const NAV_BUTTON =
  'grid h-small w-[44px] place-items-center rounded-control text-muted transition-colors ' +
  'hover:bg-sunken hover:text-ink aria-disabled:opacity-30 aria-disabled:hover:bg-transparent';

function Chevron({ orientation }: ChevronProps) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon className="size-5" aria-hidden="true" />;
}

function DayButton({ day: _day, modifiers, className: _className, children, ...button }: DayButtonProps) {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (modifiers.focused) element.current?.focus();
  }, [modifiers.focused]);
  return (
    <button
      {...button}
      ref={element}
      className={cn(
        'relative grid h-small w-full place-items-center rounded-control text-[min(0.875rem,8cqi)] nums transition-colors ' +
          'duration-150 after:absolute after:inset-y-0 after:-inset-x-px',
        dayLook(modifiers),
      )}
    >
      <span>{children}</span>
      {modifiers.today && (
        <span aria-hidden="true" className="absolute bottom-1 h-0.5 w-3.5 rounded-full bg-current opacity-70" />
      )}
    </button>
  );
}

const COMPONENTS = { Chevron, DayButton };

/**
 * A month of days, weeks from Monday. It always has six rows, so that nothing below moves when the month changes. When
 * the text is so large that two numbers would touch, they only grow with the calendar's width.
 */
export function Calendar(props: CalendarProps) {
  const { open, full, selected, today, selectable } = props;
  const last = selectable?.to ?? [today, ...open].toSorted().at(-1) ?? today;
  const canChoose = (day: string) => (selectable ? day >= selectable.from && day <= selectable.to : open.has(day));
  return (
    <DayPicker
      mode="single"
      aria-label={props.label}
      weekStartsOn={1}
      fixedWeeks
      navLayout="around"
      today={toDate(today)}
      defaultMonth={toDate(selected ?? today)}
      startMonth={toDate(today)}
      endMonth={toDate(last)}
      selected={selected ? toDate(selected) : undefined}
      onSelect={(_selected, day) => props.onSelect(toDay(day))}
      disabled={(date) => !canChoose(toDay(date))}
      modifiers={{
        open: (date) => open.has(toDay(date)),
        full: (date) => full.has(toDay(date)),
        plain: (date) => canChoose(toDay(date)),
      }}
      labels={{
        labelDayButton: (date) => props.describeDay(toDay(date)),
        labelPrevious: () => props.previousLabel,
        labelNext: () => props.nextLabel,
      }}
      components={COMPONENTS}
      classNames={{
        root: '@container',
        months: 'relative',
        month: 'grid grid-cols-[44px_minmax(0,1fr)_44px] items-center',
        month_caption: 'text-center text-[min(1rem,9cqi)] font-semibold',
        button_previous: NAV_BUTTON,
        button_next: NAV_BUTTON,
        month_grid: 'col-span-3 mt-1 w-full table-fixed border-separate border-spacing-0.5',
        weekday: 'h-6 text-[min(0.75rem,6cqi)] font-medium text-muted',
        // A row of days of the next month only is drawn empty, and as high as the others.
        week: 'h-small',
        day: 'p-0',
      }}
    />
  );
}

function dayLook(modifiers: Record<string, boolean>): string {
  if (modifiers.selected) return 'bg-accent font-bold text-on-accent';
  if (modifiers.full) return 'bg-sunken text-muted line-through hover:bg-line';
  if (modifiers.open)
    return 'bg-accent-soft font-bold text-accent-text ring-1 ring-inset ring-accent-line hover:bg-accent-line';
  return modifiers.plain ? 'hover:bg-sunken' : 'text-muted/70';
}

/** Noon of the day in the browser's zone: noon exists on each day in every zone. */
function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

function toDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
