import type { ReactNode } from 'react';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/session/return-url.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

const { loginDialog: copy } = bookingCopy;

interface LoginDialogProps {
  isOpen: boolean;
  onClose: () => void;
  returnUrl: string;
  /** By default, that one books a session. */
  description?: string;
  /** What the pages of the log-in say is kept meanwhile. */
  held?: string;
  children?: ReactNode;
}

/** Login Required, with both ways in. */
export function LoginDialog({ isOpen, onClose, returnUrl, description, held, children }: LoginDialogProps) {
  const state = { returnUrl, ...(held && { held }) };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={copy.title}
      description={description ?? copy.description}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {copy.cancel}
          </Button>
          <ButtonLink variant="secondary" to={withReturnUrl(paths.login, returnUrl)} state={state}>
            {copy.logIn}
          </ButtonLink>
          <ButtonLink to={withReturnUrl(paths.signup, returnUrl)} state={state}>
            {copy.signUp}
          </ButtonLink>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
