import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { mailStops } from '#copy/people/mail-stops.ts';
import { personCopy as copy } from '#copy/people/person.ts';
import { usersCopy } from '#copy/people/users.ts';
import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { columnLabel, inWords } from '#features/office/audit-log/audit-entry.ts';
import { isolate } from '#lib/isolate.tsx';
import { officePaths } from '#lib/office-paths.ts';
import { serverNow } from '#lib/server-time.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { paidAmount } from '#rules/money/rupees.ts';
import { FOUNDER_MAIL_KINDS, MENTOR_MAIL_KINDS } from '#rules/people/mail-stops.ts';
import { statusLabel } from '#rules/sessions/booking.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SwitchLine } from '#ui/forms/switch.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { closeRecord, type Person, type PersonRecord, personQuery, type Section, setMailStop } from './person.data.ts';
import { type Act, PersonDialog } from './person-dialog.tsx';

/** What a section says of each of its rows. */
const SECTIONS: readonly (readonly [Section, readonly string[]])[] = [
  ['records', ['kind', 'state', 'received_on', 'answer_by', 'answered_at', 'body']],
  ['account', ['email', 'phone', 'startup_name', 'industry', 'idea', 'signed_up_at', 'last_sign_in_at']],
  ['bookings', ['code', 'date', 'start_time', 'status']],
  ['payments', ['amount_paise', 'captured_at', 'method', 'refund']],
  ['consents', ['kind', 'version', 'given_at', 'withdrawn_at']],
  ['mails', ['event', 'sent_at', 'state']],
  ['reviews', ['rating', 'comment', 'created_at']],
];
/** Whose values need no label for the eye. */
const PLAIN = /^(kind|state|status|body|date|start_time|code|amount_paise|event|email|phone|comment)$/;
const ACTS: readonly Act[] = ['note', 'request', 'export', 'erase'];
const SHOWN_AT_FIRST = 5;
const TONES: Record<string, Tone> = { open: 'accent', late: 'danger', answered: 'success' };
const LINK = 'tap-line text-accent-text underline underline-offset-4';

/** One person with what is kept about them; `id` is all that the address says (docs/product/back-office.md#a-person). */
export function PersonPage({ id }: { id: string }) {
  const { data, isError, refetch } = useQuery(personQuery(id));
  return (
    <>
      <Link
        to={officePaths.tab('users')}
        className="mb-1 inline-flex min-h-11 items-center gap-2 text-sm font-medium text-muted hover:text-ink"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        {copy.back}
      </Link>
      {data ? (
        <Details id={id} person={data} />
      ) : data === null ? (
        <StatusMessage title={copy.notFound}>{copy.notFoundHint}</StatusMessage>
      ) : isError ? (
        <LoadFailure onRetry={refetch}>{copy.loadFailed}</LoadFailure>
      ) : (
        <div role="status" aria-label={copy.loading} className="skeleton h-40 w-full" />
      )}
    </>
  );
}

function Details({ id, person }: { id: string; person: Person }) {
  const { localUser } = useSession();
  const [act, setAct] = useState<Act>();
  const [account] = person.account;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 break-words text-xl">{isolate(String(account?.name || usersCopy.unnamed))}</h2>
        {account?.is_admin === true && <Badge tone="accent">{usersCopy.administrator}</Badge>}
        {person.mentor_id && <Badge tone="accent">{usersCopy.mentor}</Badge>}
        {person.bookings.length > 0 && <Badge>{usersCopy.founder}</Badge>}
        <div className="flex flex-wrap gap-2 max-sm:w-full sm:ml-auto">
          {/* One's own account is deleted on its own page, with a typed word. */}
          {ACTS.filter((one) => one !== 'erase' || id !== localUser?.id).map((one) => (
            <Button
              key={one}
              variant={one === 'erase' ? 'danger' : 'secondary'}
              size="sm"
              className="max-sm:flex-1"
              onClick={() => setAct(one)}
            >
              {copy.acts[one].open}
            </Button>
          ))}
        </div>
      </div>
      <div className="gap-4 lg:columns-2">
        {SECTIONS.map(([section, fields]) => (
          <SectionCard
            key={section}
            {...copy.sections[section]}
            fields={fields}
            rows={section === 'records' ? person.records.map(withState) : person[section]}
            action={
              section === 'records' ? (row) => <CloseButton id={id} record={row as unknown as PersonRecord} /> : null
            }
          >
            {section === 'reviews' && <p className="mt-2 text-sm text-muted">{copy.storiesNote}</p>}
            {section === 'account' && person.mentor_id && (
              <Link to={officePaths.mentor(person.mentor_id)} className={LINK}>
                {copy.mentorPage}
              </Link>
            )}
            {section === 'mails' && (
              <MailStops id={id} stops={person.mail_stops} isMentor={person.mentor_id !== null} />
            )}
          </SectionCard>
        ))}
      </div>
      {act && <PersonDialog key={act} act={act} id={id} onClose={() => setAct(undefined)} />}
    </div>
  );
}

