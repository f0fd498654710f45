import { auditCopy } from '#copy/office/audit-log.ts';
import { bookingDecisions } from '#copy/sessions/bookings.ts';
import { incidents } from '#copy/sessions/incidents.ts';
import { groupBy } from '#lib/group-by.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { statusLabel } from '#rules/sessions/booking.ts';
import { formatDateShort, formatTime, isIstDate, isIstTime, istTimeOfDay, istToday } from '#rules/shell/ist.ts';

/** A row of the audit log, as `list_audit_log` answers it. */
export interface AuditEntry {
  id: number;
  /** The account that acted; null for the platform itself. */
  actor: string | null;
  /** Null for accounts that are gone as well. */
  actor_name: string | null;
  action: string;
  table_name: string;
  /** Null for what is about no single row. */
  row_id?: string | null;
  row_label: string | null;
  /** Of a change: column to [before, after], or null where the value is personal. Of another act: its details. */
  changes: unknown;
}

/** A change in words. */
export interface AuditChange {
  column: string;
  label: string;
  /** Null where there was nothing before: the row is new. */
  before: string | null;
  /** Null where there is nothing after: the row is gone. */
  after: string | null;
  isPersonal: boolean;
  /** A fact about an act, in `after`: nothing changed. */
  isDetail?: boolean;
}

