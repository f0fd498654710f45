import { payoutDetailsCopy as copy } from '#copy/money/payout-details.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import type { PayoutDetails } from './payout-details.data.ts';

/** Whether details may be used: 24 hours after their last change. */
export function isUsable({ usable_from }: PayoutDetails, now: Date): boolean {
  return Date.parse(usable_from) <= now.getTime();
}

/** When they were changed, and for 24 hours until when they are not used. */
export function changeSentence(details: PayoutDetails, now: Date): string {
  const [changed, until] = [details.changed_at, details.usable_from].map((at) => formatMoment(new Date(at))) as [
    string,
    string,
  ];
  return isUsable(details, now) ? copy.changed(changed) : copy.notUsedUntil(changed, until);
}
