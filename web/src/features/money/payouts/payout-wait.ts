import { payoutDetailsCopy as copy } from '#copy/money/payout-details.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import type { PayoutDetails } from './payout-details.data.ts';

/** Whether details may be used: 24 hours after their last change. */
export function isUsable({ usable_from }: PayoutDetails, now: Date): boolean {
  return Date.parse(usable_from) <= now.getTime();
}

/** When they were changed, and for 24 hours until when they are not used. */
export function changeSentence(details: PayoutDetails, now: Date): string {
  const changed = formatMoment(new Date(details.changed_at));
  if (isUsable(details, now)) return copy.changed(changed);
  return copy.notUsedUntil(changed, formatMoment(new Date(details.usable_from)));
}
