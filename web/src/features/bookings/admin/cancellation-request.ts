import { type IstDate, type IstTime, isIstDate, isIstTime, slotStart } from '#rules/ist.ts';

/** When a founder wrote, as an administrator enters it; each field is '' until it is set. */
export interface CancellationRequestForm {
  /** False: just now. */
  isEarlier: boolean;
  date: IstDate;
  time: IstTime;
}

/** A year that is still being typed, "0202", is no answer yet. */
const FIRST_DAY = '2000-01-01';

/** The instant that was entered; null while it is none. Whether it can be true is the database's business. */
export function cancellationRequestedAt({ date, time }: CancellationRequestForm): Date | null {
  if (!isIstDate(date) || !isIstTime(time) || date < FIRST_DAY) return null;
  return slotStart({ date, startTime: time });
}
