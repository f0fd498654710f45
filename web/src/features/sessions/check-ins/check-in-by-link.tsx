import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { checkIn as copy } from '#copy/sessions/check-ins.ts';
import { site } from '#copy/shell/site.ts';
import { AuthPage } from '#features/people/auth/auth-page.tsx';
import { paths } from '#lib/paths.ts';
import { knownRefusal } from '#lib/refusals.ts';
import { useFirstPress } from '#lib/use-first-press.ts';
import {
  ANSWERS,
  type Answer,
  type CheckInAnswer,
  isWorthSharing,
  type StoredCheckIn,
} from '#rules/sessions/check-in.ts';
import { formatDateFull } from '#rules/shell/ist.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { CheckInForm, SavedAnswer } from './check-in-form.tsx';
import { answerByLink, checkInByLinkQuery, type LinkedCheckIn } from './check-in-link.data.ts';

const OVER = {
  link_unknown: copy.unknown,
  link_expired: copy.expired,
  session_refunded: copy.refunded,
  session_missed: copy.missed,
};

/** The page of the e-mail's links: opening it changes nothing (docs/product/outcomes.md#check-ins). */
export function CheckInByLink() {
  const [address] = useSearchParams();
  const token = address.get('t') ?? '';
  const read = useQuery(checkInByLinkQuery(token));
  const [ended, setEnded] = useState<string | null>(null);
  const over = ended ?? knownRefusal(read.error, OVER);
  const state = read.data;
  return (
    <AuthPage
      title={copy.pageTitle}
      {...(state && !over && { description: copy.met(state.mentor_name, formatDateFull(state.date)) })}
    >
      {over ? (
        <div className="grid gap-5">
          <p>{over}</p>
          <ButtonLink to={paths.dashboard}>{copy.toDashboard}</ButtonLink>
        </div>
      ) : state ? (
        <Answering token={token} state={state} first={address.get('a')} onOver={setEnded} />
      ) : read.isError ? (
        <div className="grid gap-5">
          <Alert tone="danger">{copy.openFailed}</Alert>
          <Button variant="secondary" isBusy={read.isFetching} onClick={() => void read.refetch()}>
            {site.tryAgain}
          </Button>
        </div>
      ) : (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner className="text-accent-text" />
          {copy.looking}
        </p>
      )}
    </AuthPage>
  );
}

/**
 * The answer of the link is chosen, and stored at the first press or key of a person: programs that read mail open links,
 * and some run scripts.
 */
function Answering({
  token,
  state,
  first,
  onOver,
}: {
  token: string;
  state: LinkedCheckIn;
  first: string | null;
  onOver: (sentence: string) => void;
}) {
  const stored = useRef<StoredCheckIn>(state);
  const [answer, setAnswer] = useState<Answer | null>(ANSWERS.find((one) => one === first) ?? state.answer);
  const [saved, setSaved] = useState<Answer | null>(state.answer);
  const [isByButton, setIsByButton] = useState(false);
  const [isTouched, setIsTouched] = useState(false);
  useFirstPress(!isTouched, () => setIsTouched(true), { onControls: true });
  const save = useMutation({
    networkMode: 'always',
    // One after the other: each begins with what the one before has stored.
    scope: { id: 'check-in' },
    mutationFn: (change: Partial<CheckInAnswer> & Pick<CheckInAnswer, 'answer'>) => {
      const { change: line, customers, revenue_inr, team, is_released } = stored.current;
      return answerByLink(token, { change: line, customers, revenue_inr, team, is_released, ...change });
    },
    onSuccess: (now, change) => {
      stored.current = now;
      setIsByButton('change' in change);
      setSaved(now.answer);
    },
    onError: (error) => {
      const sentence = knownRefusal(error, OVER);
      if (sentence) onOver(sentence);
    },
  });
  const { mutate } = save;
  const pressed = isTouched ? answer : null;
  useEffect(() => {
    if (pressed && pressed !== stored.current.answer) mutate({ answer: pressed });
  }, [pressed, mutate]);

  const isSaved = !save.isPending && saved !== null && saved === answer;
  return (
    <div className="grid gap-5">
      <CheckInForm
        mentor={state.mentor_name}
        stored={state}
        answer={answer}
        onAnswer={setAnswer}
        onSave={mutate}
        onEdit={() => setSaved(null)}
        isPressSaved={isSaved && !isByButton}
        // While a first press is stored, the button can be pressed: what was typed is stored next.
        isBusy={save.isPending && 'change' in save.variables}
        failure={save.isError ? copy.failed : null}
      />
      <SavedAnswer
        isSaid={isSaved && isByButton}
        story={isSaved && isWorthSharing(saved) ? `${paths.session(state.booking_id)}#story` : null}
      />
    </div>
  );
}
