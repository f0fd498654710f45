import { CircleCheck, Clock, TriangleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paymentsCopy as copy } from '#copy/money/admin-payments.ts';
import { paymentMethod } from '#copy/money/payment-methods.ts';
import { cn } from '#lib/class-names.ts';
import { officePaths } from '#lib/office-paths.ts';
import { paths } from '#lib/paths.ts';
import { useNow } from '#lib/use-now.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { columnsOf, NAME } from '#ui/data-table/columns.ts';
import { EmailAddress } from '#ui/email-address.tsx';
import { amountOf, founderOf, whenOf } from './payment-words.ts';
import type { Payment } from './payments.data.ts';

const column = columnsOf<Payment>();
const { columns } = copy;

/** One line in a table, whatever it holds; a card has room for more. */
const LINE = '@rows:block @rows:max-w-24 @rows:truncate @6xl:max-w-40';
/** One line, as wide as its column. */
const NAME_LINE = '@rows:block @rows:truncate';
const LINK = 'tap-line text-accent-text underline-offset-4 hover:underline';

/** A payment in one line: when, who, whom, which booking, how much, what became of it, how, and its receipt. */
export const PAYMENT_COLUMNS = [
  column.accessor('captured_at', {
    header: columns.time,
    cell: ({ row: { original } }) => <Time payment={original} />,
    meta: { card: 'title' },
  }),
  column.accessor('founder_name', {
    header: columns.founder,
    cell: ({ row: { original } }) => <Founder payment={original} />,
    meta: { className: NAME },
  }),
  column.accessor('mentor_name', {
    header: columns.mentor,
    cell: ({ getValue }) => <Name name={getValue()} />,
    meta: { className: NAME },
  }),
  column.accessor('code', { header: columns.booking, cell: ({ row: { original } }) => <Booking payment={original} /> }),
  column.accessor('amount_paise', {
    header: columns.amount,
    cell: ({ row: { original } }) => <span className="nums whitespace-nowrap">{amountOf(original)}</span>,
    meta: { isNumeric: true },
  }),
  column.accessor('state', {
    header: columns.state,
    cell: ({ getValue }) => <Badge {...LOOKS[getValue()]}>{copy.states[getValue()]}</Badge>,
  }),
  column.accessor('method', { header: columns.method, cell: ({ getValue }) => <Method method={getValue()} /> }),
  column.accessor('id', {
    header: columns.payment,
    cell: ({ getValue }) => (
      <span className={cn('nums', LINE)} title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
  column.display({
    id: 'receipt',
    header: columns.receipt,
    cell: ({ row: { original } }) =>
      original.booking_id && (
        <Link to={paths.receipt(original.booking_id)} aria-label={copy.receiptOf(original.id)} className={LINK}>
          {copy.receipt}
        </Link>
      ),
    meta: { card: 'actions' },
  }),
];

const LOOKS: Record<Payment['state'], { tone: Tone; icon: ReactNode }> = {
  captured: { tone: 'success', icon: <CircleCheck aria-hidden="true" /> },
  refunding: { tone: 'info', icon: <Clock aria-hidden="true" /> },
  refunded: { tone: 'neutral', icon: <Undo2 aria-hidden="true" /> },
  refund_failed: { tone: 'danger', icon: <TriangleAlert aria-hidden="true" /> },
};

function Time({ payment }: { payment: Payment }) {
  return (
    <time dateTime={payment.captured_at} className="nums font-medium @rows:whitespace-nowrap">
      {whenOf(payment, useNow())}
    </time>
  );
}

function Method({ method }: { method: string | null }) {
  if (method !== null) return paymentMethod(method);
  return (
    <span className="text-muted" title={paymentMethod(null)}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{paymentMethod(null)}</span>
    </span>
  );
}

function Name({ name }: { name: string | null }) {
  return (
    <span className={cn(NAME_LINE, name === null && 'text-muted')} title={name ?? undefined}>
      <bdi>{name ?? copy.unknown}</bdi>
    </span>
  );
}

/** The e-mail address stands in a card, and for screen readers and under the pointer in a table. */
function Founder({ payment }: { payment: Payment }) {
  const { founder_name: name, founder_email: email } = payment;
  return (
    <span className={cn('font-semibold', NAME_LINE, !name && !email && 'text-muted')} title={email ?? undefined}>
      <bdi>{founderOf(payment)}</bdi>
      {name && email && (
        <>
          <span className="sr-only">, {email}</span>
          <span aria-hidden="true" className="block font-normal text-muted @rows:hidden">
            <EmailAddress>{email}</EmailAddress>
          </span>
        </>
      )}
    </span>
  );
}

function Booking({ payment }: { payment: Payment }) {
  const { booking_id: bookingId, code } = payment;
  if (bookingId === null || code === null) {
    return (
      <span className="whitespace-nowrap text-muted" title={copy.noBookingHint}>
        {copy.noBooking}
      </span>
    );
  }
  return (
    <Link
      to={officePaths.booking(bookingId)}
      aria-label={copy.openBooking(code, founderOf(payment))}
      className={cn('nums whitespace-nowrap', LINK)}
    >
      {code}
    </Link>
  );
}
