import { useState } from 'react';
import { timeProposals } from '#copy/mentor-answer.ts';
import { explain } from '#lib/functions/functions.ts';
import { serverNow } from '#lib/server-time.ts';
import { toast } from '#lib/toast.ts';
import { OFFERED_TIMES } from '#rules/mentor-answer.ts';
import { mentorTime } from '#rules/mentor-time.ts';
import { FormDialog } from '#ui/form-dialog.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { TimeFields, useOfferedTimes } from './time-fields.tsx';
import { proposalProblemSentence, proposeTimes, useOfferReload, withdrawOffers } from './time-proposals.data.ts';

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
  const times = useOfferedTimes(options, 1);
  const reload = useOfferReload();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<{ text: string; canWithdraw?: boolean } | null>(null);
  const { own, india } = mentorTime({ date, startTime: start_time, endTime: end_time }, zone);

  const run = async (work: () => Promise<void>) => {
    setIsBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      console.warn('The offer was not sent', error);
      setFailure({ text: explain(error).sentence });
    } finally {
      setIsBusy(false);
    }
  };

  const send = () => {
    const chosen = times.read();
    if (!chosen) return;
    if (chosen.length === 0) {
      setFailure({ text: copy.missing });
      return;
    }
    void run(async () => {
      const problem = await proposeTimes(id, chosen);
      if (problem === 'times') times.refuse();
      else if (problem) setFailure({ text: proposalProblemSentence(problem), canWithdraw: problem === 'open' });
      else {
        toast.success(copy.sent(booking.founder_name ?? copy.theFounder));
        reload();
        onClose();
      }
    });
  };

  return (
    <FormDialog
      isOpen
      title={copy.title}
      description={copy.lead}
      labels={{ keep: copy.cancel, submit: copy.submit }}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <p className="nums rounded-control bg-sunken px-3 py-2 text-sm">
        <span className="text-muted">{copy.now}</span> <span className="font-medium">{own}</span>
        {india && <span className="block text-muted">{india}</span>}
      </p>
      <TimeFields times={times} options={options} most={OFFERED_TIMES.move} least={1} isDisabled={isBusy} />
      {failure && (
        <Alert tone="danger">
          <p>{failure.text}</p>
          {failure.canWithdraw && (
            <button
              type="button"
              className="mt-1 min-h-11 font-semibold underline underline-offset-4"
              onClick={() =>
                void run(async () => {
                  await withdrawOffers(id);
                  toast.success(copy.withdrawn);
                  reload();
                })
              }
            >
              {copy.withdraw}
            </button>
          )}
        </Alert>
      )}
    </FormDialog>
  );
}
