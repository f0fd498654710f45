import { z } from 'zod';
import { mentorEditor as copy } from '#copy/mentors/editor.ts';
import { singleTimes } from '#copy/mentors/single-times.ts';
import { mergeVersions } from '#lib/three-way-merge.ts';
import { NOTICE } from '#rules/mentors/hours.ts';
import {
  PROFILE_LIST_KEYS,
  profileFormOf,
  profileOf,
  profileProblems,
  profileSchemas,
} from '#rules/mentors/profile.ts';
import { slotKey } from '#rules/mentors/slots.ts';
import { emailField } from '#rules/people/contact.ts';
import { cleanLine } from '#rules/shell/text.ts';

/** Hours, in quarters: "12", "2.5". */
function isNotice(value: string): boolean {
  const minutes = Number(value) * 60;
  return /^\d{1,3}(\.\d{1,2})?$/.test(value) && minutes % 15 === 0 && minutes >= NOTICE.min && minutes <= NOTICE.max;
}

const { name, title, expertise, bio, price, image, categories, ...details } = profileSchemas;

/**
 * The mentor form (docs/product/mentors.md#profile-fields), in the order of its fields; save_mentor() in the database
 * has the same rules.
 */
export const mentorFormSchema = z.object({
  name,
  title,
  expertise,
  bio,
  price,
  email: emailField(copy.emailInvalid, copy.emailRequired),
  ...details,
  /** Hours. */
  notice: z.string().transform(cleanLine).refine(isNotice, copy.noticeInvalid),
  isTakingBookings: z.boolean(),
  /** Day of return of a mentor who takes no bookings; '' where it is not known. */
  returnsOn: z.string(),
  categories,
  image,
  slots: z.array(z.object({ date: z.string(), startTime: z.string(), endTime: z.string() })),
});
export type MentorForm = z.input<typeof mentorFormSchema>;
export type MentorField = keyof MentorForm;
export const MENTOR_FIELDS = Object.keys(mentorFormSchema.shape) as MentorField[];

export const EMPTY_MENTOR: MentorForm = {
  ...profileFormOf({}),
  email: '',
  notice: '12',
  isTakingBookings: true,
  returnsOn: '',
  slots: [],
};

/** The form's values as save_mentor() takes them, apart from the address, the categories and the slots. */
export function columnsOf(form: MentorForm) {
  const { notice, isTakingBookings, returnsOn } = form;
  const { categories: _, ...profile } = profileOf(form);
  return {
    ...profile,
    min_notice_minutes: Number(notice) * 60,
    is_taking_bookings: isTakingBookings,
    taking_bookings_from: isTakingBookings ? null : returnsOn || null,
  };
}

/** Beside those of the profile. */
const SERVER_PROBLEMS: Record<string, { field: MentorField; sentence: string }> = {
  email_required: { field: 'email', sentence: copy.emailRequired },
  email_invalid: { field: 'email', sentence: copy.emailInvalid },
  min_notice_invalid: { field: 'notice', sentence: copy.noticeInvalid },
  taking_bookings_from_past: { field: 'returnsOn', sentence: copy.returnInPast },
  slot_incomplete: { field: 'slots', sentence: singleTimes.incomplete },
  slot_ends_before_start: { field: 'slots', sentence: singleTimes.endsBeforeStart },
  slot_in_past: { field: 'slots', sentence: copy.slots.savedInPast },
  too_many_slots: { field: 'slots', sentence: singleTimes.tooMany },
};

/**
 * The problems that save_mentor() names, told at the form's own fields. Empty where a code is none of the form's:
 * then the save failed for another reason.
 *
 * @param message the first problem's code
 * @param details all codes by commas; for slots what the first one is about
 */
export function serverProblems(message: string, details: string | null): { field: MentorField; sentence: string }[] {
  if (problemsOf(message).length === 0) return [];
  return [...new Set([message, ...(details ?? '').split(',')])].flatMap(problemsOf);
}

function problemsOf(code: string): { field: MentorField; sentence: string }[] {
  if (Object.hasOwn(SERVER_PROBLEMS, code)) return SERVER_PROBLEMS[code] ? [SERVER_PROBLEMS[code]] : [];
  return profileProblems(code);
}

/** What one person changed (`mine`, who started from `base`), upon what another one has saved since (`theirs`). */
export function mergeMentorForms(base: MentorForm, mine: MentorForm, theirs: MentorForm): MentorForm {
  return mergeVersions({ base, mine, theirs }, { ...PROFILE_LIST_KEYS, slots: slotKey }).merged;
}

/** Whether two lists hold the same, in whatever order. */
export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const set = new Set(one);
  return set.size === new Set(other).size && other.every((item) => set.has(item));
}
