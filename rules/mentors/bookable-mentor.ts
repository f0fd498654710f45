import type { IstDate } from '#rules/shell/ist.ts';

/** The facts of a mentor that are needed to choose a slot and pay for it. */
export interface BookableMentor {
  id: string;
  slug: string;
  name: string;
  title: string;
  image: string;
  /** Rupees per session. */
  price: number;
  /** Length of a session; null where the mentor has set none. */
  sessionMinutes?: number | null;
  isTakingBookings: boolean;
  /** Day of return of a mentor who takes no bookings; null where it is not known. */
  takingBookingsFrom: IstDate | null;
}

/** Whether the mentor takes no bookings today (docs/product/hours.md#pauses). The database decides by the same rule. */
export function isAway(
  mentor: Pick<BookableMentor, 'isTakingBookings' | 'takingBookingsFrom'>,
  today: IstDate,
): boolean {
  const { isTakingBookings, takingBookingsFrom } = mentor;
  return !isTakingBookings && (takingBookingsFrom === null || takingBookingsFrom > today);
}
