import { useQuery } from '@tanstack/react-query';
import { briefsQuery } from '#features/sessions/briefs/briefs.data.ts';
import { EditBriefDialog } from '#features/sessions/briefs/edit-brief-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import type { DialogAbout } from './booking-card.tsx';
import type { Booking } from './bookings.data.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { HelpDialog } from './help-dialog.tsx';

type BookingDialogProps = DialogOpening & { about: DialogAbout; booking: Booking; userId: string };

/** The dialogs about a booking on the dashboard, whose code arrives when the first one opens. */
export function BookingDialog({ about, booking, userId, ...dialog }: BookingDialogProps) {
  switch (about) {
    case 'cancel':
      return <CancelDialog userId={userId} booking={booking} {...dialog} />;
    case 'change':
      return <ChangeDialog userId={userId} booking={booking} {...dialog} />;
    case 'brief':
      return <BriefDialog userId={userId} booking={booking} {...dialog} />;
    default:
      return <HelpDialog about={about} booking={booking} {...dialog} />;
  }
}

function BriefDialog({ booking, userId, ...dialog }: Omit<BookingDialogProps, 'about'>) {
  const { data } = useQuery(briefsQuery(userId));
  return <EditBriefDialog booking={booking} stored={data?.get(booking.id) ?? null} userId={userId} {...dialog} />;
}
