import { MailCheck } from 'lucide-react';
import { accountAlert as copy } from '#copy/people/account-alert.ts';
import { site } from '#copy/shell/site.ts';
import { AuthPage } from '#features/people/auth/auth-page.tsx';
import { FORGOT_PASSWORD_STATE } from '#features/people/auth/password-recovery/forgot-password-state.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { Button, ButtonAnchor, ButtonLink } from '#ui/button.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { useAccountAlert } from './use-account-alert.ts';

/** With large text on a phone the words need two lines. */
const LONG = 'h-auto min-h-11 py-2 whitespace-normal';

/**
 * "This was not me": the page that the button of a security e-mail opens (docs/product/accounts.md#this-was-not-me).
 */
export function AccountAlert() {
  const { view, look, secure } = useAccountAlert();
  const { contactEmail, mailboxPath } = usePublicEnv();
  switch (view.name) {
    case 'opening':
      return (
        <AuthPage title={copy.title}>
          <p role="status" className="flex min-h-40 items-center gap-3 text-muted">
            <Spinner className="text-accent-text" />
            {copy.opening}
          </p>
        </AuthPage>
      );
    case 'question':
      return (
        <AuthPage title={copy.title}>
          <div className="flex flex-col gap-5">
            <p className="wrap-anywhere">{copy.explanation(view.email)}</p>
            {view.hasFailed && <Alert tone="danger">{copy.failed}</Alert>}
            <Button isBusy={view.isBusy} className={LONG} onClick={secure}>
              {copy.submit}
            </Button>
            <p className="text-sm text-muted">{copy.nothingYet}</p>
          </div>
        </AuthPage>
      );
    case 'done':
      return (
        <AuthPage title={copy.doneTitle}>
          <div role="status" className="flex gap-3 rounded-control bg-accent-soft p-4">
            <MailCheck className="mt-0.5 size-5 shrink-0 text-accent-text" aria-hidden="true" />
            <p className="min-w-0">{copy.done}</p>
          </div>
          {mailboxPath && (
            <div className="mt-6 flex flex-col">
              <ButtonAnchor href={mailboxPath}>{copy.mailbox}</ButtonAnchor>
            </div>
          )}
        </AuthPage>
      );
    case 'taken':
      return (
        <AuthPage title={copy.takenTitle}>
          <Alert tone="danger">{copy.taken(contactEmail)}</Alert>
          <div className="mt-6 flex flex-col">
            <ButtonAnchor href={`mailto:${contactEmail}`} className={`${LONG} wrap-anywhere`}>
              {contactEmail}
            </ButtonAnchor>
          </div>
        </AuthPage>
      );
    case 'over':
      return (
        <AuthPage title={copy.title}>
          <p>{copy.over}</p>
          <div className="mt-6 flex flex-col gap-3">
            <ButtonLink to={paths.login} state={FORGOT_PASSWORD_STATE} className={LONG}>
              {copy.forgot}
            </ButtonLink>
          </div>
        </AuthPage>
      );
    case 'missing':
      return (
        <AuthPage title={copy.missingTitle} description={copy.missing}>
          <div className="flex flex-col">
            <ButtonLink to={paths.home} variant="secondary">
              {copy.toHome}
            </ButtonLink>
          </div>
        </AuthPage>
      );
    case 'unreachable':
      return (
        <AuthPage title={copy.title}>
          <div className="flex flex-col gap-5">
            <Alert tone="danger">{copy.failed}</Alert>
            <Button onClick={look}>{site.tryAgain}</Button>
          </div>
        </AuthPage>
      );
  }
}
