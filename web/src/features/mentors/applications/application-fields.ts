import { mentorApplication as copy } from '#copy/mentors/applications.ts';

export const FIELDS = ['name', 'phone', 'linkedin', 'email'] as const;

export type Field = (typeof FIELDS)[number];

/** A sentence for each field with which something is wrong. */
export type Problems = Partial<Record<Field, string>>;

/** What stands in the form at first (docs/product/applications.md#form). */
export const EMPTY_APPLICATION: Record<Field, string> = {
  name: '',
  phone: '',
  email: '',
  linkedin: copy.linkedinPrefix,
};

/** What stands in the form as it is on the page, the field that people do not see included. */
export function readFields(form: HTMLFormElement): Record<Field | 'website', string> {
  const data = new FormData(form);
  const textOf = (name: string) => String(data.get(name) ?? '');
  return {
    name: textOf('name'),
    phone: textOf('phone'),
    email: textOf('email'),
    linkedin: textOf('linkedin'),
    website: textOf('website'),
  };
}

/** The box of a field. */
export function boxOf(form: HTMLFormElement, field: Field): HTMLInputElement | null {
  const box = form.elements.namedItem(field);
  return box instanceof HTMLInputElement ? box : null;
}
