import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, Smartphone, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { account } from '#copy/people/account.ts';
import { twoStepRefusals } from '#copy/people/two-step-refusals.ts';
import { accountStateQuery } from '#features/people/auth/account-state.data.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { RecoveryCodes } from '#features/people/auth/two-step/recovery-codes.tsx';
import { makeRecoveryCodes, renewSession } from '#features/people/auth/two-step/two-step.data.ts';
import { TwoStepSetUp } from '#features/people/auth/two-step/two-step-set-up.tsx';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import {
  authAccountQuery,
  devicesQuery,
  type Factor,
  recoveryCodesQuery,
  removeFactor,
  statusOf,
} from './account.data.ts';
import { failureSentence } from './failure-sentence.ts';
import { sectionTitle } from './folding-section.tsx';
import { SectionContent } from './section-content.tsx';

const { twoStep: copy } = account;

const MOST_DEVICES = 3;
const FEW_CODES = 2;
const HTTP_SERVER_ERROR = 500;
const TOAST = { id: 'account-two-step' };

const dateOf = (at: Date) => formatDateShort(istToday(at));

export function TwoStepSection({ userId }: { userId: string }) {
  const query = useQuery(authAccountQuery(userId));
  // Kept here: the devices may be read again before the recovery codes, which are shown once, were kept.
  const [isSettingUp, setIsSettingUp] = useState(false);
  return (
    <SectionContent query={query}>
      {({ factors }) =>
        factors.length === 0 || isSettingUp ? (
          <TurnedOff userId={userId} isSettingUp={isSettingUp} onSetUp={setIsSettingUp} />
        ) : (
          <TurnedOn factors={factors} userId={userId} />
        )
      }
    </SectionContent>
  );
}

/** Reads again what setting up, or removing, has changed. */
function useReadAgain(userId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [authAccountQuery(userId), accountStateQuery(userId), recoveryCodesQuery(userId), devicesQuery(userId)].map(
        ({ queryKey }) => client.invalidateQueries({ queryKey }),
      ),
    );
}

function TurnedOff({
  userId,
  isSettingUp,
  onSetUp,
}: {
  userId: string;
  isSettingUp: boolean;
  onSetUp: (isSettingUp: boolean) => void;
}) {
  const readAgain = useReadAgain(userId);
  if (isSettingUp) {
    return (
      <div className="max-w-lg">
        <TwoStepSetUp
          onCancel={() => onSetUp(false)}
          onDone={() => {
            onSetUp(false);
            void readAgain();
          }}
        />
      </div>
    );
  }
  return (
    <>
      <p className="max-w-prose">{copy.off}</p>
      <Button variant="secondary" className="mt-4" onClick={() => onSetUp(true)}>
        {copy.setUp}
      </Button>
    </>
  );
}

function TurnedOn({ factors, userId }: { factors: Factor[]; userId: string }) {
  const readAgain = useReadAgain(userId);
  const [isAdding, setIsAdding] = useState(false);
  const first = factors[0];
  return (
    <div className="grid gap-5">
      <p className="flex items-center gap-2 font-medium text-success">
        <ShieldCheck className="size-5 shrink-0" aria-hidden="true" />
        {first && copy.on(dateOf(first.addedAt))}
      </p>
      <div>
        <h3 className="font-sans text-sm font-semibold tracking-normal">{copy.devices}</h3>
        <ul className="mt-1 divide-y divide-line">
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} isLast={factors.length === 1} onRemoved={readAgain} />
          ))}
        </ul>
        {isAdding ? (
          <div className="mt-4 max-w-lg border-t border-line pt-5">
            <TwoStepSetUp
              onCancel={() => setIsAdding(false)}
              onDone={() => {
                setIsAdding(false);
                void readAgain();
              }}
            />
          </div>
        ) : factors.length < MOST_DEVICES ? (
          <Button variant="secondary" size="sm" className="mt-3" onClick={() => setIsAdding(true)}>
            {copy.add}
          </Button>
        ) : (
          <p className="mt-3 text-sm text-muted">{copy.full}</p>
        )}
      </div>
      <CodesLeft userId={userId} />
    </div>
  );
}

