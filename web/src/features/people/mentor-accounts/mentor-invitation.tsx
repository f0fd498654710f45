import { Clock } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { mentorAccounts } from '#copy/people/mentor-accounts.ts';
import { site } from '#copy/shell/site.ts';
import { AuthPage } from '#features/people/auth/auth-page.tsx';
import { paths } from '#lib/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { Picture } from '#ui/picture.tsx';
import { toLogIn, toSignUp, useInvitation } from './use-invitation.ts';

const { page: copy } = mentorAccounts;

type Invitation = ReturnType<typeof useInvitation>;

/**
 * The page that the link of an invitation opens (docs/product/mentor-accounts.md#acceptance). Opening it changes
 * nothing.
 */
export function MentorInvitation() {
  const view = useInvitation();
  const { hasToken, refusal, invitation } = view;
  if (!hasToken) {
    return (
      <AuthPage title={copy.missingTitle} description={copy.missing}>
        <div className="flex flex-col gap-3">
          <ButtonLink to={paths.contact} className="long-label">
            {copy.contact}
          </ButtonLink>
          <ButtonLink to={paths.home} variant="secondary" className="long-label">
            {copy.toHome}
          </ButtonLink>
        </div>
      </AuthPage>
    );
  }
  if (refusal) return <Refused view={view} refusal={refusal} />;
  if (!invitation.data || invitation.data.is_accepted) {
    return (
      <AuthPage title={copy.title}>
        <p role="status" className="flex min-h-40 items-center gap-3 text-muted">
          <Spinner className="text-accent-text" />
          {copy.opening}
        </p>
        {invitation.data && <Accepted name={invitation.data.mentor.name} view={view} />}
      </AuthPage>
    );
  }
  const { mentor } = invitation.data;
  return (
    <AuthPage title={copy.title}>
      <div className="flex flex-wrap items-center gap-4">
        <Picture
          src={mentor.image}
          alt={copy.portrait(mentor.name)}
          sizes="72px"
          width={72}
          height={90}
          isEager
          className="aspect-4/5 w-18 shrink-0 rounded-control border border-line"
        />
        <div className="min-w-0 flex-1 basis-36">
          <p className="break-words text-lg font-semibold">{mentor.name}</p>
          <p className="mt-1 text-sm text-muted">{copy.lead}</p>
        </div>
      </div>
      <div className="mt-6 flex flex-col gap-4">
        <Steps view={view} />
      </div>
    </AuthPage>
  );
}

/** What this person can do about the invitation. */
function Steps({ view }: { view: Invitation }) {
  const { invitation, email, isSignedIn, failure, accept, claim } = view;
  const { invited = '', is_mine, is_confirmed, is_claimed_by_me } = invitation.data ?? {};
  if (!isSignedIn) {
    return (
      <>
        <p className="text-muted">{copy.signedOut}</p>
        <div className="flex flex-col gap-3">
          <ButtonLink to={toLogIn}>{copy.logIn}</ButtonLink>
          <ButtonLink to={toSignUp} variant="secondary">
            {copy.createAccount}
          </ButtonLink>
        </div>
      </>
    );
  }
  if (is_claimed_by_me) {
    return (
      <>
        <Alert tone="accent" icon={<Clock aria-hidden="true" />}>
          <p>{copy.claimed}</p>
        </Alert>
        <ButtonLink to={paths.dashboard} variant="secondary" className="long-label">
          {copy.toDashboard}
        </ButtonLink>
      </>
    );
  }
  if (is_mine && !is_confirmed) {
    return (
      <>
        <Alert tone="danger">{mentorAccounts.refusals.email_not_confirmed}</Alert>
        <OtherAccount view={view} />
      </>
    );
  }
  const alert = failure && <Alert tone="danger">{failure.sentence}</Alert>;
  if (is_mine) {
    return (
      <>
        {alert}
        <Button className="long-label" isBusy={accept.isPending} onClick={() => accept.mutate()}>
          {copy.accept(email)}
        </Button>
        <p className="text-sm text-muted">{copy.nothingYet}</p>
      </>
    );
  }
  return (
    <>
      <p className="wrap-anywhere">{copy.forAnother(invited, email)}</p>
      {alert}
      <div className="flex flex-col gap-3">
        <OtherAccount view={view} isMain />
        <Button
          variant="secondary"
          className="long-label"
          isBusy={claim.isPending}
          disabled={view.leave.isPending}
          onClick={() => claim.mutate()}
        >
          {copy.claim}
        </Button>
      </div>
      <p className="text-sm text-muted">{copy.nothingYet}</p>
    </>
  );
}

function OtherAccount({ view: { leave, claim }, isMain = false }: { view: Invitation; isMain?: boolean }) {
  return (
    <Button
      variant={isMain ? 'primary' : 'secondary'}
      className="long-label"
      isBusy={leave.isPending}
      disabled={claim.isPending}
      onClick={() => leave.mutate()}
    >
      {copy.otherAccount}
    </Button>
  );
}

/** It was accepted by this account before: there is nothing to press. */
function Accepted({ name, view }: { name: string; view: Invitation }) {
  const lead = useEffectEvent(() => view.goToDashboard(name));
  useEffect(() => lead(), []);
  return null;
}

function Refused({ view, refusal }: { view: Invitation; refusal: NonNullable<Invitation['refusal']> }) {
  const { invitation, isSignedIn } = view;
  const isKnown = refusal.code !== null;
  return (
    <AuthPage title={isKnown ? copy.missingTitle : copy.title}>
      <div className="flex flex-col gap-5">
        {isKnown ? <p role="alert">{refusal.sentence}</p> : <Alert tone="danger">{refusal.sentence}</Alert>}
        <div className="flex flex-col gap-3">
          {isKnown ? (
            <>
              {isSignedIn && refusal.code === 'account_has_mentor' && <OtherAccount view={view} isMain />}
              <ButtonLink to={paths.contact} variant={refusal.isFinal ? 'primary' : 'secondary'}>
                {copy.contact}
              </ButtonLink>
              <ButtonLink to={isSignedIn ? paths.dashboard : paths.home} variant="quiet" className="long-label">
                {isSignedIn ? copy.toDashboard : copy.toHome}
              </ButtonLink>
            </>
          ) : (
            <Button isBusy={invitation.isFetching} onClick={() => void invitation.refetch()}>
              {site.tryAgain}
            </Button>
          )}
        </div>
      </div>
    </AuthPage>
  );
}
