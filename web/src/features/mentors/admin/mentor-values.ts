import { z } from 'zod';
import { mentorEditor as copy } from '#copy/admin/mentor-editor.ts';
import { singleTimes } from '#copy/single-times.ts';
import { EMAIL_MAX_LENGTH } from '#rules/account-limits.ts';
import { slotKey } from '#rules/slots.ts';
import { cleanText, countCharacters } from '#rules/text.ts';

/** Characters; the table mentors holds the same. */
export const MENTOR_LENGTHS = { name: 200, title: 300, expertise: 300, bio: 10_000 } as const;

const SPECIALIZATION_LENGTH = 100;
const MAX_SPECIALIZATIONS = 50;
const MAX_PRICE = 1_000_000;
/** Hours (answers, section 1). */
const NOTICE = { min: 2, max: 168 } as const;

const text = (field: keyof typeof MENTOR_LENGTHS) =>
  z
    .string()
    .transform(cleanText)
    .refine((value) => value !== '', copy.required[field])
    .refine((value) => countCharacters(value) <= MENTOR_LENGTHS[field], copy.tooLong[field]);

/** Whole rupees: "7000" and "7000.0", not "70.5". */
function isPrice(value: string): boolean {
  return /^\d{1,7}(\.0+)?$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_PRICE;
}

/** Hours, in quarters: "12", "2.5". */
function isNotice(value: string): boolean {
  const hours = Number(value);
  return (
    /^\d{1,3}(\.\d{1,2})?$/.test(value) && Number.isInteger(hours * 4) && hours >= NOTICE.min && hours <= NOTICE.max
  );
}

/**
 * The mentor form (administrator side, sections 2 and 5), in the order of its fields; save_mentor() in the database has
 * the same rules.
 */
export const mentorFormSchema = z.object({
  name: text('name'),
  title: text('title'),
  expertise: text('expertise'),
  bio: text('bio'),
  price: z.string().trim().refine(isPrice, copy.priceInvalid),
  email: z
    .string()
    .transform(cleanText)
    .refine((value) => value !== '', copy.required.email)
    .refine(
      (value) => value === '' || (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value) && value.length <= EMAIL_MAX_LENGTH),
      copy.emailInvalid,
    ),
  /** Hours. */
  notice: z.string().trim().refine(isNotice, copy.noticeInvalid),
  isTakingBookings: z.boolean(),
  /** Day of return of a mentor who takes no bookings; '' where it is not known. */
  returnsOn: z.string(),
  specializations: z.array(z.string()).max(MAX_SPECIALIZATIONS, copy.specializationsMany),
  categoryIds: z.array(z.string()),
  /** Address of the portrait; '' while there is none. */
  image: z.string().min(1, copy.required.image),
  slots: z.array(z.object({ date: z.string(), startTime: z.string(), endTime: z.string() })),
});
export type MentorForm = z.input<typeof mentorFormSchema>;
export type MentorField = keyof MentorForm;

export const EMPTY_MENTOR: MentorForm = {
  name: '',
  title: '',
  expertise: '',
  bio: '',
  price: '',
  email: '',
  notice: '12',
  isTakingBookings: true,
  returnsOn: '',
  specializations: [],
  categoryIds: [],
  image: '',
  slots: [],
};

/** One more specialization, or what speaks against it. Nothing typed adds nothing. */
export function addSpecialization(
  list: readonly string[],
  typed: string,
): { list: string[]; problem?: never } | { problem: string; list?: never } {
  const name = cleanText(typed).replace(/\s+/g, ' ');
  if (name === '') return { list: [...list] };
  if (countCharacters(name) > SPECIALIZATION_LENGTH) return { problem: copy.specializationLong };
  if (list.some((one) => one.toLowerCase() === name.toLowerCase())) return { problem: copy.specializationTaken };
  if (list.length >= MAX_SPECIALIZATIONS) return { problem: copy.specializationsMany };
  return { list: [...list, name] };
}

const SERVER_PROBLEMS: Record<string, { field: MentorField; sentence: string }> = {
  name_required: { field: 'name', sentence: copy.required.name },
  name_too_long: { field: 'name', sentence: copy.tooLong.name },
  title_required: { field: 'title', sentence: copy.required.title },
  title_too_long: { field: 'title', sentence: copy.tooLong.title },
  expertise_required: { field: 'expertise', sentence: copy.required.expertise },
  expertise_too_long: { field: 'expertise', sentence: copy.tooLong.expertise },
  bio_required: { field: 'bio', sentence: copy.required.bio },
  bio_too_long: { field: 'bio', sentence: copy.tooLong.bio },
  price_invalid: { field: 'price', sentence: copy.priceInvalid },
  email_required: { field: 'email', sentence: copy.required.email },
  email_invalid: { field: 'email', sentence: copy.emailInvalid },
  image_required: { field: 'image', sentence: copy.required.image },
  image_invalid: { field: 'image', sentence: copy.imageFailed },
  min_notice_invalid: { field: 'notice', sentence: copy.noticeInvalid },
  taking_bookings_from_past: { field: 'returnsOn', sentence: copy.returnInPast },
  specializations_invalid: { field: 'specializations', sentence: copy.specializationsMany },
  category_not_found: { field: 'categoryIds', sentence: copy.categoryGone },
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
  if (!Object.hasOwn(SERVER_PROBLEMS, message)) return [];
  const codes = new Set([message, ...(details ?? '').split(',')]);
  return [...codes].flatMap((code) => (Object.hasOwn(SERVER_PROBLEMS, code) ? (SERVER_PROBLEMS[code] ?? []) : []));
}

/**
 * What one person changed (`mine`, who started from `base`), upon what another one has saved since (`theirs`). A
 * changed text stays; of a list, what was added stays added and what was removed stays removed.
 */
export function mergeMentorForms(base: MentorForm, mine: MentorForm, theirs: MentorForm): MentorForm {
  const merged = {
    ...theirs,
    specializations: mergeLists(base.specializations, mine.specializations, theirs.specializations, String),
    categoryIds: mergeLists(base.categoryIds, mine.categoryIds, theirs.categoryIds, String),
    slots: mergeLists(base.slots, mine.slots, theirs.slots, slotKey),
  };
  for (const text of ['name', 'title', 'expertise', 'bio', 'price', 'email', 'notice', 'returnsOn', 'image'] as const) {
    if (mine[text] !== base[text]) merged[text] = mine[text];
  }
  if (mine.isTakingBookings !== base.isTakingBookings) merged.isTakingBookings = mine.isTakingBookings;
  return merged;
}

function mergeLists<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[], keyOf: (item: T) => string) {
  const keys = (list: readonly T[]) => new Set(list.map(keyOf));
  const [inBase, inMine, inTheirs] = [keys(base), keys(mine), keys(theirs)];
  return [
    ...theirs.filter((item) => inMine.has(keyOf(item)) || !inBase.has(keyOf(item))),
    ...mine.filter((item) => !inBase.has(keyOf(item)) && !inTheirs.has(keyOf(item))),
  ];
}

/** Whether two lists hold the same, in whatever order. */
export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const set = new Set(one);
  return set.size === new Set(other).size && other.every((item) => set.has(item));
}
