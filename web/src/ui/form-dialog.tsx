import { type ComponentProps, type SubmitEventHandler, useId } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** A dialog that is a form: one button leaves everything as it is, the other sends it. It stays while that is done. */
export function FormDialog({
  labels,
  button,
  isBusy,
  onSubmit,
  className = 'grid gap-5',
  children,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, 'closeLabel' | 'actions' | 'isLocked'> & {
  labels: { close: string; keep: string; submit: string };
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
      closeLabel={labels.close}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={dialog.onClose}>
            {labels.keep}
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy} {...button}>
            {labels.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={className} onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  );
}
