import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { mentorEditor } from '#copy/mentors/editor.ts';
import { site } from '#copy/shell/site.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';

const { missing: copy } = mentorEditor;

/** Enough to read the causes and the id. */
const SECONDS = 15;

/**
 * No mentor could be opened: what may be the cause, and the id. Leads back to the dashboard after a while, unless the
 * person wants to stay.
 */
export function MentorMissing({
  id,
  sentence,
  onRetry,
  isRetrying,
}: {
  id: string;
  sentence: string;
  onRetry?: () => void;
  isRetrying: boolean;
}) {
  const navigate = useNavigate();
  const [seconds, setSeconds] = useState<number | null>(SECONDS);
  const isCounting = seconds !== null && !isRetrying;

  useEffect(() => toast.error(sentence, { id: 'mentor-missing' }), [sentence]);
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setSeconds((left) => left && left - 1), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
  useEffect(() => {
    if (seconds === 0) void navigate(paths.admin, { replace: true });
  }, [seconds, navigate]);

  return (
    <StatusMessage
      level={1}
      title={copy.title}
      action={
        <>
          {onRetry && (
            <Button variant="secondary" isBusy={isRetrying} onClick={onRetry}>
              {site.tryAgain}
            </Button>
          )}
          <ButtonLink to={paths.admin}>{mentorEditor.back}</ButtonLink>
        </>
      }
    >
      <p>{sentence}</p>
      <p className="mt-4 font-medium text-ink">{copy.causes}</p>
      <ul className="mt-1 list-inside list-disc text-left">
        <li>{copy.deleted}</li>
        <li>{copy.permission}</li>
        <li>{copy.connection}</li>
      </ul>
      <p className="mt-4 break-all text-sm">{copy.id(id)}</p>
      {seconds !== null && (
        <p className="nums mt-4 text-sm">
          {copy.leaving(seconds)}{' '}
          <button
            type="button"
            className="py-1 font-semibold text-accent-text underline underline-offset-2"
            onClick={() => setSeconds(null)}
          >
            {copy.stay}
          </button>
        </p>
      )}
    </StatusMessage>
  );
}
