import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { mentorRefusals } from '#copy/mentors/settings.ts';
import { timeProposals } from '#copy/sessions/requests.ts';
import { knownRefusal, refusalOf } from '#lib/refusals.ts';
import { serverNow } from '#lib/server-time.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { mentorTime } from '#rules/mentors/mentor-time.ts';
import { OFFERED_TIMES } from '#rules/sessions/request.ts';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { EMPTY_TIME, offeredTimes, offerRefusals, TimeFields } from './time-fields.tsx';
import { proposeTimes, useOfferReload, withdrawOffers } from './time-proposals.data.ts';

const { propose: copy } = timeProposals;
const EIGHT_WEEKS_MS = 56 * 86_400_000;

/** An approved session of the mentor's, with what the dialog needs to know of the mentor. */
export interface ProposableSession {
  id: string;
  /** Null where none is known. */
  founder_name: string | null;
  /** India's. */
  date: string;
  start_time: string;
  end_time: string;
  time_zone: string;
  min_notice_minutes: number;
}

/** "Propose a new time": one to three times for an approved session, which stands until its founder chooses. */
export function ProposeDialog({
  booking,
  isOpen,
  onClose,
}: {
  booking: ProposableSession;
  isOpen: boolean;
  onClose: () => void;
}) {
  return isOpen ? <OpenDialog booking={booking} onClose={onClose} /> : null;
}

function OpenDialog({ booking, onClose }: { booking: ProposableSession; onClose: () => void }) {
  const { id, date, start_time, end_time, time_zone: zone } = booking;
  const [openedAt] = useState(() => serverNow().getTime());
  const options = {
    present: { date, start_time, end_time },
    zone,
    from: new Date(openedAt + booking.min_notice_minutes * 60_000),
    to: new Date(openedAt + EIGHT_WEEKS_MS),
  };
  const reload = useOfferReload();
  const { form, submit, failure, error, ...sending } = useFormMutation({
    schema: z.object({ times: offeredTimes(options).refine((times) => times.length > 0, copy.missing) }),
    defaultValues: { times: [EMPTY_TIME] },
    draft: `propose:${id}`,
    send: ({ times }) => proposeTimes(id, times),
    onSent: () => {
      toast.success(copy.sent(booking.founder_name ?? copy.theFounder));
      reload();
      onClose();
    },
    say: (refused) =>
      knownRefusal(refused, offerRefusals(options), copy.refusals, mentorRefusals) ?? timeProposals.failed,
    fields: { proposal_not_valid: 'times.0' },
  });
  const withdraw = useMutation({
    networkMode: 'always',
    mutationFn: () => withdrawOffers(id),
    onMutate: () => form.clearErrors(),
    onSuccess: () => {
      toast.success(copy.withdrawn);
      reload();
    },
    onError: (failed) => {
      console.warn('The offer was not taken back', failed);
      form.setError('root', { message: timeProposals.failed });
    },
  });
  const isBusy = sending.isBusy || withdraw.isPending;
  const { times: wrong } = form.formState.errors;
  const unsaid = failure ?? wrong?.root?.message ?? wrong?.message;
  const { own, india } = mentorTime({ date, startTime: start_time, endTime: end_time }, zone);

  return (
    <FormDialog
      isOpen
      title={copy.title}
      description={copy.lead}
      labels={{ keep: copy.cancel, submit: copy.submit }}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="nums rounded-control bg-sunken px-3 py-2 text-sm">
        <span className="text-muted">{copy.now}</span> <span className="font-medium">{own}</span>
        {india && <span className="block text-muted">{india}</span>}
      </p>
      <FormProvider {...form}>
        <TimeFields options={options} most={OFFERED_TIMES.move} least={1} isDisabled={isBusy} />
      </FormProvider>
      {unsaid && (
        <Alert tone="danger">
          <p>{unsaid}</p>
          {refusalOf(error).word === 'proposal_open' && (
            <button
              type="button"
              className="mt-1 min-h-11 font-semibold underline underline-offset-4"
              onClick={() => withdraw.mutate()}
            >
              {copy.withdraw}
            </button>
          )}
        </Alert>
      )}
    </FormDialog>
  );
}
