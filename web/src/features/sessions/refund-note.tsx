import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Undo2 } from 'lucide-react';
import { dashboard } from '#copy/dashboard.ts';
import { receiptQuery } from '#lib/functions/booking-receipt.data.ts';
import { formatInr } from '#rules/money.ts';

const { refund: copy } = dashboard;

/** Where the money of a cancelled or rejected booking is; nothing where nothing was paid. */
export function RefundNote({ bookingId }: { bookingId: string }) {
  const { data, isPending } = useQuery(receiptQuery(bookingId));
  if (isPending) return <div className="skeleton mt-2 h-5 w-44" aria-hidden="true" />;
  if (!data || data.refund === 'none') return null;
  const isDone = data.refund === 'done';
  const Icon = isDone ? CircleCheck : Undo2;
  return (
    <p className="nums mt-2 flex items-center gap-1.5 text-sm font-medium text-info">
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {isDone ? copy.done(formatInr(data.amount)) : copy.underWay(formatInr(data.amount))}
    </p>
  );
}
