/**
 * How long data is kept (docs/product/privacy.md#retention): the one source of the nightly job apply-retention and of
 * the table "How long we keep it" on the Privacy Policy.
 */
import { retention as copy } from '#copy/content/static/retention.ts';

type Unit = keyof typeof copy.units;
interface Span {
  amount: number;
  unit: Unit;
}

export const DEFAULT_MONEY_YEARS = 8;
export const DEFAULT_CLOSED_ACCOUNT_DAYS = 365;

/** What an operator may choose. */
export interface RetentionChoices {
  /** Of records about money, after the end of the financial year (April to March): 6 to 10. */
  moneyYears: number;
  /** Of the sealed address and name of a deleted account; 0 keeps none. */
  closedAccountDays: number;
}

export const DEFAULT_CHOICES: RetentionChoices = {
  moneyYears: DEFAULT_MONEY_YEARS,
  closedAccountDays: DEFAULT_CLOSED_ACCOUNT_DAYS,
};

const years = (amount: number): Span => ({ amount, unit: 'years' });
const days = (amount: number): Span => ({ amount, unit: 'days' });
const hours = (amount: number): Span => ({ amount, unit: 'hours' });

/** Each rule of the nightly job, under the name that the database's apply_retention knows. */
function retentionRules({ moneyYears, closedAccountDays }: RetentionChoices) {
  return {
    money: years(moneyYears),
    meetings: years(1),
    sessions_from_sign_in: days(30),
    sessions_unused: days(14),
    sessions_of_administrators: hours(12),
    consents: years(3),
    audit_log: years(3),
    auth_log: years(1),
    account_alerts: years(1),
    webhook_payloads: years(1),
    closed_accounts: days(closedAccountDays),
    finished_jobs: days(30),
    mentor_applications: years(1),
    mentor_requests: days(180),
    tokens: days(1),
    unverified_accounts: days(30),
    briefs: days(30),
    slot_alerts: days(90),
    mentor_invitations: years(1),
    data_requests: years(3),
  } satisfies Record<string, Span>;
}

/** The rules as `apply_retention` takes them: a name, and an interval as Postgres reads it. */
export function retentionIntervals(choices: RetentionChoices): Record<string, string> {
  return Object.fromEntries(
    Object.entries(retentionRules(choices)).map(([name, { amount, unit }]) => [name, `${amount} ${unit}`]),
  );
}

/** The table for people: what, how long, and what happens then. */
export function retentionTable(choices: RetentionChoices): readonly (readonly [string, string, string])[] {
  const rules = retentionRules(choices);
  const { rows } = copy;
  const line = ({ data, afterwards }: { data: string; afterwards: string }, keptFor: string) =>
    [data, keptFor, afterwards] as const;
  return [
    line(rows.account, rows.account.keptFor()),
    line(rows.payoutDetails, rows.payoutDetails.keptFor()),
    line(rows.money, rows.money.keptFor(inWords(rules.money))),
    line(rows.meetings, rows.meetings.keptFor(inWords(rules.meetings))),
    line(rows.briefs, rows.briefs.keptFor(inWords(rules.briefs))),
    line(rows.favourites, rows.favourites.keptFor(inWords(rules.slot_alerts))),
    line(rows.sessionPages, rows.sessionPages.keptFor()),
    line(
      rows.sessions,
      rows.sessions.keptFor(
        inWords(rules.sessions_from_sign_in),
        inWords(rules.sessions_unused),
        inWords(rules.sessions_of_administrators),
      ),
    ),
    line(rows.consents, rows.consents.keptFor(inWords(rules.consents))),
    line(rows.audit, rows.audit.keptFor(inWords(rules.audit_log))),
    // One row for three rules, which have the same period.
    line(rows.records, rows.records.keptFor(inWords(rules.auth_log))),
    line(rows.closed, rows.closed.keptFor(rules.closed_accounts.amount === 0 ? null : inWords(rules.closed_accounts))),
    line(rows.jobs, rows.jobs.keptFor(inWords(rules.finished_jobs))),
    line(rows.applications, rows.applications.keptFor(inWords(rules.mentor_applications))),
    line(rows.helpRequests, rows.helpRequests.keptFor(inWords(rules.mentor_requests))),
    line(rows.invitations, rows.invitations.keptFor(inWords(rules.mentor_invitations))),
    line(rows.requests, rows.requests.keptFor(inWords(rules.data_requests))),
    line(rows.unverified, rows.unverified.keptFor(inWords(rules.unverified_accounts))),
    line(rows.tokens, rows.tokens.keptFor(inWords(rules.tokens))),
    line(rows.stories, rows.stories.keptFor()),
  ];
}

function inWords({ amount, unit }: Span): string {
  const [one, many] = copy.units[unit];
  return `${amount} ${amount === 1 ? one : many}`;
}
