import { useCallback, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { twoStep } from '#copy/people/two-step.ts';
import { site } from '#copy/shell/site.ts';
import type { AuthFailure } from '#features/people/auth/auth-failures.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { fieldOf } from '#lib/field-of.ts';
import { useSession } from '#lib/session/session.ts';
import { cleanLine } from '#rules/shell/text.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { TechnicalDetails } from '#ui/messages/technical-details.tsx';
import { CodeField } from './code-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { beginDevice, enterCode, makeRecoveryCodes, type NewDevice } from './two-step.data.ts';
import { codeFailure, digitsOf, grouped, isWrongCode } from './two-step-failures.ts';

const copy = twoStep.setUp;

/** Characters of a device's name. */
const NAME_MAX_LENGTH = 40;

type Step =
  /** Asks how a further device is called: no two of an account have one name. */
  | { name: 'naming' }
  | { name: 'starting' }
  /** The person did not say who they are. */
  | { name: 'waiting' }
  | { name: 'failed'; failure: AuthFailure }
  | { name: 'scan'; device: NewDevice }
  | { name: 'codes'; codes: string[] }
  | { name: 'without-codes'; failure: AuthFailure | null };

interface Props {
  /** It is done: with a first device the recovery codes are kept as well. */
  onDone: () => void;
  /** Where the person may leave it; nothing has changed then. */
  onCancel?: () => void;
}

/**
 * Adds a device that gives codes; with the first one two-step sign-in is on
 * (docs/product/accounts.md#two-step-sign-in).
 */
export function TwoStepSetUp({ onDone, onCancel }: Props) {
  const { account } = useSession();
  // As it was at the beginning: the right code of a first device changes it.
  const [isFurther] = useState(account?.isTwoStepOn ?? false);
  const [step, setStep] = useState<Step>(isFurther ? { name: 'naming' } : { name: 'starting' });
  const name = useRef<string>(copy.deviceName);
  const { withProof, dialog } = useProof();

  const start = useCallback(async () => {
    setStep({ name: 'starting' });
    try {
      const device = await withProof(() => beginDevice(name.current));
      setStep(device ? { name: 'scan', device } : { name: 'waiting' });
    } catch (error) {
      setStep({ name: 'failed', failure: codeFailure(error, copy.failed) });
    }
  }, [withProof]);

  // React runs effects twice while developing, and each start makes a new key.
  const hasStarted = useRef(isFurther);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void start();
  }, [start]);

  const makeCodes = async () => {
    try {
      const codes = await withProof(makeRecoveryCodes);
      setStep(codes ? { name: 'codes', codes } : { name: 'without-codes', failure: null });
    } catch (error) {
      setStep({ name: 'without-codes', failure: codeFailure(error) });
    }
  };

  const finishScan = async () => {
    if (isFurther) onDone();
    else await makeCodes();
  };

  return (
    <div className="@container">
      {dialog}
      {step.name === 'starting' && (
        <p role="status" className="flex min-h-40 items-center gap-3 text-muted">
          <Spinner className="text-accent-text" />
          {copy.starting}
        </p>
      )}
      {step.name === 'naming' && (
        <Naming
          onNamed={(chosen) => {
            name.current = chosen;
            void start();
          }}
        />
      )}
      {step.name === 'waiting' && <Button onClick={() => void start()}>{copy.start}</Button>}
      {step.name === 'failed' && (
        <Failed failure={step.failure} onAgain={() => (isFurther ? setStep({ name: 'naming' }) : void start())} />
      )}
      {step.name === 'scan' && <Scan device={step.device} onDone={finishScan} />}
      {onCancel &&
        (step.name === 'naming' || step.name === 'waiting' || step.name === 'failed' || step.name === 'scan') && (
          <Button variant="quiet" className="mt-3 w-full" onClick={onCancel}>
            {site.cancel}
          </Button>
        )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={onDone} />}
      {step.name === 'without-codes' && (
        <div className="flex flex-col gap-4">
          <Failed failure={step.failure ?? { sentence: twoStep.codes.failed }} onAgain={() => void makeCodes()} />
          <Button variant="quiet" onClick={onDone}>
            {twoStep.codes.later}
          </Button>
        </div>
      )}
    </div>
  );
}

function Naming({ onNamed }: { onNamed: (name: string) => void }) {
  // Not useFormMutation: what it needs is not in the first load of the pages where people log in.
  const form = useForm({ defaultValues: { name: '' } });
  const submit = form.handleSubmit(({ name }) => {
    const chosen = cleanLine(name);
    const isFine = chosen !== '' && [...chosen].length <= NAME_MAX_LENGTH;
    if (isFine) return onNamed(chosen);
    form.setError('name', { message: copy.nameLength }, { shouldFocus: true });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField label={copy.name} hint={copy.nameHint} autoComplete="off" {...fieldOf(form, 'name')} />
      <Button type="submit">{copy.next}</Button>
    </form>
  );
}

function Failed({ failure, onAgain }: { failure: AuthFailure; onAgain: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="danger">
        <p>{failure.sentence}</p>
        <TechnicalDetails>{failure.details}</TechnicalDetails>
      </Alert>
      <Button variant="secondary" onClick={onAgain}>
        {site.tryAgain}
      </Button>
    </div>
  );
}

function Scan({ device, onDone }: { device: NewDevice; onDone: () => Promise<void> }) {
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  // Not useFormMutation: what it needs is not in the first load of the pages where people log in.
  const form = useForm({ defaultValues: { code: '' } });

  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(null);
    const digits = digitsOf(code);
    if (!digits) return form.setError('code', { message: twoStep.codeShape }, { shouldFocus: true });
    try {
      await enterCode(device.id, digits);
    } catch (error) {
      const failed = codeFailure(error);
      form.resetField('code');
      if (isWrongCode(failed)) form.setError('code', { message: failed.sentence }, { shouldFocus: true });
      else setFailure(failed);
      return;
    }
    await onDone();
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <div>
        <p className="font-semibold">{copy.scan}</p>
        <p className="mt-1 text-sm text-muted">{copy.scanHint}</p>
      </div>
      <div className="flex flex-col items-center gap-5 @md:flex-row @md:items-start">
        {/* Cameras want dark squares on a light ground, in the dark design as well. */}
        <img
          src={device.picture}
          alt={copy.picture}
          width={176}
          height={176}
          className="size-44 shrink-0 rounded-control border border-line bg-white p-2"
        />
        <div className="w-full min-w-0">
          <p className="text-sm font-medium">{copy.key}</p>
          <p translate="no" className="mt-1 select-all break-words font-mono text-sm/6">
            {grouped(device.key)}
          </p>
          <div className="mt-3">
            <CopyButton
              text={device.key}
              size="sm"
              labels={{ copy: copy.copyKey, copied: copy.keyCopied }}
              sentences={{ copied: copy.keyCopiedToast, failed: copy.copyFailed }}
            />
          </div>
        </div>
      </div>
      {failure && (
        <Alert tone="danger">
          <p>{failure.sentence}</p>
          <TechnicalDetails>{failure.details}</TechnicalDetails>
        </Alert>
      )}
      <CodeField label={copy.code} hint={copy.codeHint} {...fieldOf(form, 'code')} />
      <Button type="submit" isBusy={form.formState.isSubmitting}>
        {copy.turnOn}
      </Button>
    </form>
  );
}
