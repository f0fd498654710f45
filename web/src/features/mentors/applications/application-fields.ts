import { mentorApplication as copy } from '#copy/mentors/applications.ts';

export const FIELDS = ['name', 'phone', 'linkedin', 'email'] as const;

export type Field = (typeof FIELDS)[number];

/** What stands in the form at first (docs/product/applications.md#form), in the form's order. */
export const EMPTY_APPLICATION: Record<Field, string> = {
  name: '',
  phone: '',
  linkedin: copy.linkedinPrefix,
  email: '',
};
