import { type IstDate, type IstTime, isIstDate, isIstTime, slotStart } from '#rules/ist.ts';

/** A time that a mentor offers, as the interface sees it (spec section 3). */
export interface Slot {
  id: string;
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

/** One text for one time, whichever way its seconds are written. */
export function slotKey({ date, startTime, endTime }: SlotTime): string {
  return `${date} ${startTime.slice(0, 5)}-${endTime.slice(0, 5)}`;
}

/** Whether two times share a moment, whichever way their seconds are written. */
export function overlaps(one: SlotTime, other: SlotTime): boolean {
  const starts = (a: SlotTime, b: SlotTime) => a.startTime.slice(0, 5) < b.endTime.slice(0, 5);
  return one.date === other.date && starts(one, other) && starts(other, one);
}

/** The choice that a query carries, null when it carries none. */
export function readChoice(params: URLSearchParams): SlotTime | null {
  const date = params.get('date') ?? '';
  const [startTime = '', endTime = ''] = params.get('time')?.split('-') ?? [];
  return isIstDate(date) && isIstTime(startTime) && isIstTime(endTime) ? { date, startTime, endTime } : null;
}
