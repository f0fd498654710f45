import { Button, type ButtonProps } from './button.tsx';

/** The buttons of a dialog: one leaves everything as it is, the other does what the dialog is for. */
export function DialogActions({
  keep,
  onKeep,
  isBusy = false,
  ...button
}: ButtonProps & { keep: string; onKeep: () => void }) {
  return (
    <>
      <Button variant="secondary" disabled={isBusy} onClick={onKeep}>
        {keep}
      </Button>
      <Button isBusy={isBusy} {...button} />
    </>
  );
}
