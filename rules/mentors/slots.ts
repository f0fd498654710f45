import { type IstDate, type IstTime, isIstDate, isIstTime, minutesOfDay, slotStart } from '#rules/shell/ist.ts';

/** A time that a mentor offers, as the interface sees it (docs/product/hours.md#slots-for-founders). */
export interface Slot {
  date: IstDate;
  startTime: IstTime;
  endTime: IstTime;
  isBooked: boolean;
  /** Another person is paying for it right now. */
  isHeld: boolean;
}

/** A slot by its time: ids of slots change whenever their mentor is saved. */
export type SlotTime = Pick<Slot, 'date' | 'startTime' | 'endTime'>;

/** Whether a slot can be chosen. */
export function isFree(slot: Slot): boolean {
  return !slot.isBooked && !slot.isHeld;
}

/** The slots that have not begun at `now`. */
export function slotsToCome(slots: readonly Slot[], now: Date): Slot[] {
  return slots.filter((slot) => slotStart(slot) > now);
}

/** The days that have at least one slot, taken ones included: only these can be chosen in the calendar. */
export function datesWithSlots(slots: readonly Slot[]): Set<IstDate> {
  return new Set(slots.map((slot) => slot.date));
}

/** The first day with a slot that can be chosen. */
export function nextFreeDate(slots: readonly Slot[]): IstDate | null {
  return slots
    .filter(isFree)
    .reduce<IstDate | null>((first, { date }) => (first === null || date < first ? date : first), null);
}

/** The slot at a time, where the mentor still offers it. */
export function slotAt(slots: readonly Slot[], time: SlotTime): Slot | undefined {
  return slots.find((slot) => slotKey(slot) === slotKey(time));
}

/** One text for one time, with or without seconds in its times. */
export function slotKey(time: SlotTime): string {
  return `${time.date} ${timeValue(time)}`;
}

/** What was added to a list of slots and removed from it, as the database takes them. */
export function slotChanges(was: readonly SlotTime[], slots: readonly SlotTime[]) {
  const without = (list: readonly SlotTime[], others: readonly SlotTime[]) => {
    const known = new Set(others.map(slotKey));
    return list
      .filter((slot) => !known.has(slotKey(slot)))
      .map(({ date, startTime, endTime }) => ({ date, start_time: startTime, end_time: endTime }));
  };
  return { added: without(slots, was), removed: without(was, slots) };
}

/** Whether two times overlap, with or without seconds in them. */
export function overlaps(one: SlotTime, other: SlotTime): boolean {
  const starts = (a: SlotTime, b: SlotTime) => a.startTime.slice(0, 5) < b.endTime.slice(0, 5);
  return one.date === other.date && starts(one, other) && starts(other, one);
}

/** The slots that can be chosen, the next ones first. */
export function nextFreeSlots<S extends Slot>(slots: readonly S[], count: number): S[] {
  const start = ({ date, startTime }: S) => date + startTime;
  return slots
    .filter(isFree)
    .sort((a, b) => (start(a) < start(b) ? -1 : 1))
    .slice(0, count);
}

export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** Morning ends at noon, afternoon at 5 PM. */
export function partOfDay(startTime: IstTime): PartOfDay {
  const minutes = minutesOfDay(startTime);
  if (minutes < 12 * 60) return 'morning';
  return minutes < 17 * 60 ? 'afternoon' : 'evening';
}

/** Slots of one day by part of day, each part earliest first; parts without a slot are left out. */
export function groupSlots<S extends { startTime: IstTime }>(slots: readonly S[]): { part: PartOfDay; slots: S[] }[] {
  const inOrder = slots.toSorted((a, b) => minutesOfDay(a.startTime) - minutesOfDay(b.startTime));
  return (['morning', 'afternoon', 'evening'] as const)
    .map((part) => ({ part, slots: inOrder.filter((slot) => partOfDay(slot.startTime) === part) }))
    .filter((group) => group.slots.length > 0);
}

/** "10:00-11:00": a slot of a day in an address, and as the value of a radio button. */
export function timeValue({ startTime, endTime }: Pick<SlotTime, 'startTime' | 'endTime'>): string {
  return `${startTime.slice(0, 5)}-${endTime.slice(0, 5)}`;
}

/** What an address asks for: a day, or a slot of it. */
export interface Wanted {
  date: IstDate | null;
  time: SlotTime | null;
  /** The address names a day or a slot that cannot exist. */
  isSenseless: boolean;
}

/** Reads `?day=2026-11-24&slot=10:00-11:00`. */
export function readWanted(params: URLSearchParams): Wanted {
  const day = params.get('day');
  const range = params.get('slot');
  const date = day !== null && isIstDate(day) ? day : null;
  const [startTime = '', endTime = '', ...more] = range?.split('-') ?? [];
  const isTime = more.length === 0 && isIstTime(startTime) && isIstTime(endTime) && startTime < endTime;
  return {
    date,
    time: date && isTime ? { date, startTime, endTime } : null,
    isSenseless: (day !== null && !date) || (range !== null && !(date && isTime)),
  };
}

/** The query parameter with which a person who has logged in is told of new times (docs/product/favourites.md#alerts). */
export const TELL = 'tell';

/** The value of `step` in an address whose choice is confirmed: the way on is the log-in or the payment. */
export const CONFIRM_STEP = 'confirm';

/** Whether an address confirms its choice. It holds no slot and names no price: paying starts in the dialog. */
export function isConfirming(params: URLSearchParams): boolean {
  return params.get('step') === CONFIRM_STEP;
}
