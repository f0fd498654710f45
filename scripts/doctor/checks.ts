/** Every check, in the order in which they are told. */

import { clock } from './checks/clock.ts';
import { buckets, calendar, migrations, rls } from './checks/database.ts';
import { disk } from './checks/disk.ts';
import { functions } from './checks/functions.ts';
import { keys } from './checks/keys.ts';
import { authMail, redirects, smtp } from './checks/mail.ts';
import { payments, webhook } from './checks/money.ts';
import { pages } from './checks/pages.ts';
import { picture } from './checks/picture.ts';
import { schedule, worker } from './checks/schedule.ts';
import type { Check } from './finding.ts';

export const CHECKS: readonly Check[] = [
  keys,
  migrations,
  functions,
  schedule,
  worker,
  authMail,
  smtp,
  redirects,
  webhook,
  payments,
  calendar,
  rls,
  buckets,
  clock,
  disk,
  pages,
  picture,
];
