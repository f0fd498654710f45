/** `filters` is hidden: the query of the list of mentors that the founder comes from. */
export const POSTED_FIELDS = ['text', 'email', 'filters'] as const;

export type PostedField = (typeof POSTED_FIELDS)[number];
export type Field = Exclude<PostedField, 'filters'>;
