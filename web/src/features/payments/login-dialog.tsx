import { bookingCopy } from '#copy/booking.ts';
import { site } from '#copy/site.ts';
import { paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/session/return-url.ts';
import type { BookableMentor } from '#rules/bookable-mentor.ts';
import { mentorPath } from '#rules/mentor-path.ts';
import { choiceQuery, type SlotTime } from '#rules/slots.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

const { loginDialog: copy } = bookingCopy;

type LoginDialogProps = { isOpen: boolean; onClose: () => void; mentor: BookableMentor; slot: SlotTime };

/** Login Required: both ways in come back to this mentor with the slot still chosen (spec section 2). */
export function LoginDialog({ isOpen, onClose, mentor, slot }: LoginDialogProps) {
  const returnUrl = `${mentorPath(mentor)}?${choiceQuery(slot)}`;
  const state = { returnUrl };
  return (
    <Dialog
      closeLabel={site.close}
      isOpen={isOpen}
      onClose={onClose}
      title={copy.title}
      description={copy.description}
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
    />
  );
}
