import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { bookingCopy } from '#copy/booking.ts';
import {
  clearLeftoverPaymentData,
  type PaymentRecord,
  unfinishedPayment,
} from '#lib/functions/payment-record.ts';
import { paths } from '#lib/paths.ts';
import { Banner } from '#ui/messages/banner.tsx';

const { unfinished: copy } = bookingCopy;

/** A payment that a reload or a lost connection left before its booking was seen: the way to finish it. */
export function UnfinishedPayment() {
  const [record, setRecord] = useState<PaymentRecord | null>(null);
  useEffect(() => {
    clearLeftoverPaymentData();
    setRecord(unfinishedPayment(new Date()));
  }, []);
  if (!record) return null;
  return (
    <div className="mb-6">
      <Banner tone="accent" title={copy.title} icon={<CircleAlert aria-hidden="true" />}>
        {copy.hint}{' '}
        <Link
          to={paths.bookingProcessing(record.bookingId)}
          className="font-semibold text-accent-text underline underline-offset-4"
        >
          {copy.finish}
        </Link>
      </Banner>
    </div>
  );
}
