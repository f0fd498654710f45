import type { ComponentProps } from 'react';
import { TextAreaField } from './field.tsx';

/** The reason that is stored with a decision, with a count of the stored characters. */
export function ReasonField({
  length,
  limit,
  countOf,
  ...field
}: Omit<ComponentProps<typeof TextAreaField>, 'counter'> & {
  length: number;
  limit: number;
  countOf: (length: number, limit: number) => string;
}) {
  return <TextAreaField counter={{ text: countOf(length, limit), isOver: length > limit }} {...field} />;
}
