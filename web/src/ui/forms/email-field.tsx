import type { ComponentProps } from 'react';
import { TextField } from './field.tsx';

/** An e-mail address, typed without help that would spoil it. `autoComplete` says whose address it is for. */
export function EmailField(
  props: Omit<ComponentProps<typeof TextField>, 'type'> & { autoComplete: 'username' | 'email' },
) {
  return <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}
