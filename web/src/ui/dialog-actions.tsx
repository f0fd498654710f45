import { Button, type ButtonProps } from './button.tsx';

/** The buttons of a dialog: one leaves everything as it is, the other does what the dialog is for. */
export function DialogActions({
  keep,
  keepVariant = 'secondary',
  onKeep,
  isBusy = false,
  ...button
}: ButtonProps & { keep: string; keepVariant?: ButtonProps['variant']; onKeep: () => void }) {
  return (
    <>
      <Button variant={keepVariant} disabled={isBusy} onClick={onKeep}>
        {keep}
      </Button>
      <Button isBusy={isBusy} {...button} />
    </>
  );
}
