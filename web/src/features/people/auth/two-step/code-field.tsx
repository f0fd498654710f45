import type { ComponentProps } from 'react';
import { TextField } from '#ui/forms/field.tsx';

/** Six digits from an authenticator app, which some keyboards and password managers fill in by themselves. */
export function CodeField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'className'>) {
  return (
    <TextField
      {...props}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      className="[&_input]:nums [&_input]:text-xl [&_input]:tracking-[0.3em]"
    />
  );
}