const nameOf = ({ name }: Factor) => name ?? copy.unnamed;

function FactorRow({
  factor,
  isLast,
  onRemoved,
}: {
  factor: Factor;
  isLast: boolean;
  onRemoved: () => Promise<unknown>;
}) {
  const { isAdmin } = useSession();
  const { withProof, dialog } = useProof();
  const [isAsking, setIsAsking] = useState(false);
  const name = nameOf(factor);

  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => withProof(() => removeFactor(factor.id).then(() => true), { isAskedFirst: true }),
    onSuccess: (isDone) => {
      if (!isDone) return;
      setIsAsking(false);
      toast.success(isLast ? copy.turnedOff : copy.removed, TOAST);
      // What the session may do, and what other pages say of it, hangs on the devices.
      void renewSession()
        .then(onRemoved)
        .then(() => sectionTitle('two-step')?.focus({ preventScroll: true }));
    },
  });
  // Hosted Auth hides the database's word: for an administrator's last device there is one reason to refuse.
  const isKept = isLast && isAdmin && (statusOf(remove.error) ?? 0) >= HTTP_SERVER_ERROR;
  const sentence = isKept
    ? twoStepRefusals.administratorsKeepIt
    : failureSentence(remove.error, copy.removeFailed, { two_step_required: twoStepRefusals.administratorsKeepIt });

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Smartphone className="size-5 shrink-0 text-muted max-sm:hidden" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="nums text-sm text-muted">{copy.added(dateOf(factor.addedAt))}</p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-label={copy.removeOf(name)}
        onClick={() => {
          remove.reset();
          setIsAsking(true);
        }}
      >
        {copy.remove}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={isLast ? copy.offTitle : copy.removeTitle}
        description={isLast ? copy.offText : copy.removeText(name)}
        labels={{ keep: copy.keep, confirm: isLast ? copy.turnOff : copy.remove }}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        failure={remove.error && !remove.isPending && { text: sentence }}
      />
      {dialog}
    </li>
  );
}

/** How many codes are left, and new ones in their place. */
function CodesLeft({ userId }: { userId: string }) {
  const query = useQuery(recoveryCodesQuery(userId));
  return (
    <div className="border-t border-line pt-5">
      <h3 className="font-sans text-sm font-semibold tracking-normal">{copy.codes}</h3>
      <p className="mt-0.5 text-sm text-muted">{copy.codesHint}</p>
      <div className="mt-3">
        <SectionContent query={query}>
          {(left) => (
            <>
              {left <= FEW_CODES && (
                <div className="mb-3">
                  <Alert tone="accent" icon={<TriangleAlert aria-hidden="true" />}>
                    {copy.fewLeft(left)}
                  </Alert>
                </div>
              )}
              <NewCodes left={left} userId={userId} />
            </>
          )}
        </SectionContent>
      </div>
    </div>
  );
}

function NewCodes({ left, userId }: { left: number; userId: string }) {
  const client = useQueryClient();
  const { withProof, dialog } = useProof();
  const [isAsking, setIsAsking] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const make = useMutation({
    networkMode: 'always',
    mutationFn: () => withProof(makeRecoveryCodes),
    onSuccess: (made) => {
      if (!made) return;
      setIsAsking(false);
      setCodes(made);
    },
  });
  if (codes) {
    return (
      <div className="@container max-w-lg">
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(null);
            void client.invalidateQueries({ queryKey: recoveryCodesQuery(userId).queryKey });
          }}
        />
      </div>
    );
  }
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="h-auto min-h-9 shrink py-1.5 whitespace-normal"
        onClick={() => setIsAsking(true)}
      >
        {copy.newCodes(left)}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={copy.newCodesTitle}
        description={copy.newCodesText}
        labels={{ keep: copy.keep, confirm: copy.newCodesConfirm }}
        button={{ variant: 'primary' }}
        isBusy={make.isPending}
        onConfirm={() => make.mutate()}
        failure={make.error && { text: failureSentence(make.error, copy.codesFailed) }}
      />
      {dialog}
    </>
  );
}
