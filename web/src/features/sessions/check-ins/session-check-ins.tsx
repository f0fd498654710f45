import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { checkIn as copy } from '#copy/sessions/check-ins.ts';
import { isolate } from '#lib/isolate.tsx';
import { refusalSentence } from '#lib/refusals.ts';
import { formatInr } from '#rules/money/rupees.ts';
import {
  type Answer,
  type CheckInAnswer,
  isWorthSharing,
  NUMBERS,
  type StoredCheckIn,
} from '#rules/sessions/check-in.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { CheckInForm, SavedAnswer } from './check-in-form.tsx';
import { answerMyCheckIn, CHECK_IN_REFUSALS } from './check-ins.data.ts';

const TONES: Record<Answer, Tone> = { yes: 'success', partly: 'accent', no: 'neutral' };

/** An answer in words. */
export function AnswerText({ checkIn }: { checkIn: Omit<StoredCheckIn, 'day'> }) {
  const numbers = NUMBERS.filter((name) => checkIn[name] !== null);
  return (
    <>
      {checkIn.answer && (
        <div>
          <Badge tone={TONES[checkIn.answer]}>{copy.answers[checkIn.answer]}</Badge>
        </div>
      )}
      {checkIn.change && (
        <p dir="auto" className="mt-2 max-w-prose wrap-anywhere">
          {checkIn.change}
        </p>
      )}
      {numbers.length > 0 && (
        <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {numbers.map((name) => (
            <div key={name} className="flex gap-1.5">
              <dt className="text-muted">{copy.numbers[name]}</dt>
              <dd className="nums font-medium">
                {name === 'revenue_inr'
                  ? formatInr((checkIn[name] ?? 0) * 100)
                  : checkIn[name]?.toLocaleString('en-IN')}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** The answers that a mentor or an administrator reads. */
export function ReadCheckIns({ checkIns }: { checkIns: readonly StoredCheckIn[] }) {
  return (
    <ul className="divide-y divide-line">
      {checkIns.map((one) => (
        <li key={one.day} className="py-3 first:pt-0 last:pb-0">
          <h3 className="mb-1.5 text-sm text-muted">{copy.after(one.day)}</h3>
          <AnswerText checkIn={one} />
        </li>
      ))}
    </ul>
  );
}

interface OwnCheckInsProps {
  bookingId: string;
  mentor: string;
  /** Those that are due. */
  checkIns: readonly StoredCheckIn[];
  /** Where the founder shares the session as a story. */
  story: string;
  reload: () => Promise<unknown>;
}

/** The founder's own: the latest that waits for an answer is open, each other one is a line that opens. */
export function OwnCheckIns({ bookingId, mentor, checkIns, story, reload }: OwnCheckInsProps) {
  const newestFirst = [...checkIns].reverse();
  const [openDay, setOpenDay] = useState(newestFirst.find(({ answer }) => answer === null)?.day ?? null);
  const [savedDay, setSavedDay] = useState<number | null>(null);
  return (
    <ul className="divide-y divide-line">
      {newestFirst.map((one) => (
        <li key={one.day} className="py-4 first:pt-0 last:pb-0">
          <h3 className="mb-2 text-sm text-muted">{copy.after(one.day)}</h3>
          {one.day === openDay ? (
            <OwnForm
              bookingId={bookingId}
              mentor={mentor}
              checkIn={one}
              onClose={() => setOpenDay(null)}
              onSaved={async () => {
                await reload();
                setSavedDay(one.day);
                setOpenDay(null);
              }}
            />
          ) : (
            <>
              <AnswerText checkIn={one} />
              {one.answer && (
                <p className="mt-2 text-sm text-muted">
                  {isolate(one.is_released ? copy.released(mentor) : copy.notReleased(mentor))}
                </p>
              )}
              <Button
                variant="secondary"
                size="sm"
                className={one.answer ? 'mt-3' : undefined}
                onClick={() => {
                  setSavedDay(null);
                  setOpenDay(one.day);
                }}
              >
                {one.answer ? copy.edit : copy.answer}
              </Button>
            </>
          )}
          <div className="mt-4 empty:hidden">
            {savedDay === one.day && <SavedAnswer isSaid story={isWorthSharing(one.answer) ? story : null} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function OwnForm({
  bookingId,
  mentor,
  checkIn,
  onClose,
  onSaved,
}: {
  bookingId: string;
  mentor: string;
  checkIn: StoredCheckIn;
  onClose: () => void;
  onSaved: () => Promise<void>;
}) {
  const [answer, setAnswer] = useState(checkIn.answer);
  const save = useMutation({
    networkMode: 'always',
    mutationFn: async (wanted: CheckInAnswer) => {
      await answerMyCheckIn(bookingId, checkIn.day, wanted);
      await onSaved();
    },
  });
  return (
    <CheckInForm
      mentor={mentor}
      stored={checkIn}
      answer={answer}
      onAnswer={setAnswer}
      onSave={(wanted) => save.mutate(wanted)}
      isBusy={save.isPending}
      failure={save.isError ? refusalSentence(save.error, copy.failed, CHECK_IN_REFUSALS) : null}
    >
      <Button variant="quiet" onClick={onClose}>
        {copy.cancel}
      </Button>
    </CheckInForm>
  );
}
