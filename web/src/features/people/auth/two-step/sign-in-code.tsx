import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { twoStep } from '#copy/people/two-step.ts';
import { shell } from '#copy/shell/frame.ts';
import { site } from '#copy/shell/site.ts';
import type { AuthFailure } from '#features/people/auth/auth-failures.ts';
import { AuthPage } from '#features/people/auth/auth-page.tsx';
import { useLogOut } from '#features/people/auth/use-log-out.ts';
import { cn } from '#lib/class-names.ts';
import { fieldOf } from '#lib/field-of.ts';
import { explain } from '#lib/functions/functions.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { SelectField, TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { TechnicalDetails } from '#ui/messages/technical-details.tsx';
import { CodeField } from './code-field.tsx';
import { type Device, devicesQuery, enterCode, enterRecoveryCode, renewSession } from './two-step.data.ts';
import { codeFailure, digitsOf, isWrongCode } from './two-step-failures.ts';

const copy = twoStep.signIn;

const RECOVERED_TOAST_MS = 12_000;

type Means = 'app' | 'recovery';

interface Props {
  /** The step is taken; the session tells everyone by itself. */
  onEntered: (means: Means) => void;
  /**
   * Where the page itself says that a recovery code turned two-step sign-in off; called before the session counts as
   * complete. Elsewhere a message says so.
   */
  onRecovered?: (codesLeft: number) => void;
}

/**
 * The second step of a sign-in, after the password, Google or a reset link (docs/product/accounts.md#two-step-sign-in).
 */
export function SignInCode({ onEntered, onRecovered }: Props) {
  const [means, setMeans] = useState<Means>('app');
  return means === 'app' ? (
    <AuthPage title={copy.title} description={copy.description}>
      <AppCodeForm onEntered={() => onEntered('app')} />
      <Ways label={copy.useRecoveryCode} onOther={() => setMeans('recovery')} />
    </AuthPage>
  ) : (
    <AuthPage title={copy.recoveryTitle} description={copy.recoveryDescription}>
      <RecoveryCodeForm onRecovered={onRecovered} onEntered={() => onEntered('recovery')} />
      <Ways label={copy.useApp} onOther={() => setMeans('app')}>
        <LostBoth />
      </Ways>
    </AuthPage>
  );
}

function AppCodeForm({ onEntered }: { onEntered: () => void }) {
  const devices = useQuery(devicesQuery);
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  // Not useFormMutation: what it needs is not in the first load of the pages where people log in.
  const form = useForm({ defaultValues: { code: '' } });
  const { isSubmitting, isSubmitSuccessful } = form.formState;

  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(null);
    const digits = digitsOf(code);
    if (!digits) return form.setError('code', { message: twoStep.codeShape }, { shouldFocus: true });
    try {
      const known = devices.data ?? (await devices.refetch({ throwOnError: true })).data;
      const id = chosen ?? known?.[0]?.id;
      // Two-step sign-in was turned off in between.
      if (!id) return await renewSession();
      await enterCode(id, digits);
      onEntered();
    } catch (error) {
      const failed = codeFailure(error);
      form.resetField('code');
      if (isWrongCode(failed)) form.setError('code', { message: failed.sentence }, { shouldFocus: true });
      else setFailure(failed);
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Failure failure={failure} />
      {devices.isError && !failure && (
        <Alert tone="danger">
          <p>{copy.unreadable}</p>
          <Button variant="secondary" size="sm" className="mt-3" onClick={() => void devices.refetch()}>
            {site.tryAgain}
          </Button>
        </Alert>
      )}
      <DeviceChoice devices={devices.data} onChoose={setChosen} />
      <CodeField label={copy.code} autoFocus {...fieldOf(form, 'code')} />
      <Button type="submit" isBusy={isSubmitting || (isSubmitSuccessful && !failure)} className="mt-2">
        {copy.submit}
      </Button>
    </form>
  );
}

/** Each device has a key of its own, so Auth must be told which one gives the code. */
function DeviceChoice({
  devices = [],
  onChoose,
}: {
  devices: Device[] | undefined;
  onChoose: (deviceId: string) => void;
}) {
  if (devices.length < 2) return null;
  return (
    <SelectField label={copy.device} onChange={(event) => onChoose(event.target.value)}>
      {devices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function RecoveryCodeForm({
  onRecovered = () => toast.warning(twoStep.isOff.toast, { duration: RECOVERED_TOAST_MS }),
  onEntered,
}: {
  onRecovered: Props['onRecovered'] | undefined;
  onEntered: () => void;
}) {
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  // Not useFormMutation: what it needs is not in the first load of the pages where people log in.
  const form = useForm({ defaultValues: { code: '' } });

  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(null);
    if (code.trim() === '') {
      return form.setError('code', { message: copy.recoveryMissing }, { shouldFocus: true });
    }
    try {
      onRecovered(await enterRecoveryCode(code));
      await renewSession();
      onEntered();
    } catch (error) {
      const failed = explain(error);
      if (isWrongCode(failed)) form.setError('code', { message: failed.sentence }, { shouldFocus: true });
      else setFailure(failed);
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Failure failure={failure} />
      <TextField
        label={copy.recoveryCode}
        hint={copy.recoveryHint}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        className="[&_input]:font-mono [&_input]:text-sm [&_input]:uppercase"
        {...fieldOf(form, 'code')}
      />
      <Button
        type="submit"
        isBusy={form.formState.isSubmitting}
        className="mt-2 h-auto min-h-11 py-2 whitespace-normal"
      >
        {copy.recoverySubmit}
      </Button>
    </form>
  );
}

function Failure({ failure }: { failure: AuthFailure | null }) {
  return (
    failure && (
      <Alert tone="danger">
        <p>{failure.sentence}</p>
        <TechnicalDetails>{failure.details}</TechnicalDetails>
      </Alert>
    )
  );
}

const LINK = 'tap-line rounded-control text-left text-sm font-medium underline underline-offset-4';

/** The other way to take this step, and the way out. */
function Ways({ label, onOther, children }: { label: string; onOther: () => void; children?: ReactNode }) {
  const logOut = useLogOut();
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-4">
        <button type="button" className={cn(LINK, 'text-accent-text')} onClick={onOther}>
          {label}
        </button>
        <button type="button" className={cn(LINK, 'text-muted')} onClick={() => void logOut()}>
          {shell.logOut}
        </button>
      </div>
      {children}
    </>
  );
}

function LostBoth() {
  const { contactEmail } = usePublicEnv();
  return (
    <p className="mt-3 text-sm text-muted">
      {copy.lostBoth}{' '}
      <a className={cn(LINK, 'inline-block text-accent-text')} href={`mailto:${contactEmail}`}>
        <EmailAddress>{contactEmail}</EmailAddress>
      </a>
    </p>
  );
}
