import type { DemoMentor } from './mentor.ts';
import { fundraisingMentors } from './mentors/fundraising.ts';
import { growthMentors } from './mentors/growth.ts';
import { legalMentors } from './mentors/legal.ts';
import { marketingMentors } from './mentors/marketing.ts';
import { operationsMentors } from './mentors/operations.ts';
import { productMentors } from './mentors/product.ts';
import { salesMentors } from './mentors/sales.ts';
import { technologyMentors } from './mentors/technology.ts';

/** The demonstration catalogue. All people, companies and reviews in it are invented. */
export const CATALOGUE: DemoMentor[] = [
  ...legalMentors,
  ...fundraisingMentors,
  ...marketingMentors,
  ...productMentors,
  ...operationsMentors,
  ...salesMentors,
  ...technologyMentors,
  ...growthMentors,
];
