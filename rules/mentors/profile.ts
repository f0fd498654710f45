import { z } from 'zod';
import { languageNames } from '#copy/mentors/languages.ts';
import { profileFields as words } from '#copy/mentors/profile-fields.ts';
import { LINKEDIN_MAX_LENGTH, linkedinAddress } from '#rules/mentors/application.ts';
import { cleanLine, cleanText, countCharacters } from '#rules/shell/text.ts';

export type Language = keyof typeof languageNames;
export const LANGUAGES = Object.keys(languageNames) as Language[];

/** Of a clean line, whose only space is ' '. */
const VIDEO = /^https:\/\/((www\.|m\.)?youtube\.com|youtu\.be|(www\.|player\.)?vimeo\.com)\/[^ ]+$/i;

/** Characters, whole rupees and numbers of entries; private.profile_limits() in the database has the same. */
export const PROFILE_LIMITS = {
  name: 200,
  title: 300,
  expertise: 300,
  bio: 10_000,
  price: { min: 1, max: 1_000_000 },
  specializations: 50,
  specialization: 100,
  companies: 5,
  company: 80,
  languages: 8,
  city: { min: 2, max: 80 },
  years: { min: 0, max: 60 },
  linkedin: LINKEDIN_MAX_LENGTH,
  video: 500,
} as const;

interface FieldRule {
  /** Decides how forms draw the field, and how what they hold becomes what is stored. */
  kind: 'line' | 'text' | 'number' | 'price' | 'link' | 'names' | 'languages' | 'categories' | 'picture';
  section: 'basics' | 'photo' | 'details' | 'categories';
  isRequired?: true;
  /** As wide as its section. */
  isWide?: true;
  /** The listing's search finds a part of it. */
  isSearched?: true;
  /** Of a text its characters, of a list its items. */
  most?: number;
  /** Of a list of names the characters of each. */
  length?: number;
  schema: z.ZodType;
  /** What the database's codes say at the field. */
  problems: Readonly<Record<string, string>>;
}

function requiredText(field: 'name' | 'title' | 'expertise' | 'bio') {
  const most = PROFILE_LIMITS[field];
  const { required, tooLong } = words[field];
  const schema = z
    .string()
    .transform(field === 'bio' ? cleanText : cleanLine)
    .refine((value) => value !== '', required)
    .refine((value) => countCharacters(value) <= most, tooLong);
  const problems = { [`${field}_required`]: required, [`${field}_too_long`]: tooLong };
  return { section: 'basics', isRequired: true, most, schema, problems } as const;
}

function nameList(field: 'specializations' | 'companies', limits: { most: number; length: number }) {
  const { tooMany, tooLong } = words[field];
  const schema = z
    .array(z.string())
    .transform(cleanNames)
    .refine((names) => names.length <= limits.most, tooMany)
    .refine((names) => names.every((name) => countCharacters(name) <= limits.length), tooLong);
  return { kind: 'names', isWide: true, ...limits, schema, problems: { [`${field}_invalid`]: tooMany } } as const;
}

/** A text that may stay empty, cleaned. */
function optionalLine(isValid: (line: string) => boolean, sentence: string) {
  return z
    .string()
    .transform(cleanLine)
    .refine((line) => line === '' || isValid(line), sentence);
}

/** Whether what was typed is a whole number in these limits: "7000" and "7000.0", not "70.5". */
const isWhole = (typed: string, { min, max }: { min: number; max: number }) => {
  const value = wholeNumber(typed);
  return value !== null && value >= min && value <= max;
};

/**
 * The fields of a profile, in the order of the form (docs/product/mentors.md#profile-fields). The database has the same
 * fields in private.profile_fields(), and the same rules in private.field_problem().
 */
