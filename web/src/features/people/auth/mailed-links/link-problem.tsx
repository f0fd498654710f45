import { passwordRecovery } from '#copy/people/password-recovery.ts';
import { FORGOT_PASSWORD_STATE } from '#features/people/auth/password-recovery/forgot-password-state.ts';
import type { LinkFailure } from '#features/people/auth/password-recovery/recovery-failures.ts';
import { paths } from '#lib/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Alert } from '#ui/messages/alert.tsx';

const { reset } = passwordRecovery;

/** A link that was not taken, and the way on: a new one, or another try where the link may be fine. */
export function LinkProblem({ failure, onTryAgain }: { failure: LinkFailure; onTryAgain: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <Alert tone="danger">{failure.sentence}</Alert>
      <p className="text-sm text-muted">{failure.isInvalid ? reset.invalidHint : reset.uncheckedHint}</p>
      <div className="flex flex-col gap-3">
        {failure.isInvalid ? (
          <ButtonLink to={paths.login} state={FORGOT_PASSWORD_STATE}>
            {reset.requestNew}
          </ButtonLink>
        ) : (
          <Button onClick={onTryAgain}>{reset.tryAgain}</Button>
        )}
        <ButtonLink to={paths.login} variant="secondary">
          {reset.toLogin}
        </ButtonLink>
      </div>
    </div>
  );
}
