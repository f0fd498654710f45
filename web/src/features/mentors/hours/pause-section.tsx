import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { failures } from '#copy/shell/failures.ts';
import { MY_MENTOR } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { isApiError } from '#lib/api-error.ts';
import { toast } from '#lib/toast.ts';
import { addDays, formatDateFull, isIstDate } from '#rules/shell/ist.ts';
import { Card } from '#ui/card.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { SwitchLine } from '#ui/forms/switch.tsx';
import { previewKey, setPause } from './hours.data.ts';

const words = copy.pause;

interface Pause {
  isPaused: boolean;
  /** The mentor's day; '' where it is not known. */
  returnsOn: string;
}

/** Closes and opens all bookings, at once and apart from the hours. */
export function PauseSection({
  mentorId,
  saved,
  today,
  isOwn,
}: {
  mentorId: string;
  saved: Pause;
  /** The mentor's day. */
  today: string;
  /** Else an administrator does it for the mentor. */
  isOwn: boolean;
}) {
  const client = useQueryClient();
  const [pause, setShown] = useState(saved);
  const [typed, setTyped] = useState(saved.returnsOn);
  const [problem, setProblem] = useState<string>();
  const change = useMutation({
    networkMode: 'always',
    mutationFn: (to: Pause) => setPause(mentorId, to.isPaused, to.returnsOn || null),
    onSuccess: (_, to) => {
      setShown(to);
      toast.success(said(pause, to, isOwn), { id: 'mentor-pause' });
      void client.invalidateQueries({ queryKey: [MY_MENTOR] });
      void client.invalidateQueries({ queryKey: previewKey(mentorId) });
    },
    onError: (error) => {
      console.warn('The pause was not changed', error);
      if (isApiError(error, 'invalid')) setProblem(words.dayPassed);
      else toast.error(isApiError(error, 'unreachable') ? failures.unreachable : words.failed, { id: 'mentor-pause' });
    },
  });
  const typeDay = (day: string) => {
    setTyped(day);
    setProblem(undefined);
    if (day !== '' && !isIstDate(day)) return;
    if (day !== '' && day <= today) setProblem(words.dayPassed);
    else if (day !== pause.returnsOn) change.mutate({ isPaused: true, returnsOn: day });
  };
  return (
    <Card className={pause.isPaused ? 'border-accent-line! bg-accent-soft! p-5 sm:p-6' : 'p-5 sm:p-6'}>
      <SwitchLine
        label={<h2 className="text-lg font-semibold">{words.label}</h2>}
        hint={isOwn ? words.hint : words.hintOf}
        isOn={pause.isPaused}
        isBusy={change.isPending}
        onTurn={(isPaused) => {
          setTyped('');
          setProblem(undefined);
          change.mutate({ isPaused, returnsOn: '' });
        }}
      />
      {pause.isPaused && (
        <TextField
          className="mt-4 max-w-md"
          type="date"
          label={words.returnsOn}
          hint={words.returnsOnHint}
          min={addDays(today, 1)}
          max="2099-12-31"
          value={typed}
          error={problem}
          onChange={({ target }) => typeDay(target.value)}
        />
      )}
    </Card>
  );
}

function said(was: Pause, is: Pause, isOwn: boolean): string {
  if (!is.isPaused) return words.resumed;
  if (!was.isPaused) return isOwn ? words.paused : words.pausedOf;
  return is.returnsOn ? words.returnSet(formatDateFull(is.returnsOn)) : words.returnCleared;
}