export const PROFILE = {
  name: { kind: 'line', ...requiredText('name'), isSearched: true },
  title: { kind: 'line', ...requiredText('title'), isSearched: true },
  expertise: { kind: 'line', isWide: true, ...requiredText('expertise'), isSearched: true },
  bio: { kind: 'text', isWide: true, ...requiredText('bio') },
  price: {
    kind: 'price',
    section: 'basics',
    isRequired: true,
    schema: z
      .string()
      .transform(cleanLine)
      .refine((typed) => isWhole(typed, PROFILE_LIMITS.price), words.price.invalid),
    problems: { price_invalid: words.price.invalid },
  },
  specializations: {
    section: 'basics',
    ...nameList('specializations', { most: PROFILE_LIMITS.specializations, length: PROFILE_LIMITS.specialization }),
    isSearched: true,
  },
  /** Address of the portrait; '' while there is none. */
  image: {
    kind: 'picture',
    section: 'photo',
    isRequired: true,
    schema: z.string().min(1, words.image.required),
    problems: { image_required: words.image.required, image_invalid: words.image.invalid },
  },
  languages: {
    kind: 'languages',
    section: 'details',
    isWide: true,
    schema: z.array(z.enum(LANGUAGES)).max(PROFILE_LIMITS.languages, words.languages.tooMany),
    problems: { languages_invalid: words.languages.tooMany },
  },
  city: {
    kind: 'line',
    section: 'details',
    schema: optionalLine(
      (city) => countCharacters(city) >= PROFILE_LIMITS.city.min && countCharacters(city) <= PROFILE_LIMITS.city.max,
      words.city.invalid,
    ),
    problems: { city_invalid: words.city.invalid },
  },
  years_of_experience: {
    kind: 'number',
    section: 'details',
    schema: z
      .string()
      .transform(cleanLine)
      .refine((typed) => typed === '' || isWhole(typed, PROFILE_LIMITS.years), words.years_of_experience.invalid),
    problems: { years_invalid: words.years_of_experience.invalid },
  },
  companies: {
    section: 'details',
    ...nameList('companies', { most: PROFILE_LIMITS.companies, length: PROFILE_LIMITS.company }),
    isSearched: true,
  },
  linkedin: {
    kind: 'link',
    section: 'details',
    schema: z
      .string()
      .transform(cleanLine)
      .transform((typed, context) => {
        if (typed === '') return '';
        const address = linkedinAddress(typed);
        if (address.problem === undefined) return address.url;
        context.addIssue({ code: 'custom', message: words.linkedin.invalid });
        return z.NEVER;
      }),
    problems: { linkedin_invalid: words.linkedin.invalid },
  },
  video_url: {
    kind: 'link',
    section: 'details',
    schema: optionalLine(
      (line) => countCharacters(line) <= PROFILE_LIMITS.video && VIDEO.test(line),
      words.video_url.invalid,
    ),
    problems: { video_invalid: words.video_url.invalid },
  },
  categories: {
    kind: 'categories',
    section: 'categories',
    isSearched: true,
    schema: z.array(z.string()),
    problems: { category_not_found: words.categories.invalid },
  },
} as const satisfies Record<string, FieldRule>;

export type ProfileField = keyof typeof PROFILE;
export const PROFILE_FIELDS = Object.keys(PROFILE) as ProfileField[];
export const isProfileField = (name: string): name is ProfileField => Object.hasOwn(PROFILE, name);

type FieldOf<Kind extends FieldRule['kind']> = {
  [Field in ProfileField]: (typeof PROFILE)[Field]['kind'] extends Kind ? Field : never;
}[ProfileField];
export type NamesField = FieldOf<'names'>;

const isOfKind =
  <Kind extends FieldRule['kind']>(...kinds: Kind[]) =>
  (field: ProfileField): field is FieldOf<Kind> =>
    kinds.some((kind) => kind === PROFILE[field].kind);
export const isNamesField = isOfKind('names');
export const isTextField = isOfKind('line', 'text', 'number', 'price', 'link');
const isListField = isOfKind('names', 'languages', 'categories');

const entriesOf = <Fields extends readonly ProfileField[], Value>(
  fields: Fields,
  make: (field: ProfileField) => Value,
) => Object.fromEntries(fields.map((field) => [field, make(field)]));

/** The fields of both forms: of the administrator's, and of the mentor's draft. */
export const profileSchemas = entriesOf(PROFILE_FIELDS, (field) => PROFILE[field].schema) as {
  [Field in ProfileField]: (typeof PROFILE)[Field]['schema'];
};

/**
 * A mentor's own form (docs/product/mentors.md#profile-fields); the database's profile_problems() has the same rules.
 */
export const profileFormSchema = z.object({
  ...profileSchemas,
  image: profileSchemas.image.refine((address) => address !== '/placeholder.svg', words.image.required),
});
export type ProfileForm = z.input<typeof profileFormSchema>;

