import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** What a form gives to the input of one of its fields: the registration, and the sentence that says what is wrong. */
export function fieldOf<Values extends FieldValues, Context, Checked>(
  form: UseFormReturn<Values, Context, Checked>,
  name: FieldPath<Values>,
) {
  return { error: form.getFieldState(name, form.formState).error?.message, ...form.register(name) };
}
