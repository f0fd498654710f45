import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog, type DialogOpening } from './dialog.tsx';
import { Alert } from './messages/alert.tsx';
import { TechnicalDetails } from './messages/technical-details.tsx';

interface Props extends DialogOpening {
  title: string;
  description: ReactNode;
  labels: { keep: string; confirm: string };
  /** The button that confirms, if it is not the red one. */
  button?: Pick<ButtonProps, 'variant' | 'autoFocus' | 'className'>;
  isBusy?: boolean;
  onConfirm: () => void;
  /** Replaces the button that confirms when there is nothing more to confirm; null for nothing. */
  instead?: ReactNode;
  failure?: { title?: string; text: string; details?: string | undefined } | null | false;
  /** What it is about. */
  children?: ReactNode;
}

/** The end of a scrolled dialog, with the sentence about a failure, may be out of view. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** Asks before an action. It stays open during the action, and after a failure. */
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
