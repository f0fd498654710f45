import { type ComponentProps, useId, useState } from 'react';
import { auth } from '#copy/people/auth.ts';
import { cn } from '#lib/class-names.ts';
import { type PasswordStrength, passwordStrength } from '#rules/people/password.ts';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { loadCommonPasswords } from './common-password.ts';

const LEVELS: readonly PasswordStrength[] = ['weak', 'fair', 'good', 'strong'];

const COLOURS: Record<PasswordStrength, string> = {
  weak: 'bg-danger',
  fair: 'bg-accent',
  good: 'bg-accent',
  strong: 'bg-success',
};

type Props = Omit<ComponentProps<typeof PasswordField>, 'labels' | 'autoComplete' | 'hint' | 'onFocus'>;

/**
 * A password that is chosen now, with a hint about its strength, which refuses nothing. Its form asks
 * `commonPasswordProblem` before it is sent; the list for that is fetched when the field gets the focus.
 */
export function NewPasswordField(props: Props) {
  const [text, setText] = useState('');
  const noteId = useId();
  const strength = text === '' ? null : passwordStrength(text);
  const level = strength ? LEVELS.indexOf(strength) : -1;
  return (
    // The form keeps the value; this only looks at what is typed.
    <div className="min-w-0" onInput={(event) => setText((event.target as HTMLInputElement).value)}>
      <PasswordField
        {...props}
        labels={auth}
        autoComplete="new-password"
        onFocus={() => void loadCommonPasswords().catch(() => undefined)}
      />
      <div className="mt-1.5 flex items-center gap-2.5">
        <span aria-hidden="true" className={cn('flex gap-1', !strength && 'hidden')}>
          {LEVELS.map((one, at) => (
            <span
              key={one}
              className={cn(
                'h-1 w-5 rounded-full transition-colors duration-150',
                strength && at <= level ? COLOURS[strength] : 'bg-line-strong',
              )}
            />
          ))}
        </span>
        <p id={noteId} role="status" className="min-w-0 text-sm text-muted">
          {strength ? auth.strength[strength] : auth.newPasswordHint}
        </p>
      </div>
    </div>
  );
}
