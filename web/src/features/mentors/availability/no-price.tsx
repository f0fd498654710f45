import { functionErrors } from '#copy/shell/functions.ts';
import { NothingOpen } from './nothing-open.tsx';

/** A mentor without a price cannot be booked. */
export function NoPrice() {
  return <NothingOpen title={functionErrors.mentorHasNoPrice} />;
}

/** The same in the bar of phones. */
export function NoPriceInBar() {
  return (
    <p className="min-w-0 flex-1 text-balance text-sm font-semibold leading-5">{functionErrors.mentorHasNoPrice}</p>
  );
}
