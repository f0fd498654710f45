import { type ReactNode, useCallback, useRef, useState } from 'react';
import { lazyPart } from '#lib/lazy-part.tsx';
import { actWithProof } from './proof.ts';

const ConfirmIdentityDialog = lazyPart(() =>
  import('./confirm-identity-dialog.tsx').then((module) => module.ConfirmIdentityDialog),
);

interface Proof {
  /**
   * Runs the act. Where the server asks for a proof, the person is asked for the present password, and the act is run
   * again by itself; undefined where they cancel. All other failures are thrown.
   *
   * `isAskedFirst`: before an act that hosted Auth refuses without a word that says why (a change of the address).
   */
  withProof: <T>(act: () => Promise<T>, options?: { isAskedFirst?: boolean }) => Promise<T | undefined>;
  /** Belongs somewhere in the screen; nothing until it is needed. */
  dialog: ReactNode;
}

/** For acts that need a proof of who the person is (docs/product/accounts.md#proof). */
export function useProof(): Proof {
  const [times, setTimes] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const answer = useRef<(isConfirmed: boolean) => void>(undefined);
  const asker = useRef<HTMLElement | null>(null);

  const ask = useCallback(() => {
    // Two acts at once: the first has been given up where the second asks.
    answer.current?.(false);
    // The dialog's field takes the focus before the dialog itself looks who had it.
    asker.current = document.querySelector<HTMLElement>(':focus');
    setTimes((count) => count + 1);
    setIsOpen(true);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  }, []);

  const close = useCallback((isConfirmed: boolean) => {
    setIsOpen(false);
    answer.current?.(isConfirmed);
    answer.current = undefined;
  }, []);

  const withProof = useCallback<Proof['withProof']>(
    async (act, { isAskedFirst = false } = {}) => {
      if (isAskedFirst) {
        const { hasFreshProof } = await import('./confirm-identity.data.ts');
        if (!(await hasFreshProof()) && !(await ask())) return undefined;
      }
      return actWithProof(act, ask);
    },
    [ask],
  );

  const dialog = (
    <ConfirmIdentityDialog
      // A new one each time: a password that was typed is not kept.
      key={times}
      isOpen={isOpen}
      onClose={() => close(false)}
      onConfirmed={() => close(true)}
      returnFocus={() => (asker.current?.isConnected ? asker.current : null)}
    />
  );
  return { withProof, dialog: times > 0 && dialog };
}
