import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { Link } from 'react-router';
import { receiptCopy as copy } from '#copy/money/receipts.ts';
import { paths } from '#lib/paths.ts';
import { ownReceiptsQuery } from './own-receipts.data.ts';

/** The way to the receipt of one's own booking, where it was paid; a part of a line. */
export function ReceiptLink({ booking, userId }: { booking: { id: string; mentor_name: string }; userId: string }) {
  const { data } = useQuery(ownReceiptsQuery(userId));
  if (!data?.includes(booking.id)) return null;
  return (
    <Link
      to={paths.receipt(booking.id)}
      className={
        'tap-line ml-1 inline-flex items-center gap-1.5 text-muted underline-offset-4 hover:text-ink ' +
        'hover:underline'
      }
    >
      <ReceiptText className="size-4 shrink-0" aria-hidden="true" />
      {copy.link}
      <span className="sr-only">{copy.about(booking.mentor_name)}</span>
    </Link>
  );
}
