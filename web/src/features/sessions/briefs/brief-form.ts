import type { Brief, BriefField } from '#rules/sessions/brief.ts';
import { briefSchema } from '#rules/sessions/brief-schema.ts';
import { cleanLine } from '#rules/shell/text.ts';

/** A brief as it stands in the fields: '' where nothing was said. */
export type BriefText = Record<BriefField, string>;

export const EMPTY_TEXT: BriefText = { question: '', stage: '', link: '', language: '' };

/** In the order in which the fields stand. */
const FIELDS: readonly BriefField[] = ['question', 'stage', 'link', 'language'];

export function textOf(brief: Partial<Record<BriefField, string | null>> | null | undefined): BriefText {
  return {
    question: brief?.question ?? '',
    stage: brief?.stage ?? '',
    link: brief?.link ?? '',
    language: brief?.language ?? '',
  };
}

export type BriefErrors = { [field in BriefField]?: string | undefined };

/** The first field with an error, as they stand. */
export function firstField(errors: { [field in BriefField]?: unknown }): BriefField {
  return FIELDS.find((field) => errors[field]) ?? 'question';
}

/** The brief as it is sent, or a sentence for each wrong field and the first of them. */
export function checkBrief(text: BriefText): { brief: Brief } | { errors: BriefErrors; first: BriefField } {
  const result = briefSchema.safeParse(text);
  if (result.success) return { brief: result.data };
  const errors: BriefErrors = {};
  for (const { path, message } of result.error.issues) errors[path[0] as BriefField] ??= message;
  return { errors, first: firstField(errors) };
}

/** Under which a browser keeps what was typed for this mentor: a person who loses a slot keeps the text for the next one. */
export const keptName = (mentorId: string) => `brief:${mentorId}`;

export function isEmptyText(text: BriefText): boolean {
  return FIELDS.every((field) => cleanLine(text[field]) === '');
}
