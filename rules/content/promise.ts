/** How the public promise is counted (docs/product/outcomes.md#the-public-promise). The database has the same. */

/** A figure with fewer cases is not shown: it would tell of single people. */
export const FEWEST_CASES = 20;
/** How many days the figures are about. */
export const PROMISE_DAYS = 90;
/** A refund should have left us so many days after it was decided. */
export const REFUND_LEAVES_DAYS = 5;
/** A mentor's answer time is shown from so many answers on … */
export const FEWEST_ANSWERS = 5;
/** … in so many days. */
export const ANSWER_DAYS = 180;
