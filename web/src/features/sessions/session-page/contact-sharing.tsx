import { useState } from 'react';
import { Link } from 'react-router';
import { sessionPage } from '#copy/sessions/session-page.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { SwitchLine } from '#ui/forms/switch.tsx';
import { Block } from './block.tsx';
import { type SessionPageData, shareContact } from './session-page.data.ts';

const { sharing: copy } = sessionPage;

/** Whether the mentor of this session sees the founder's e-mail address and phone number; both are off at first. */
export function ContactSharing({
  bookingId,
  mentor,
  sharing,
  reload,
}: {
  bookingId: string;
  mentor: string;
  sharing: NonNullable<SessionPageData['sharing']>;
  reload: () => Promise<unknown>;
}) {
  const [busy, setBusy] = useState<'email' | 'phone' | null>(null);

  const turn = async (what: 'email' | 'phone', isOn: boolean) => {
    setBusy(what);
    try {
      const { refusal } = await shareContact(bookingId, {
        email: sharing.email,
        phone: sharing.phone && sharing.has_phone,
        [what]: isOn,
      });
      if (refusal !== null)
        toast.warning(refusal === 'phone_missing' ? sessionPage.refusals.phone_missing : copy.closed, {
          id: 'contact',
        });
      await reload();
    } catch (error) {
      console.warn('What is shared was not changed', error);
      toast.error(copy.failed, { id: 'contact' });
    } finally {
      setBusy(null);
    }
  };

  const lines = [
    { what: 'email' as const, label: copy.email(mentor), isOn: sharing.email, isPossible: true },
    { what: 'phone' as const, label: copy.phone(mentor), isOn: sharing.phone, isPossible: sharing.has_phone },
  ];
  return (
    <Block title={copy.title}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {lines.map(({ what, label, isOn, isPossible }) => (
          <li key={what}>
            {isPossible ? (
              <SwitchLine label={label} isOn={isOn} isBusy={busy === what} onTurn={(next) => void turn(what, next)} />
            ) : (
              <>
                <p className="break-words font-medium">{label}</p>
                <p className="mt-1 text-sm text-muted">
                  {sessionPage.refusals.phone_missing}{' '}
                  <Link to={paths.accountPhone} className="text-accent-text underline underline-offset-4">
                    {copy.toAccount}
                  </Link>
                </p>
              </>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-4 border-t border-line pt-4 text-sm text-muted">
        {sharing.is_open ? copy.hint(mentor) : copy.closed}
      </p>
    </Block>
  );
}
