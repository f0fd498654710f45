import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { auth } from '#copy/auth.ts';
import { TextField } from '#ui/field.tsx';

/** A password with a way to look at it. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'icon' | 'trailing'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={isShown ? auth.hidePassword : auth.showPassword}
          onClick={() => setIsShown(!isShown)}
          className="grid size-10 place-items-center rounded-control text-muted hover:text-ink"
        >
          <Icon className="size-4.5" aria-hidden="true" />
        </button>
      }
    />
  );
}
