import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { EMPTY_MENTOR, type MentorForm, mergeMentorForms } from './mentor-values.ts';

/** What was typed, and what it was typed upon. */
interface Draft {
  base: MentorForm;
  typed: MentorForm;
}

/** One draft for each mentor, and one for the new one. */
const nameOf = (mentorId: string | null) => `mentor-${mentorId ?? 'new'}`;

/** Keeps the changes of somebody whose session ended. A picture that was chosen cannot be kept. */
export function keepMentorDraft(mentorId: string | null, userId: string, { base, typed }: Draft): void {
  const draft: Draft = { base, typed: { ...typed, image: base.image } };
  saveDraft(nameOf(mentorId), userId, { draft: JSON.stringify(draft) });
}

/** The kept changes, upon the mentor as they are now; null where none were kept. */
export function takeMentorDraft(
  mentorId: string | null,
  userId: string,
  present: MentorForm,
): MentorForm | null {
  const { draft } = readDraft(nameOf(mentorId), userId);
  clearDraft(nameOf(mentorId), userId);
  if (!draft) return null;
  try {
    const { base, typed }: Draft = JSON.parse(draft);
    return mergeMentorForms({ ...EMPTY_MENTOR, ...base }, { ...EMPTY_MENTOR, ...typed }, present);
  } catch (error) {
    console.warn('The kept changes of the mentor could not be read', error);
    return null;
  }
}
