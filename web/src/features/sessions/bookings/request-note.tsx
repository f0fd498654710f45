import { CircleAlert, CircleCheck, CircleSlash, Clock, type LucideIcon, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { bookingDecisions } from '#copy/sessions/bookings.ts';
import { bookingChanges } from '#copy/sessions/changes.ts';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { cn } from '#lib/class-names.ts';
import { toast } from '#lib/toast.ts';
import { bookingStart } from '#rules/sessions/booking.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import type { Booking } from './bookings.data.ts';
import type { ChangeRequest } from './change-requests.data.ts';
import { useSessionReload, withdrawRequest } from './session-changes.data.ts';
import { expiryOf } from './session-offers.ts';

const { request: copy, meanwhile, failed } = bookingChanges;

interface RequestNoteProps {
  booking: Booking;
  request: ChangeRequest;
  userId: string;
  /** After a withdrawal, whose button is gone. */
  onWithdrawn: () => void;
}

const LOOKS: Record<string, { Icon: LucideIcon; tone: string; frame: string }> = {
  open: { Icon: Clock, tone: 'text-accent-text', frame: 'border-accent-line bg-accent-soft' },
  granted: { Icon: CircleCheck, tone: 'text-success', frame: 'border-line' },
  declined: { Icon: CircleSlash, tone: 'text-danger', frame: 'border-line' },
  withdrawn: { Icon: Undo2, tone: 'text-muted', frame: 'border-line' },
  expired: { Icon: CircleAlert, tone: 'text-muted', frame: 'border-line' },
};

/** What the founder asked about a session, and the answer; an open request can be withdrawn. */
export function RequestNote({ booking, request, userId, onWithdrawn }: RequestNoteProps) {
  const look = LOOKS[request.state];
  // A state that this build does not know says nothing.
  if (!look) return null;
  const isOpen = request.state === 'open';
  return (
    <div className={cn('flex gap-2 rounded-control border px-3 py-2 text-sm', look.frame)}>
      <look.Icon className={cn('mt-0.5 size-4 shrink-0', look.tone)} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="nums font-medium">{sentenceOf(request, booking)}</p>
        {isOpen && <p className="text-muted">{copy.openHint}</p>}
        {request.decline_reason && <p className="break-words">{bookingDecisions.reason(request.decline_reason)}</p>}
        {isOpen && request.message && (
          <p className="mt-1 break-words whitespace-pre-line text-muted">{copy.message(request.message)}</p>
        )}
        {isOpen && <Withdraw booking={booking} request={request} userId={userId} onWithdrawn={onWithdrawn} />}
      </div>
    </div>
  );
}

function sentenceOf(request: ChangeRequest, booking: Booking): string {
  const kind = request.kind === 'move' ? 'move' : 'cancel';
  switch (request.state) {
    case 'open':
      return copy.open[kind](dashboard.inIst(formatMoment(new Date(request.asked_at))));
    case 'granted':
    case 'declined':
    case 'withdrawn':
      return copy[request.state][kind];
    default:
      return expiryOf(request, bookingStart(booking)) === 'began' ? copy.expired : copy.overtaken;
  }
}

function Withdraw({ booking, request, userId, onWithdrawn }: RequestNoteProps) {
  const reload = useSessionReload(userId);
  const [isBusy, setIsBusy] = useState(false);

  const withdraw = async () => {
    setIsBusy(true);
    try {
      const conflict = await withdrawRequest(request.id);
      if (conflict === null) {
        reload(booking.id);
        toast.success(copy.withdrawDone);
      } else {
        reload(booking.id);
        toast.warning(meanwhile.answered, { duration: 10_000 });
      }
      onWithdrawn();
    } catch (error) {
      console.warn('The withdrawal did not get through', error);
      toast.error(failed, { id: 'withdraw-request' });
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Button variant="secondary" size="sm" className="mt-2" isBusy={isBusy} onClick={() => void withdraw()}>
      {copy.withdraw}
      <span className="sr-only">{copy.withdrawLabel(booking.mentor_name)}</span>
    </Button>
  );
}
