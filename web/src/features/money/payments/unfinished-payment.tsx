import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { paths } from '#lib/paths.ts';
import { serverNow } from '#lib/server-time.ts';
import { Alert } from '#ui/messages/alert.tsx';
import {
  clearLeftoverPaymentData,
  clearPaymentRecords,
  type PaymentRecord,
  unfinishedPayment,
} from './payment-record.ts';

const { unfinished: copy } = bookingCopy;
const NONE: readonly { id: string }[] = [];

/** A payment that a reload or a lost connection left before its booking was seen: the way to finish it. */
export function UnfinishedPayment({
  bookings = NONE,
}: {
  /** What the page shows of the founder's bookings: their payments are finished. */
  bookings?: readonly { id: string }[] | undefined;
}) {
  const [record, setRecord] = useState<PaymentRecord | null>(null);
  useEffect(() => {
    clearLeftoverPaymentData();
    for (const { id } of bookings) clearPaymentRecords(id);
    setRecord(unfinishedPayment(serverNow()));
  }, [bookings]);
  if (!record) return null;
  return (
    <div className="mb-6">
      <Alert tone="accent" title={copy.title} icon={<CircleAlert aria-hidden="true" />}>
        <p>{copy.hint}</p>
        <Link
          to={paths.bookingProcessing(record.bookingId)}
          className="tap-line inline-block font-semibold text-accent-text underline underline-offset-4"
        >
          {copy.finish}
        </Link>
      </Alert>
    </div>
  );
}
