import { expect, it } from 'vitest';
import { needsInvestorInterest } from './investor-interest.data.ts';

it.each([
  [false, false, true],
  [true, false, true],
  [false, true, true],
  [true, true, false],
])(
  'The form of a profile that is completed: %s and submitted: %s is shown: %s',
  (profile_completed, vc_interest_submitted, isShown) => {
    expect(needsInvestorInterest({ profile_completed, vc_interest_submitted })).toBe(isShown);
  },
);
