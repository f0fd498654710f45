import { auth } from '#copy/auth.ts';
import { Button } from '#ui/button.tsx';
import { useResend } from './use-resend.ts';

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
