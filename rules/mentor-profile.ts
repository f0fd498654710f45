import { z } from 'zod';
import { mentorEditor } from '#copy/admin/mentor-editor.ts';
import { languageNames } from '#copy/languages.ts';
import { mentorDrafts as copy } from '#copy/mentor-drafts.ts';
import { linkedinAddress } from '#rules/mentor-application.ts';
import { cleanLine, cleanText, countCharacters } from '#rules/text.ts';

/** The fields that a mentor may change in a draft, in the order of the form, as private.profile_fields() has them. */
export const PROFILE_FIELDS = [
  'name',
  'title',
  'expertise',
  'specializations',
  'bio',
  'categories',
  'image',
  'price',
  'languages',
  'city',
  'years_of_experience',
  'linkedin',
  'video_url',
] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

export type Language = keyof typeof languageNames;
export const LANGUAGES = Object.keys(languageNames) as Language[];

/** Characters; the table mentors holds the same. */
export const MENTOR_LENGTHS = { name: 200, title: 300, expertise: 300, bio: 10_000 } as const;

const SPECIALIZATION_LENGTH = 100;
const MAX_SPECIALIZATIONS = 50;
const MAX_LANGUAGES = 8;
const MAX_PRICE = 1_000_000;
const MAX_YEARS = 60;
const CITY_LENGTH = { min: 2, max: 80 } as const;
const VIDEO_LENGTH = 500;
const VIDEO = /^https:\/\/((www\.|m\.)?youtube\.com|youtu\.be|(www\.|player\.)?vimeo\.com)\/\S+$/i;

const text = (field: keyof typeof MENTOR_LENGTHS) =>
  z
    .string()
    .transform(field === 'bio' ? cleanText : cleanLine)
    .refine((value) => value !== '', mentorEditor.required[field])
    .refine((value) => countCharacters(value) <= MENTOR_LENGTHS[field], mentorEditor.tooLong[field]);

/** The whole number in an input's text; null if it has none. */
export function wholeNumber(typed: string): number | null {
  return /^\d{1,7}(\.0+)?$/.test(typed) ? Number(typed) : null;
}

/** Whole rupees: "7000" and "7000.0", not "70.5". */
function isPrice(value: string): boolean {
  const price = wholeNumber(value) ?? 0;
  return price >= 1 && price <= MAX_PRICE;
}

/** The fields of the administrator's form and of the mentor's draft that say who the mentor is. */
export const basicFields = {
  name: text('name'),
  title: text('title'),
  expertise: text('expertise'),
  bio: text('bio'),
  price: z.string().trim().refine(isPrice, mentorEditor.priceInvalid),
  specializations: z.array(z.string()).max(MAX_SPECIALIZATIONS, mentorEditor.specializationsMany),
  /** Address of the portrait; '' while there is none. */
  image: z.string().min(1, mentorEditor.required.image),
};

/** Fields of both that may stay empty. */
export const detailFields = {
  languages: z.array(z.enum(LANGUAGES)).max(MAX_LANGUAGES, copy.languagesMany),
  city: z
    .string()
    .transform(cleanLine)
    .refine((city) => {
      const length = countCharacters(city);
      return length === 0 || (length >= CITY_LENGTH.min && length <= CITY_LENGTH.max);
    }, copy.cityInvalid),
  years: z
    .string()
    .trim()
    .refine((typed) => typed === '' || (wholeNumber(typed) ?? MAX_YEARS + 1) <= MAX_YEARS, copy.yearsInvalid),
  linkedin: z
    .string()
    .transform(cleanLine)
    .transform((typed, context) => {
      if (typed === '') return '';
      const address = linkedinAddress(typed);
      if (address.problem === undefined) return address.url;
      context.addIssue({ code: 'custom', message: copy.linkedinInvalid });
      return z.NEVER;
    }),
  video: z
    .string()
    .transform(cleanLine)
    .refine((typed) => typed === '' || (typed.length <= VIDEO_LENGTH && VIDEO.test(typed)), copy.videoInvalid),
};

/**
 * A mentor's own form (docs/product/mentors.md#profile-fields); the database's profile_problems() has the same rules.
 */
export const profileFormSchema = z.object({
  name: basicFields.name,
  title: basicFields.title,
  expertise: basicFields.expertise,
  specializations: basicFields.specializations,
  bio: basicFields.bio,
  categories: z.array(z.string()),
  image: basicFields.image.refine((address) => address !== '/placeholder.svg', mentorEditor.required.image),
  price: basicFields.price,
  languages: detailFields.languages,
  city: detailFields.city,
  years_of_experience: detailFields.years,
  linkedin: detailFields.linkedin,
  video_url: detailFields.video,
});
export type ProfileForm = z.input<typeof profileFormSchema>;

/** A profile from the database. With a draft, it may hold any typed values. */
export type ProfileValues = Partial<Record<ProfileField, unknown>>;

