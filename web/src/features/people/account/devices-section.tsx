import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, ShieldCheck, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { account } from '#copy/people/account.ts';
import { useProof } from '#features/people/auth/proof/use-proof.tsx';
import { toast } from '#lib/toast.ts';
import { isMobileBrowser } from '#rules/money/payment.ts';
import { deviceName } from '#rules/people/device.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { type Device, devicesQuery, endOtherSessions, endSession } from './account.data.ts';
import { failureSentence } from './failure-sentence.ts';
import { sectionTitle } from './folding-section.tsx';
import { SectionContent } from './section-content.tsx';

const { sessions: copy } = account;

/** More are shown when asked for. */
const SHOWN_AT_FIRST = 6;
const TOAST = { id: 'account-devices' };

export function DevicesSection({ userId }: { userId: string }) {
  const query = useQuery(devicesQuery(userId));
  return <SectionContent query={query}>{(devices) => <Devices devices={devices} userId={userId} />}</SectionContent>;
}

function Devices({ devices, userId }: { devices: Device[]; userId: string }) {
  const client = useQueryClient();
  const { withProof, dialog } = useProof();
  const [isWhole, setIsWhole] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const others = devices.filter(({ isThisDevice }) => !isThisDevice).length;
  const shown = isWhole || devices.length <= SHOWN_AT_FIRST + 1 ? devices : devices.slice(0, SHOWN_AT_FIRST);

  const end = useMutation({
    networkMode: 'always',
    mutationFn: (id: string | 'others') => withProof(() => (id === 'others' ? endOtherSessions() : endSession(id))),
    onSuccess: (ended, id) => {
      if (ended === undefined) return;
      if (id === 'others' && ended === 0) toast.success(copy.onlyHere, TOAST);
      // A device that was signed out a moment ago by another way is signed out as well.
      else toast.success(copy.done(Math.max(ended, 1)), TOAST);
    },
    onError: (error) => {
      toast.error(failureSentence(error, copy.failed), TOAST);
      // It may be gone already.
      void client.invalidateQueries({ queryKey: devicesQuery(userId).queryKey });
    },
    onSettled: async (ended) => {
      setIsAsking(false);
      if (ended === undefined) return;
      await client.invalidateQueries({ queryKey: devicesQuery(userId).queryKey });
      // The button went with its device.
      sectionTitle('sessions')?.focus({ preventScroll: true });
    },
  });

  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isBusy={end.isPending && end.variables === device.id}
            isDisabled={end.isPending}
            onSignOut={() => end.mutate(device.id)}
          />
        ))}
      </ul>
      {shown.length < devices.length && (
        <Button variant="quiet" size="sm" className="mt-2" onClick={() => setIsWhole(true)}>
          {copy.showAll(devices.length)}
        </Button>
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line pt-5">
        {others === 0 ? (
          <p className="text-sm text-muted">{copy.onlyHere}</p>
        ) : (
          <Button
            variant="secondary"
            className="h-auto min-h-11 shrink py-2 whitespace-normal"
            disabled={end.isPending}
            onClick={() => setIsAsking(true)}
          >
            {copy.signOutOthers}
          </Button>
        )}
        <p className="text-sm text-muted">{account.timesInIndia}</p>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={copy.othersTitle}
        description={copy.othersText(others)}
        labels={{ keep: copy.keep, confirm: copy.signOutOthers }}
        isBusy={end.isPending}
        onConfirm={() => end.mutate('others')}
      />
      {dialog}
    </>
  );
}

function DeviceRow({
  device,
  isBusy,
  isDisabled,
  onSignOut,
}: {
  device: Device;
  isBusy: boolean;
  isDisabled: boolean;
  onSignOut: () => void;
}) {
  const name = deviceName(device.userAgent, copy.unknown);
  const signedIn = formatMoment(device.signedInAt);
  const Icon = device.userAgent && isMobileBrowser(device.userAgent, Number.POSITIVE_INFINITY) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <Icon className="mt-0.5 size-5 shrink-0 text-muted max-sm:hidden" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-medium">{name}</span>
          {device.isThisDevice && <Badge tone="accent">{copy.thisDevice}</Badge>}
          {device.isTwoStep && (
            <Badge tone="success" icon={<ShieldCheck aria-hidden="true" />}>
              {copy.twoStep}
            </Badge>
          )}
        </p>
        <p className="nums mt-0.5 text-sm text-muted">
          <span className="max-sm:block">{copy.lastUsed(formatMoment(device.lastUsedAt))}</span>
          <span className="max-sm:hidden"> · </span>
          <span className="max-sm:block">{copy.signedIn(signedIn)}</span>
        </p>
        <p className="nums text-sm wrap-anywhere text-muted">{networkOf(device)}</p>
      </div>
      {!device.isThisDevice && (
        <Button
          variant="secondary"
          size="sm"
          className="sm:self-center"
          isBusy={isBusy}
          disabled={isDisabled}
          aria-label={copy.signOutOf(name, signedIn)}
          onClick={onSignOut}
        >
          {copy.signOut}
        </Button>
      )}
    </li>
  );
}

/** Those of this machine itself say nothing to a person. */
const LOOPBACK = ['127.0.0.0/24', '::/48'];

function networkOf({ network }: Device): string {
  if (network === null) return copy.unknownNetwork;
  return LOOPBACK.includes(network) ? copy.ownNetwork : copy.network(network);
}