/** What the database's words in these columns of a booking mean. */
const BOOKING_WORDS: Record<string, Record<string, string>> = {
  decision_cause: {
    ...bookingDecisions.reasons,
    unanswered: bookingDecisions.unanswered,
    mentor_declined: bookingDecisions.mentorDeclined,
  },
  incident: Object.fromEntries(Object.entries(incidents.kinds).map(([kind, { row }]) => [kind, row])),
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
/** A day and a time as the database puts them into a row's label. */
const LABELLED_TIME = /(\d{4}-\d{2}-\d{2}) · (\d{2}:\d{2})(?!\d)/g;
/** Columns whose values are words of the database's. */
const WORDS = /(^|_)(status|state|kind)$/;

const CHANGES = new Set(['insert', 'update', 'delete']);

/** Who did what to what, and each changed column before and after, as a person reads it. */
export function describeAudit(entry: AuditEntry) {
  if (entry.table_name === 'audit_log' || !CHANGES.has(entry.action)) return describeAct(entry);
  const thing = own(auditCopy.things, entry.table_name) ?? auditCopy.unknownThing(humanised(entry.table_name));
  const isUpdate = entry.action === 'update';
  const changes = Object.entries(Object(entry.changes) as Record<string, unknown>)
    // The label of a row that came or went names what it belongs to.
    .filter(([column]) => isUpdate || !column.endsWith('_id'))
    .map(([column, values]) => describeChange(column, values, entry))
    .filter(({ before, after }) => isUpdate || (before ?? after) !== auditCopy.emptyValue);
  return {
    actor: actorOf(entry),
    /** "changed the booking" */
    deed: `${own(auditCopy.actions, entry.action) ?? entry.action} ${thing}`,
    thing: entry.row_label?.trim().replace(LABELLED_TIME, timeInWords) || auditCopy.unnamed,
    changes: changes.sort((a, b) => a.label.localeCompare(b.label, 'en')),
  };
}

function actorOf({ actor, actor_name }: AuditEntry): string {
  return actor_name ?? (actor === null ? auditCopy.system : auditCopy.formerAccount);
}

/** What changed no row, or the log itself: a reading, an export, a sign-in. */
function describeAct(entry: AuditEntry) {
  const { action, table_name, row_id, row_label, actor } = entry;
  const act = action === 'update' ? 'redacted' : action;
  const ofPayout = table_name === 'payout_details' ? own(auditCopy.payoutActs, act) : undefined;
  const isAboutRow =
    ofPayout !== undefined ||
    (act !== 'read' && (act !== 'export' || row_id) && act !== 'settings' && act !== 'redacted');
  const ofEverybody = table_name === 'sessions' ? auditCopy.everybody : undefined;
  const place = own(auditCopy.places, table_name) ?? humanised(table_name);
  const { filter, people, entry_ids: _, ...others } = Object(entry.changes) as Record<string, unknown>;
  const details = [
    ...Object.entries(Object(filter) as Record<string, unknown>),
    ...Object.entries(others),
    ...(Array.isArray(people) ? [['people', auditCopy.people(people.length, people.join(', '))] as const] : []),
  ];
  return {
    actor: actorOf(entry),
    deed: ofPayout ?? own(auditCopy.acts, act) ?? humanised(act),
    thing:
      ofEverybody ??
      own(
        {
          sign_in: auditCopy.backOffice,
          account_deleted: row_id && actor !== row_id ? auditCopy.otherAccount : auditCopy.ownAccount,
        },
        act,
      ) ??
      (isAboutRow ? row_label?.trim() || auditCopy.formerAccount.toLowerCase() : place),
    changes: details.map(([column, value]): AuditChange => {
      if (act === 'settings') return describeChange(column, value, entry);
      const label = own(auditCopy.details, column) ?? capitalised(humanised(column));
      return { column, label, before: null, after: detailInWords(column, value), isPersonal: false, isDetail: true };
    }),
  };
}

function detailInWords(column: string, value: unknown): string {
  if (column === 'status' && Array.isArray(value)) return value.map((each) => statusLabel(String(each))).join(', ');
  return column === 'view' ? capitalised(String(value)) : inWords(column, value);
}

function describeChange(column: string, values: unknown, { action, table_name }: AuditEntry): AuditChange {
  const label = columnLabel(column);
  if (!Array.isArray(values)) return { column, label, before: null, after: null, isPersonal: true };
  const [before, after] = values;
  const words = (value: unknown) => {
    if (table_name !== 'bookings' || typeof value !== 'string') return inWords(column, value);
    if (column === 'status') return statusLabel(value);
    return own(BOOKING_WORDS[column] ?? {}, value) ?? inWords(column, value);
  };
  return {
    column,
    label,
    before: action === 'insert' ? null : words(before),
    after: action === 'delete' ? null : words(after),
    isPersonal: false,
  };
}

/** The label of a column. */
export function columnLabel(column: string): string {
  return own(auditCopy.columns, column) ?? capitalised(humanised(column));
}

/** A value of a column. */
export function inWords(column: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return auditCopy.emptyValue;
  if (typeof value === 'boolean') return value ? auditCopy.yes : auditCopy.no;
  if (typeof value === 'number') return column === 'price' ? formatInr(value) : String(value);
  if (Array.isArray(value)) {
    return value.length === 0 ? auditCopy.emptyValue : value.map((each) => inWords('', each)).join(', ');
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  if (WORDS.test(column)) return capitalised(humanised(value));
  if (isIstDate(value)) return formatDateShort(value);
  if (column.endsWith('_time') && isIstTime(value)) return formatTime(value);
  const instant = INSTANT.test(value) ? new Date(value) : null;
  if (instant && !Number.isNaN(instant.getTime())) {
    return `${formatDateShort(istToday(instant))}, ${auditCopy.atTime(formatTime(istTimeOfDay(instant)))}`;
  }
  return value;
}

function timeInWords(label: string, date: string, time: string): string {
  return isIstDate(date) && isIstTime(time) ? `${formatDateShort(date)}, ${formatTime(time)}` : label;
}

function humanised(name: string): string {
  return name.replaceAll('_', ' ');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function own(words: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined;
}

/** Entries by the day in India on which they happened, in the order in which they come. */
export function byDay<E extends { at: string }>(entries: readonly E[]): { day: string; entries: E[] }[] {
  const days = groupBy(entries, ({ at }) => istToday(new Date(at)));
  return [...days].map(([day, ofDay]) => ({ day, entries: ofDay }));
}
