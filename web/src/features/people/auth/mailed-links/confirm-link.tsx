import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { account } from '#copy/people/account.ts';
import { accountAlert } from '#copy/people/account-alert.ts';
import { auth } from '#copy/people/auth.ts';
import { confirmLink as copy } from '#copy/people/confirm-link.ts';
import { passwordRecovery } from '#copy/people/password-recovery.ts';
import { failures } from '#copy/shell/failures.ts';
import { site } from '#copy/shell/site.ts';
import { AuthPage } from '#features/people/auth/auth-page.tsx';
import { useLogOut } from '#features/people/auth/use-log-out.ts';
import { fieldOf } from '#lib/field-of.ts';
import { paths } from '#lib/paths.ts';
import { authSentence, isAuthAnswer, isFailureOfOurs } from '#lib/session/auth-sentence.ts';
import { withReturnUrl } from '#lib/session/return-url.ts';
import { type ForgotPasswordForm as EmailForm, forgotPasswordSchema as emailSchema } from '#rules/people/auth.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmailField } from '#ui/forms/email-field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import type { LinkOutcome } from './mailed-link.data.ts';
import { type LinkKind, readMailedLink } from './mailed-link.ts';
import { ResendButton } from './resend-button.tsx';

type View = { name: 'opening' | 'missing' } | { name: 'ready'; failure?: string; isBusy?: boolean } | LinkOutcome;

/** The page of a link that Auth mailed: opening it changes nothing, also where a mail scanner runs its scripts. */
export function ConfirmLink({ kind }: { kind: LinkKind }) {
  const [view, setView] = useState<View>({ name: 'opening' });
  const link = useRef<ReturnType<typeof readMailedLink>>(null);
  const navigate = useNavigate();
  const logOut = useLogOut();

  useEffect(() => {
    // React runs effects twice while developing. The secret stays in the address until it is used: a phone reloads.
    link.current ??= readMailedLink(location.hash);
    setView(link.current.token ? { name: 'ready' } : { name: 'missing' });
  }, []);

  const { token = null, returnUrl = paths.dashboard } = link.current ?? {};
  const toLogin = returnUrl === paths.dashboard ? paths.login : withReturnUrl(paths.login, returnUrl);

  const press = async () => {
    if (!token) return;
    setView({ name: 'ready', isBusy: true });
    try {
      const { takeMailedLink } = await import('./mailed-link.data.ts');
      const outcome = await takeMailedLink(kind, token);
      history.replaceState(history.state, '', location.pathname);
      if (outcome.name === 'finish') return await navigate(`${paths.resetPassword}?finish=account`, { replace: true });
      if (kind === 'signup' && outcome.name === 'confirmed' && outcome.present === null) {
        const query = new URLSearchParams({ confirmed: 'true', ...(returnUrl !== paths.dashboard && { returnUrl }) });
        return await navigate(`${paths.login}?${query}`, { replace: true });
      }
      setView(outcome);
    } catch (error) {
      console.warn('The mailed link could not be used', error);
      setView({ name: 'ready', failure: sentenceOf(error) });
    }
  };

  switch (view.name) {
    case 'opening':
    case 'finish':
      return null;
    case 'ready':
      return (
        <AuthPage key="ready" title={copy[kind].title} description={copy[kind].lead} isAnswer>
          <div className="flex flex-col gap-5">
            {view.failure && <Alert tone="danger">{view.failure}</Alert>}
            <Button isBusy={view.isBusy ?? false} onClick={() => void press()}>
              {copy[kind].submit}
            </Button>
            <p className="text-sm text-muted">{copy[kind].nothingYet}</p>
          </div>
        </AuthPage>
      );
    case 'missing':
      return (
        <AuthPage key="missing" title={accountAlert.missingTitle} description={accountAlert.missing} isAnswer>
          <div className="flex flex-col">
            <ButtonLink to={toLogin} variant="secondary">
              {passwordRecovery.reset.toLogin}
            </ButtonLink>
          </div>
        </AuthPage>
      );
    case 'confirmed':
      if (kind === 'email_change') return <Answer title={copy.changedTitle} sentence={copy.changed} toAccount />;
      return (
        <AuthPage
          key="confirmed"
          title={auth.login.confirmedTitle}
          description={copy.other(view.email, view.present ?? '')}
          isAnswer
        >
          <div className="flex flex-col gap-3">
            <Button onClick={() => void logOut()}>{copy.logOut}</Button>
            <ButtonLink to={paths.dashboard} variant="secondary">
              {copy.stay}
            </ButtonLink>
          </div>
        </AuthPage>
      );
    case 'first':
      return <Answer title={copy.firstTitle} sentence={account.email.firstLinkOpened} toAccount />;
    case 'used_first':
      return <Answer title={copy.firstTitle} sentence={copy.usedFirst} toAccount />;
    case 'used':
      return <Answer title={copy.usedTitle} sentence={copy.used} toLogin={toLogin} />;
    case 'over':
      if (kind === 'email_change')
        return <Answer title={auth.login.linkFailedTitle} sentence={copy.email_change.over} toAccount />;
      return (
        <AuthPage key="over" title={auth.login.linkFailedTitle} description={copy.signup.over} isAnswer>
          <AskAgain returnUrl={returnUrl === paths.dashboard ? null : returnUrl} />
        </AuthPage>
      );
  }
}

interface AnswerProps {
  title: string;
  sentence: string;
  toAccount?: boolean;
  toLogin?: string;
}

function Answer({ title, sentence, toAccount, toLogin = paths.login }: AnswerProps) {
  return (
    <AuthPage key={title} title={title} description={sentence} isAnswer>
      <div className="flex flex-col">
        {/* A document of its own: what this one knows of the account is from before. */}
        <ButtonLink to={toAccount ? `${paths.account}#email` : toLogin} reloadDocument={toAccount ?? false}>
          {toAccount ? copy.toAccount : auth.login.submit}
        </ButtonLink>
      </div>
    </AuthPage>
  );
}

function AskAgain({ returnUrl }: { returnUrl: string | null }) {
  // Not useFormMutation: the button is ResendButton, which sends and counts down by itself.
  const form = useForm<EmailForm>({ resolver: zodResolver(emailSchema), defaultValues: { email: '' } });
  const emailOf = async () =>
    (await form.trigger('email', { shouldFocus: true })) ? form.getValues('email').trim() : null;
  return (
    <div className="flex flex-col gap-4">
      <EmailField label={auth.email} autoComplete="email" {...fieldOf(form, 'email')} />
      <ResendButton returnUrl={returnUrl} emailOf={emailOf} />
    </div>
  );
}

/** Why a press did not get an answer; the link may be fine, and the button stays. */
function sentenceOf(error: unknown): string {
  if (!isAuthAnswer(error)) return failures.unreachable;
  return isFailureOfOurs(error) ? site.serverError : authSentence(error);
}