const isListField = (field: ProfileField): field is 'specializations' | 'categories' | 'languages' =>
  field === 'specializations' || field === 'categories' || field === 'languages';

/** What the form shows of a profile. */
export function profileFormOf(profile: ProfileValues): ProfileForm {
  const entries = PROFILE_FIELDS.map((field) => {
    const value = profile[field];
    if (isListField(field)) return [field, Array.isArray(value) ? value.map(String) : []];
    return [field, value === null || value === undefined || (field === 'price' && value === 0) ? '' : String(value)];
  });
  return Object.fromEntries(entries) as unknown as ProfileForm;
}

/** A field's value in a draft. Values that cannot be published are kept too, so that no typed text is lost. */
function draftValue(field: ProfileField, form: ProfileForm): unknown {
  const value = form[field];
  if (typeof value !== 'string') return field === 'categories' ? [...value].toSorted() : value;
  const typed = field === 'bio' ? cleanText(value) : cleanLine(value);
  if (typed === '')
    return ['price', 'city', 'years_of_experience', 'linkedin', 'video_url'].includes(field) ? null : '';
  if (field === 'price' || field === 'years_of_experience') return wholeNumber(typed) ?? typed;
  if (field === 'linkedin') {
    const { data } = detailFields.linkedin.safeParse(typed);
    return data || typed;
  }
  return typed;
}

/**
 * The fields to save: those that differ from the last save. A field that is equal to the public profile again is sent
 * with the public value, and the database removes it from the draft.
 */
export function changedFields(form: ProfileForm, saved: ProfileForm, profile: ProfileValues): ProfileValues {
  const published = profileFormOf(profile);
  const changed = PROFILE_FIELDS.filter((field) => !isSameValue(form[field], saved[field]));
  return Object.fromEntries(
    changed.map((field) => [
      field,
      isSameValue(form[field], published[field]) ? (profile[field] ?? null) : draftValue(field, form),
    ]),
  );
}

function isSameValue(one: string | readonly string[], other: string | readonly string[]): boolean {
  return typeof one === 'string' || typeof other === 'string'
    ? one === other
    : one.length === other.length && one.every((item, place) => item === other[place]);
}

/** Adds a specialization, or says why it cannot be added. An empty text adds nothing. */
export function addSpecialization(
  list: readonly string[],
  typed: string,
): { list: string[]; problem?: never } | { problem: string; list?: never } {
  const name = cleanLine(typed);
  if (name === '') return { list: [...list] };
  if (countCharacters(name) > SPECIALIZATION_LENGTH) return { problem: mentorEditor.specializationLong };
  if (list.some((one) => one.toLowerCase() === name.toLowerCase()))
    return { problem: mentorEditor.specializationTaken };
  if (list.length >= MAX_SPECIALIZATIONS) return { problem: mentorEditor.specializationsMany };
  return { list: [...list, name] };
}

/** The database's codes at the form's own fields. */
const PROBLEMS: Record<string, { field: ProfileField; sentence: string }> = {
  name_required: { field: 'name', sentence: mentorEditor.required.name },
  name_too_long: { field: 'name', sentence: mentorEditor.tooLong.name },
  title_required: { field: 'title', sentence: mentorEditor.required.title },
  title_too_long: { field: 'title', sentence: mentorEditor.tooLong.title },
  expertise_required: { field: 'expertise', sentence: mentorEditor.required.expertise },
  expertise_too_long: { field: 'expertise', sentence: mentorEditor.tooLong.expertise },
  bio_required: { field: 'bio', sentence: mentorEditor.required.bio },
  bio_too_long: { field: 'bio', sentence: mentorEditor.tooLong.bio },
  price_invalid: { field: 'price', sentence: mentorEditor.priceInvalid },
  image_required: { field: 'image', sentence: mentorEditor.required.image },
  image_invalid: { field: 'image', sentence: mentorEditor.imageFailed },
  specializations_invalid: { field: 'specializations', sentence: mentorEditor.specializationsMany },
  category_not_found: { field: 'categories', sentence: mentorEditor.categoryGone },
  languages_invalid: { field: 'languages', sentence: copy.languagesMany },
  city_invalid: { field: 'city', sentence: copy.cityInvalid },
  years_invalid: { field: 'years_of_experience', sentence: copy.yearsInvalid },
  linkedin_invalid: { field: 'linkedin', sentence: copy.linkedinInvalid },
  video_invalid: { field: 'video_url', sentence: copy.videoInvalid },
};

/** The problems that the database names, as codes separated by commas. Codes that are not the form's are left out. */
export function profileProblems(codes: string): { field: ProfileField; sentence: string }[] {
  return codes.split(',').flatMap((code) => (Object.hasOwn(PROBLEMS, code) ? (PROBLEMS[code] ?? []) : []));
}