/** A profile from the database. With a draft, it may hold any typed values. */
export type ProfileValues = Partial<Record<ProfileField, unknown>>;

/** Each item of a list is merged for itself, see mergeVersions(). */
export const PROFILE_LIST_KEYS = entriesOf(PROFILE_FIELDS.filter(isListField), () => (item: unknown) => item);

/** What the form shows of a profile. */
export function profileFormOf(profile: ProfileValues): ProfileForm {
  return entriesOf(PROFILE_FIELDS, (field) => {
    const value = profile[field];
    if (isListField(field)) return Array.isArray(value) ? value.map(String) : [];
    return value === null || value === undefined || (field === 'price' && value === 0) ? '' : String(value);
  }) as unknown as ProfileForm;
}

/** The whole number in an input's text; null if it has none. */
export function wholeNumber(typed: string): number | null {
  return /^\d{1,7}(\.0+)?$/.test(typed) ? Number(typed) : null;
}

/** Clean names, without those that cannot be seen and repeated ones. */
function cleanNames(names: readonly string[]): string[] {
  const clean = names.map(cleanLine).filter((name) => name !== '');
  return clean.filter((name, place) => clean.findIndex((one) => one.toLowerCase() === name.toLowerCase()) === place);
}

type StoredValue = string | number | string[] | null;

/** A field as the database stores it. Values that cannot be published are kept too, so that no typed text is lost. */
export function storedValue(field: ProfileField, form: ProfileForm): StoredValue {
  const { kind, schema } = PROFILE[field];
  const value = form[field];
  if (typeof value !== 'string') {
    return kind === 'names' ? cleanNames(value) : kind === 'categories' ? value.toSorted() : value;
  }
  const typed = kind === 'text' ? cleanText(value) : cleanLine(value);
  if (typed === '') return 'isRequired' in PROFILE[field] && kind !== 'price' ? '' : null;
  if (kind === 'price' || kind === 'number') return wholeNumber(typed) ?? typed;
  return kind === 'link' ? (schema.safeParse(typed).data ?? typed) : typed;
}

/** All fields as the database stores them. */
export function profileOf(form: ProfileForm) {
  return entriesOf(PROFILE_FIELDS, (field) => storedValue(field, form)) as Record<ProfileField, StoredValue>;
}

/**
 * The fields to save: those that differ from the last save. A field that is equal to the public profile again is sent
 * with the public value, and the database removes it from the draft.
 */
export function changedFields(form: ProfileForm, saved: ProfileForm, profile: ProfileValues): ProfileValues {
  const published = profileFormOf(profile);
  const changed = PROFILE_FIELDS.filter((field) => !isSameValue(form[field], saved[field]));
  return entriesOf(changed, (field) =>
    isSameValue(form[field], published[field]) ? (profile[field] ?? null) : storedValue(field, form),
  );
}

function isSameValue(one: string | readonly string[], other: string | readonly string[]): boolean {
  return typeof one === 'string' || typeof other === 'string'
    ? one === other
    : one.length === other.length && one.every((item, place) => item === other[place]);
}

/** Adds a name to a list, or says why it cannot be added. An empty text adds nothing. */
export function addName(
  field: NamesField,
  list: readonly string[],
  typed: string,
): { list: string[]; problem?: never } | { problem: string; list?: never } {
  const { most, length } = PROFILE[field];
  const name = cleanLine(typed);
  if (name === '') return { list: [...list] };
  if (countCharacters(name) > length) return { problem: words[field].tooLong };
  if (list.some((one) => one.toLowerCase() === name.toLowerCase())) return { problem: words[field].taken };
  if (list.length >= most) return { problem: words[field].tooMany };
  return { list: [...list, name] };
}

/** The problems that the database names, as codes separated by commas. Codes that are not the form's are left out. */
export function profileProblems(codes: string): { field: ProfileField; sentence: string }[] {
  return codes.split(',').flatMap((code) =>
    PROFILE_FIELDS.flatMap((field) => {
      const problems: Readonly<Record<string, string>> = PROFILE[field].problems;
      return Object.hasOwn(problems, code) ? [{ field, sentence: problems[code] ?? '' }] : [];
    }),
  );
}
