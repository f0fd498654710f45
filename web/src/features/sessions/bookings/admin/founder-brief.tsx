import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionBrief } from '#copy/sessions/briefs.ts';
import { BriefText } from '#features/sessions/briefs/brief-text.tsx';
import { isolate } from '#lib/isolate.tsx';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { BOOKINGS_KEY } from './booking-counts.data.ts';
import { userOf } from './booking-names.ts';
import { type AdminBooking, removeBrief } from './bookings.data.ts';

const { admin: copy } = sessionBrief;

/** What the founder wants to leave with, before an administrator decides. */
export function FounderBrief({ booking, className }: { booking: AdminBooking; className?: string }) {
  const title = sessionBrief.title(userOf(booking));
  if (booking.brief) return <BriefText title={title} brief={booking.brief} {...(className && { className })} />;
  return <p className={`text-sm text-muted ${className ?? ''}`}>{isolate(copy.none(userOf(booking)))}</p>;
}

/** Takes an abusive text away, asked once. */
export function RemoveBrief({ booking }: { booking: AdminBooking }) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  const remove = async () => {
    setIsBusy(true);
    setHasFailed(false);
    try {
      await removeBrief(booking.id);
      await client.invalidateQueries({ queryKey: BOOKINGS_KEY });
      toast.success(copy.removed);
      setIsOpen(false);
    } catch (error) {
      console.warn('The text was not removed', error);
      setHasFailed(true);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <>
      <Button variant="secondary" size="sm" className="mt-2" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {copy.remove}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={copy.removeTitle}
        description={copy.removeText}
        labels={{ keep: copy.keep, confirm: copy.remove }}
        isBusy={isBusy}
        onConfirm={() => void remove()}
        failure={hasFailed && { text: copy.removeFailed }}
      />
    </>
  );
}
