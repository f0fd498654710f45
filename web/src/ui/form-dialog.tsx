import { type ComponentProps, type SubmitEventHandler, useId } from 'react';
import type { ButtonProps } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { DialogActions } from './dialog-actions.tsx';

/** A dialog that is a form: one button changes nothing, the other sends it. It stays open while the form is sent. */
export function FormDialog({
  labels,
  button,
  isBusy,
  onSubmit,
  className = 'grid gap-5',
  children,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, 'actions' | 'isLocked'> & {
  labels: { keep: string; submit: string };
  button?: Pick<ButtonProps, 'variant' | 'disabled' | 'className'>;
  isBusy: boolean;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  /** Of the form. */
  className?: string;
}) {
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      isLocked={isBusy}
      actions={
        <DialogActions
          keep={labels.keep}
          onKeep={dialog.onClose}
          type="submit"
          form={formId}
          isBusy={isBusy}
          {...button}
        >
          {labels.submit}
        </DialogActions>
      }
    >
      <form id={formId} noValidate className={className} onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  );
}