/** The optional e-mails that the person asked not to get; an administrator sets the same. */
function MailStops({ id, stops, isMentor }: { id: string; stops: Person['mail_stops']; isMentor: boolean }) {
  const client = useQueryClient();
  const change = useMutation({
    networkMode: 'always',
    mutationFn: ([kind, isStopped]: [string, boolean]) => setMailStop(id, kind, isStopped),
    onSuccess: () => client.invalidateQueries({ queryKey: personQuery(id).queryKey }),
    onError: () => toast.error(copy.failed, { id: 'person' }),
  });
  return [...FOUNDER_MAIL_KINDS, ...(isMentor ? MENTOR_MAIL_KINDS : [])].map((kind) => {
    const isStopped = stops.some((stop) => stop.kind === kind);
    return (
      <SwitchLine
        key={kind}
        label={mailStops.notMailedOf(mailStops.kinds[kind].switch)}
        isOn={isStopped}
        className="mt-3 border-t border-line pt-3"
        onTurn={(isOn) => change.mutate([kind, isOn])}
      />
    );
  });
}

type Row = Record<string, unknown>;

interface SectionProps {
  title: string;
  none: string;
  fields: readonly string[];
  rows: Row[];
  action: ((row: Row) => ReactNode) | null;
  children: ReactNode;
}

/** One kind of what is kept, the newest first. */
function SectionCard({ title, none, fields, rows, action, children }: SectionProps) {
  const [isWhole, setIsWhole] = useState(false);
  const newest = [...rows].reverse();
  const shown = isWhole ? newest : newest.slice(0, SHOWN_AT_FIRST);
  return (
    <Card className="mb-4 break-inside-avoid px-4 py-4 md:px-5">
      <h3 className="text-lg">{title}</h3>
      {rows.length === 0 && <p className="mt-2 text-muted">{none}</p>}
      <div className="divide-y divide-line">
        {shown.map((row) => (
          <dl key={fields.map((field) => String(row[field])).join()} className="nums flex flex-wrap gap-x-4 py-2">
            {fields
              .filter((field) => row[field] !== null && row[field] !== '')
              .map((field) => (
                <div key={field} className="min-w-0 wrap-anywhere">
                  <dt className={PLAIN.test(field) ? 'sr-only' : 'inline text-sm text-muted'}>
                    {copy.fields[field] ?? columnLabel(field)}{' '}
                  </dt>
                  <dd className="inline">{wordsOf(field, row)}</dd>
                </div>
              ))}
            {action?.(row)}
          </dl>
        ))}
      </div>
      {shown.length < rows.length && (
        <Button variant="quiet" size="sm" className="-ml-3" onClick={() => setIsWhole(true)}>
          {copy.showAll(rows.length, title)}
        </Button>
      )}
      {children}
    </Card>
  );
}

function wordsOf(field: string, row: Row): ReactNode {
  const value = row[field];
  if (field === 'code') {
    return (
      <Link to={officePaths.booking(String(row.id))} className={LINK}>
        {String(value)}
      </Link>
    );
  }
  if (field === 'amount_paise') return paidAmount(Number(value), String(row.currency));
  if (field === 'status') return statusLabel(String(value));
  if (field === 'refund') return inWords('state', Object(value).state);
  if (field === 'state' && row.answer_by) return <Badge tone={TONES[String(value)]}>{inWords(field, value)}</Badge>;
  if (field === 'event') return adminBookings.details.mailEvents[String(value)] ?? inWords('kind', value);
  return isolate(inWords(field, value));
}

/** A request waits for its answer until the end of the day in India. */
function withState(record: PersonRecord): Row {
  const { answer_by, answered_at } = record;
  const isLate = answer_by !== null && answer_by < istToday(serverNow());
  return { ...record, state: answer_by && (answered_at ? 'answered' : isLate ? 'late' : 'open') };
}

function CloseButton({ id, record }: { id: string; record: PersonRecord }) {
  const client = useQueryClient();
  const close = useMutation({
    networkMode: 'always',
    mutationFn: () => closeRecord(record.id),
    onSuccess: () => client.invalidateQueries({ queryKey: personQuery(id).queryKey }),
    onError: () => toast.error(copy.failed, { id: 'person' }),
  });
  if (record.answered_at) return null;
  const words = copy.close(record.kind === 'note');
  return (
    <Button
      variant="secondary"
      size="sm"
      className="ml-auto"
      aria-label={copy.closeOf(words, copy.kinds[record.kind] ?? record.kind, formatDateShort(record.received_on))}
      isBusy={close.isPending}
      onClick={() => close.mutate()}
    >
      {words}
    </Button>
  );
}
