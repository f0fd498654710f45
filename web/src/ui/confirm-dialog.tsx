import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog, type DialogOpening } from './dialog.tsx';
import { Alert } from './messages/alert.tsx';
import { TechnicalDetails } from './messages/technical-details.tsx';

interface Props extends DialogOpening {
  title: string;
  description: ReactNode;
  labels: { keep: string; confirm: string };
  /** The button that confirms, where it is not the red one. */
  button?: Pick<ButtonProps, 'variant' | 'autoFocus' | 'className'>;
  isBusy?: boolean;
  onConfirm: () => void;
  /** What stands where the button was that confirms, once there is nothing to confirm any more; null for nothing. */
  instead?: ReactNode;
  failure?: { title?: string; text: string; details?: string | undefined } | null | false;
  /** What it is about. */
  children?: ReactNode;
}

/** A dialog that scrolls may hide its end, where it says what is wrong. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** Asks before something is done. It stays while that is under way, and when it failed. */
export function ConfirmDialog({ labels, button, isBusy, onConfirm, instead, failure, children, ...dialog }: Props) {
  const alert = failure && (
    <Alert tone="danger" title={failure.title}>
      <p>{failure.text}</p>
      <TechnicalDetails>{failure.details}</TechnicalDetails>
    </Alert>
  );
  return (
    <Dialog
      {...dialog}
      isLocked={isBusy}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={dialog.onClose}>
            {labels.keep}
          </Button>
          {instead === undefined ? (
            <Button variant="danger" {...button} isBusy={isBusy} onClick={onConfirm}>
              {labels.confirm}
            </Button>
          ) : (
            instead
          )}
        </>
      }
    >
      {children ? (
        <>
          {children}
          {failure && (
            <div key={failure.text} ref={intoView} className="mt-4 scroll-mb-4">
              {alert}
            </div>
          )}
        </>
      ) : (
        alert
      )}
    </Dialog>
  );
}
