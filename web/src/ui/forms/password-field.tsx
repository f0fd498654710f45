import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { TextField } from './field.tsx';

export interface PasswordLabels {
  showPassword: string;
  hidePassword: string;
  /** Said while Caps Lock is on. */
  capsLock: string;
}

/** A password with a button that shows it, and a warning about Caps Lock, which the dots hide. */
export function PasswordField({
  labels,
  hint,
  ...props
}: Omit<ComponentProps<typeof TextField>, 'type' | 'icon' | 'trailing' | 'onKeyUp'> & { labels: PasswordLabels }) {
  const [isShown, setIsShown] = useState(false);
  const [hasCapsLock, setHasCapsLock] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      hint={hasCapsLock ? labels.capsLock : hint}
      onKeyUp={(event: KeyboardEvent) => setHasCapsLock(event.getModifierState?.('CapsLock') ?? false)}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={isShown ? labels.hidePassword : labels.showPassword}
          onClick={() => setIsShown(!isShown)}
          className="grid size-11 place-items-center rounded-control text-muted hover:text-ink"
        >
          <Icon className="size-4.5" aria-hidden="true" />
        </button>
      }
    />
  );
}
