import { payoutDetailsCopy as copy } from '#copy/money/payout-details.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import type { PayoutDetails } from './payout-details.data.ts';

const moment = (at: string) => copy.moment(formatMoment(new Date(at)));

/** "Sat 28 Nov, 10:00 AM IST". */
export function changedMoment(details: Pick<PayoutDetails, 'changed_at'>): string {
  return moment(details.changed_at);
}

/** For 24 hours after a change: since when, and until when the details are not used; null afterwards. */
export function waitSentence(details: PayoutDetails, now: Date): string | null {
  const isWaiting = Date.parse(details.usable_from) > now.getTime();
  return isWaiting ? copy.notUsedUntil(changedMoment(details), moment(details.usable_from)) : null;
}
