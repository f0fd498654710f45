import { adminAccess } from '#copy/office/access.ts';
import { twoStep } from '#copy/people/two-step.ts';
import { AuthPage } from '#features/people/auth/auth-page.tsx';
import { toast } from '#lib/toast.ts';
import { TwoStepSetUp } from './two-step-set-up.tsx';

/** In place of the back office, until an administrator who must has set up two-step sign-in. */
export function SetUpPage({ onDone }: { onDone: () => void }) {
  return (
    // The back office's rail is left out until then.
    <div data-set-up>
      <AuthPage title={adminAccess.twoStep.title} description={adminAccess.twoStep.description} isWide>
        <TwoStepSetUp
          onDone={() => {
            toast.success(twoStep.setUp.turnedOn);
            onDone();
          }}
        />
      </AuthPage>
    </div>
  );
}
