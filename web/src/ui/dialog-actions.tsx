import { Button, type ButtonProps } from './button.tsx';

/** The buttons of a dialog: one changes nothing, the other does the dialog's action. */
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
