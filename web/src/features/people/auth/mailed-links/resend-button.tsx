import { useEffect, useState } from 'react';
import { auth } from '#copy/people/auth.ts';
import { resendConfirmation } from '#features/people/auth/auth.data.ts';
import { resendFailure } from '#features/people/auth/auth-failures.ts';
import { isTooSoon, secondsToWait } from '#lib/session/auth-sentence.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';

/** Has the confirmation e-mail sent again, with the seconds until it may be asked for again. */
export function ResendButton({
  returnUrl,
  hasJustSent = false,
  isSmall = false,
  label = auth.signup.resend,
  emailOf,
}: {
  returnUrl: string | null;
  hasJustSent?: boolean;
  isSmall?: boolean;
  label?: string;
  /** Asked when the button is pressed; null where the address is wrong and the form says so. */
  emailOf: () => Promise<string | null> | string | null;
}) {
  const { resend, isSending, secondsLeft } = useResend({ returnUrl, hasJustSent });
  const press = async () => {
    const email = await emailOf();
    if (email !== null) await resend(email);
  };
  return (
    <Button
      variant="secondary"
      size={isSmall ? 'sm' : 'md'}
      isBusy={isSending}
      disabled={secondsLeft > 0}
      onClick={() => void press()}
    >
      <span className="tabular-nums">{secondsLeft > 0 ? auth.signup.waiting(label, secondsLeft) : label}</span>
    </Button>
  );
}

/** Auth sends one e-mail a minute to an address (`[auth.email] max_frequency` in supabase/config.toml). */
const WINDOW_SECONDS = 60;

/** Counts down to zero, a second at a time, from the moment that `startAt` was called. */
function useCountdown(initialSeconds: number) {
  const [until, setUntil] = useState(() => performance.now() + initialSeconds * 1000);
  const [now, setNow] = useState(() => performance.now());
  const secondsLeft = Math.max(0, Math.ceil((until - now) / 1000));
  const isRunning = secondsLeft > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  const startAt = (seconds: number) => {
    setNow(performance.now());
    setUntil(performance.now() + seconds * 1000);
  };
  return { secondsLeft, startAt };
}

/** Has the confirmation e-mail sent again. The server decides when; the seconds are for show. */
function useResend({ returnUrl, hasJustSent }: { returnUrl: string | null; hasJustSent: boolean }) {
  const [isSending, setIsSending] = useState(false);
  const { secondsLeft, startAt } = useCountdown(hasJustSent ? WINDOW_SECONDS : 0);

  const resend = async (email: string) => {
    if (!email) {
      toast.error(auth.signup.detailsFirst);
      return;
    }
    setIsSending(true);
    try {
      await resendConfirmation(email, returnUrl);
      startAt(WINDOW_SECONDS);
      toast.success(auth.signup.resent);
    } catch (error) {
      if (isTooSoon(error)) startAt(secondsToWait(error) ?? WINDOW_SECONDS);
      toast.error(resendFailure(error));
    } finally {
      setIsSending(false);
    }
  };

  return { resend, isSending, secondsLeft };
}
