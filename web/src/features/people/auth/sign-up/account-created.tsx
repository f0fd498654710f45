import { MailCheck } from 'lucide-react';
import { auth } from '#copy/people/auth.ts';
import { AuthPage } from '#features/people/auth/auth-page.tsx';
import { ResendButton } from '#features/people/auth/mailed-links/resend-button.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/session/return-url.ts';
import { ButtonAnchor, ButtonLink } from '#ui/button.tsx';
import { Alert } from '#ui/messages/alert.tsx';

const MailAway = lazyPart(() => import('./mail-away.tsx').then((module) => module.MailAway), { isOptional: true });

interface AccountCreatedProps {
  email: string;
  /** The account waited for its confirmation already: its password is the one of whoever began it. */
  isBegunBefore: boolean;
  returnUrl: string | null;
}

/** After signing up: where the confirmation went, and the way to have it sent again. */
export function AccountCreated({ email, isBegunBefore, returnUrl }: AccountCreatedProps) {
  const env = usePublicEnv();
  return (
    <AuthPage title={auth.signup.createdTitle} isAnswer>
      <div className="flex gap-3 rounded-control bg-accent-soft p-4">
        <MailCheck className="mt-0.5 size-5 shrink-0 text-accent-text" aria-hidden="true" />
        <p className="min-w-0 break-words">{auth.signup.createdBody(email)}</p>
      </div>
      {isBegunBefore && (
        <div className="mt-4">
          <Alert tone="accent">{auth.signup.begunBefore}</Alert>
        </div>
      )}
      <MailAway />
      <p className="mt-4 text-sm text-muted">{auth.signup.notThere}</p>
      <div className="mt-6 flex flex-col gap-3">
        {env.mailboxPath && <ButtonAnchor href={env.mailboxPath}>{auth.signup.mailbox}</ButtonAnchor>}
        <ResendButton returnUrl={returnUrl} hasJustSent emailOf={() => email} />
        <ButtonLink variant="quiet" to={returnUrl ? withReturnUrl(paths.login, returnUrl) : paths.login}>
          {auth.signup.toLogin}
        </ButtonLink>
      </div>
    </AuthPage>
  );
}
