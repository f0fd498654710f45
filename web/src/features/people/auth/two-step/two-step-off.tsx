import { ShieldOff } from 'lucide-react';
import { twoStep } from '#copy/people/two-step.ts';
import { AuthPage } from '#features/people/auth/auth-page.tsx';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/button.tsx';

const copy = twoStep.isOff;

/** After a sign-in with a recovery code: what that did, and where two-step sign-in is set up again. */
export function TwoStepOff({ codesLeft, returnUrl }: { codesLeft: number; returnUrl: string }) {
  return (
    <AuthPage title={copy.title}>
      <div role="status" className="flex gap-3 rounded-control bg-accent-soft p-4">
        <ShieldOff className="mt-0.5 size-5 shrink-0 text-accent-text" aria-hidden="true" />
        <p className="min-w-0 text-balance">{copy.used(codesLeft)}</p>
      </div>
      <p className="mt-4 text-muted">{copy.next}</p>
      <div className="mt-6 flex flex-col gap-3">
        <ButtonLink to={paths.accountTwoStep}>{copy.setUp}</ButtonLink>
        <ButtonLink to={returnUrl} variant="secondary">
          {copy.later}
        </ButtonLink>
      </div>
    </AuthPage>
  );
}
