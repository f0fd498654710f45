import { functionErrors } from '#copy/shell/functions.ts';
import { NothingOpen } from './nothing-open.tsx';

/** A mentor without a price cannot be booked. */
export function NoPrice() {
  return <NothingOpen title={functionErrors.mentorHasNoPrice} />;
}
