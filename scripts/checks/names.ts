/**
 * One word for one thing: names that were withdrawn must not come back in file names, identifiers, comments and
 * documents. Left out are the sentences that people read (copy/, texts of the demonstration), the decisions, which tell
 * what was, and the list of passwords.
 */
import { readFileSync } from 'node:fs';
import { reportProblems } from './report-problems.ts';
import { trackedFiles } from './tracked-files.ts';

/** A withdrawn name and the name to use. */
const WITHDRAWN: [RegExp, string][] = [
  [/\bdesks?\b|Desk(?!top)|\bdesk[A-Z-]/, 'adminFixture, bookingFixture, dbFixture, DemoContext, …Dependencies'],
  [/\b[Ss]hops?\b|[a-z]Shop\b|\bshop[A-Z]/, 'testApp'],
  [/\b[Mm]arkets?\b|[a-z]Market\b/, 'testDatabase'],
  [/\b(tills?|shelf|shelves|dice|weather)\b/i, 'payment fixture, slot pool, seeded random, fault injector'],
  [
    /reckon|\bpatient-?calls?\b|settle-?down\b|kill-?rounds?\b/i,
    'reconciliation assertions, retrying client, drain, crash test',
  ],
  [/\bthaw|\btally|\btallies|(?<!Object\.)\bfreeze\b/i, 'lock barrier, counters'],
  [/\bWAYS\b|\bWay(Name)?\b|\bwayOf|(embedded|server)Ground\b|[Ss]abotage|SABOTAGE/, 'topology, environment, mutation'],
  [/\bFaultCase|\bfault cases?\b|\bCONTROLS\b|\bproofs\b/, 'failure mode, mutation, covering test'],
  [/\.story\.ts|storyHost|\b(browser|e2e) (story|stories)\b/, 'spec, end-to-end test'],
  [/(Auth|Storage|Google)Bench\b/, '…Fixture'],
  [
    /compare-?money|\bcomparisons?\.ts|\bNights[A-Z]|\bfindings?[A-Z]|[a-z](-f|F)indings?\b/,
    'reconciliation, discrepancies',
  ],
  [/check-?orders/i, 'reconcile-orders'],
  [/job-? ?clock|\bpokes?\b|job-?tasks/i, 'scheduler, wake, scheduled tasks'],
  [/waiting-? ?line|expiring-? ?cache|undo-? ?stack|\begress/i, 'concurrency limiter, cache, disposer, outbound proxy'],
  [/\banswerPosts\b|\bRefusal\b|\bwish(es|ed)?\b/, 'createHandler, HttpError, serviceUnavailable, request'],
  [
    /passing-? ?client|AUTH_WANTED|use-?at-?rest|recovery-?mark|begun-?authoris/i,
    'ephemeral client, auth:required, useIdle',
  ],
  [/\broster|partner-?list\b|booking-?requests\b|podcast-?episodes\b/i, 'mentors, partners, bookings, podcasts'],
  [
    /incident-?[Aa]sked|\b[Aa]sked(At|Form)\b|\bAskingForm\b|what-?[Hh]appened\b|still-?[Oo]f[-A-Z]/,
    'cancellationRequestedAt, refund-reason',
  ],
  [/chosen-?picture|send-?file\b|hovered-?(availability|slots)/i, 'selected-image, upload-file, availability-preview'],
  [
    /nothing-?listed|\bPager\b|list-?head\b|keyed-?list|\bwords=\{/i,
    'EmptyState, Pagination, ListHeader, ShortcutList',
  ],
  [/lost-?payments?\b|late-?section|late-?application/i, 'payments-without-booking, DeferredSection, lazy submit'],
];

/** Names that the specification or the database gave, and ordinary English. */
const ALLOWED: RegExp[] = [
  /go-to-market|to market\b|market (fit|research)\b/gi,
  /\b(private\.|')?(money_findings|compare_money|check_orders|order_checks|comparisons|lost_payments?)\b/g,
];

/** Whose words are for people, or tell history. */
const LEFT_OUT = new RegExp(
  '^((copy|docs/decisions|docs/specification|rules/people/passwords|scripts/demo-catalogue|web/public)/|scripts/checks/names|' +
    'supabase/seed\\.sql$)',
);

/** The withdrawn names in a text, each with its line; a file's path counts as line 0. */
export function withdrawnNames(path: string, text: string): string[] {
  const lines = [path, ...text.split('\n')];
  return lines.flatMap((line, number) => {
    const shown = ALLOWED.reduce((rest, allowed) => rest.replace(allowed, ''), line);
    return WITHDRAWN.flatMap(([name, instead]) => {
      const found = name.exec(shown);
      return found ? [`${path}:${number} "${found[0]}" was withdrawn: ${instead}`] : [];
    });
  });
}

if (import.meta.main) {
  const files = trackedFiles('*.ts', '*.tsx', '*.sql', '*.css', '*.md').filter((path) => !LEFT_OUT.test(path));
  reportProblems(files.flatMap((path) => withdrawnNames(path, readFileSync(path, 'utf8'))));
}
