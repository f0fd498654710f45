/** What a form refuses, the database refuses at the same field: the rules of both, for the same values. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  columnsOf,
  EMPTY_MENTOR,
  type MentorForm,
  mentorFormSchema,
  serverProblems,
} from '#features/mentors/profile/admin/mentor-values.ts';
import { BUFFERS, type MentorHours, problemOf, problemsOfHours, SESSION_LENGTHS } from '#rules/mentors/hours.ts';
import {
  changedFields,
  PROFILE_LIMITS,
  type ProfileForm,
  type ProfileValues,
  profileFormOf,
  profileFormSchema,
  profileProblems,
} from '#rules/mentors/profile.ts';
import { LANGUAGES, STAGES } from '#rules/sessions/brief.ts';
import { briefSchema } from '#rules/sessions/brief-schema.ts';
import { addDays, istToday } from '#rules/shell/ist.ts';
import { claimsOf } from '#tests/kit/builders.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';
import { testProperty } from '#tests/kit/property.ts';

const db = provideDatabase();

interface Answer {
  answer?: unknown;
  message?: string;
  detail?: string | null;
}

/** What a call says to each of these inputs (`p_input`), or the code and the detail that it raises. Nothing is kept. */
function answersTo(call: string, inputs: readonly unknown[]): Promise<Answer[]> {
  return db.sql.begin(async (by) => {
    await by`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf(db.admin))}, true)`;
    await by.unsafe(`
      create function pg_temp.answer_to(p_input jsonb) returns jsonb language plpgsql as $f$
      declare
        v_answer jsonb;
        v_message text;
        v_detail text;
      begin
        v_answer := to_jsonb(${call});
        raise exception using errcode = 'ZZ001';
      exception
        when sqlstate 'ZZ001' then
          return jsonb_build_object('answer', v_answer);
        when sqlstate 'PT422' then
          get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail;
          return jsonb_build_object('message', v_message, 'detail', v_detail);
      end $f$`);
    const rows = await by`
      select pg_temp.answer_to(i.value) as answer
      from jsonb_array_elements(${by.json(inputs as never)}) with ordinality i order by i.ordinality`;
    await by`drop function pg_temp.answer_to`;
    return rows.map(({ answer }) => answer);
  }) as Promise<Answer[]>;
}

/** 100 cases a statement: `judge` gives for each what the rules say, and what the database says. */
function testAlike<Case>(
  title: string,
  one: fc.Arbitrary<Case>,
  judge: (cases: Case[]) => Promise<{ rules: unknown; database: unknown }[]>,
) {
  testProperty(
    title,
    [fc.array(one, { minLength: 100, maxLength: 100 })],
    async (cases) => {
      const said = await judge(cases);
      for (const [n, { rules, database }] of said.entries()) {
        expect({ case: cases[n], said: database }).toEqual({ case: cases[n], said: rules });
      }
    },
    // The difference names its case, so that no smaller list has to be looked for.
    { numRuns: 3, endOnFailure: true },
  );
}

const PIECES = [
  'a',
  'Z',
  '7',
  'é',
  'e\u0301',
  'आ',
  '🚀',
  ' ',
  '\u00a0',
  '\u3000',
  '\n',
  '\r\n',
  '\t',
  '\u200b',
  '\u200d',
];
const MORE_PIECES = ['\u202e', '\u2800', '\u0085', '\ufeff', '.', '/', ',', "'", '<', '%', '\\'];
const words = fc.string({ unit: fc.constantFrom(...PIECES, ...MORE_PIECES), maxLength: 12 });

/** Texts around each limit, in characters of one to four bytes, and short ones of every kind. */
const text = (...limits: number[]) =>
  fc.oneof(
    words,
    fc
      .tuple(fc.constantFrom(...limits), fc.integer({ min: -1, max: 1 }), fc.constantFrom('a', 'é', '🚀'), words)
      .map(([limit, more, character, rest]) => character.repeat(Math.max(0, limit + more)) + (more === 0 ? '' : rest)),
  );

/** Mostly the first value, so that a case has few problems. */
const mostly = <Value, Other>(value: Value, other: fc.Arbitrary<Other>): fc.Arbitrary<Value | Other> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });

const spaced = (...values: string[]) =>
  fc
    .tuple(fc.constantFrom('', '', ' ', '\u00a0', '\u200b'), fc.constantFrom(...values))
    .map(([space, value]) => space + value);

const price = spaced(
  '0',
  '1',
  '7000',
  '7000.0',
  '70.5',
  `${PROFILE_LIMITS.price.max}`,
  `${PROFILE_LIMITS.price.max + 1}`,
  '-5',
  '1e3',
  '007',
  '٣',
  'x',
);
const years = spaced('', '0', '60', '61', '5.0', '100', '-1', 'x', '٣');
const linkedin = fc
  .tuple(
    fc.constantFrom('', 'https://', 'http://', 'HTTPS://', 'https://https://'),
    fc.constantFrom('linkedin.com', 'www.linkedin.com', 'in.LinkedIn.com', 'abcd.linkedin.com', 'x.example'),
    fc.constantFrom(
      '/in/asha',
      '/in/',
      '/in/asha/',
      '/in/asha rao',
      '/company/x',
      '',
      '/in/आशा',
      `/in/${'a'.repeat(280)}`,
    ),
    fc.constantFrom('', '?utm=1', '#x', '/details'),
  )
  .map((parts) => parts.join(''));
const video = fc
  .tuple(
    fc.constantFrom(
      'https://youtu.be/',
      'https://www.youtube.com/',
      'https://vimeo.com/',
      'https://x.example/',
      'http://youtu.be/',
    ),
    fc.oneof(words, fc.constantFrom('a'.repeat(483), 'a'.repeat(484), '🚀'.repeat(300), 'watch?v=x')),
  )
  .map((parts) => parts.join(''));
const languages = fc.uniqueArray(fc.constantFrom(...LANGUAGES), { maxLength: 13 });
const specializations = fc
  .tuple(fc.constantFrom(0, 3, 49, 50, 51), fc.constantFrom(5, 100))
  .map(([count, length]) => Array.from({ length: count }, (_, n) => `${n}`.padEnd(length, 'x')));

const companies = fc
  .tuple(fc.constantFrom(0, 3, 5, 6), fc.constantFrom(5, 80, 81))
  .map(([count, length]) => Array.from({ length: count }, (_, n) => `${n}`.padEnd(length, 'x')));

const fieldsOf = (issues: readonly { path: readonly PropertyKey[] }[] | undefined) =>
  [...new Set(issues?.map(({ path }) => String(path[0])))].toSorted();

const profile = fc.record({
  name: mostly('Asha Rao', text(PROFILE_LIMITS.name)),
  title: mostly('Founder', text(PROFILE_LIMITS.title)),
  expertise: mostly('Pricing', text(PROFILE_LIMITS.expertise)),
  bio: mostly('About.', text(PROFILE_LIMITS.bio)),
  specializations: mostly([], specializations),
  price: mostly('3500', price),
  image: mostly('/portrait.webp', fc.constantFrom('', '/placeholder.svg')),
  languages: mostly([], languages),
  companies: mostly([], companies),
  city: mostly('', text(1, 2, 80)),
  years_of_experience: mostly('', years),
  linkedin: mostly('', fc.oneof(words, linkedin)),
  video_url: mostly('', fc.oneof(words, video)),
});

testAlike('a profile is refused at the same fields by its form and by profile_problems()', profile, async (cases) => {
  const mentorId = await db.addMentor();
  // A listed mentor without a portrait may stay without one, a draft may not.
  await db.sql`
    update public.mentors set image = '/portrait.webp', bio = 'About.', listing_state = 'draft' where id = ${mentorId}`;
  const [row] = await db.sql`select private.profile_of(${mentorId}) as profile`;
  const stored = row?.profile as ProfileValues;
  const saved = profileFormOf(stored);
  const forms = cases.map((typed): ProfileForm => ({ ...saved, ...typed }));
  const changes = forms.map((form) => changedFields(form, saved, stored));
  const rows = await db.sql`
    select private.profile_problems(${mentorId}, c.value) as codes
    from jsonb_array_elements(${db.sql.json(changes as never)}) with ordinality c order by c.ordinality`;
  return forms.map((form, n) => ({
    rules: fieldsOf(profileFormSchema.safeParse(form).error?.issues),
    database: [...new Set(profileProblems(rows[n]?.codes.join()).map(({ field }) => field))].toSorted(),
  }));
});

const mentorForm = fc.record({
  name: mostly('Asha Rao', text(PROFILE_LIMITS.name)),
  title: mostly('Founder', text(PROFILE_LIMITS.title)),
  expertise: mostly('Pricing', text(PROFILE_LIMITS.expertise)),
  bio: mostly('About.', text(PROFILE_LIMITS.bio)),
  specializations: mostly([], specializations),
  price: mostly('3500', price),
  email: mostly(
    'asha@mentors.example',
    fc.oneof(spaced('a@b.example', 'mailto:a@b.example', 'a b@c.example', 'a@b', `a@${'b'.repeat(245)}.example`)),
  ),
  notice: mostly('12', spaced('1.75', '2', '2.25', '168', '168.25', '', 'x', '-3')),
  image: fc.constantFrom('', '/portrait.webp'),
  languages: mostly([], languages),
  companies: mostly([], companies),
  city: mostly('', text(1, 2, 80)),
  years_of_experience: mostly('', years),
  linkedin: mostly('', fc.oneof(words, linkedin)),
  video_url: mostly('', fc.oneof(words, video)),
});

testAlike(
  'a mentor is refused at the same fields by the administrator’s form and by save_mentor()',
  mentorForm,
  async (cases) => {
    const forms = cases.map((typed): MentorForm => ({ ...EMPTY_MENTOR, ...typed }));
    // What is right is sent as the form cleans it, what is wrong as it was typed.
    const sent = forms.map((form) => {
      const entries = Object.entries(form).map(([field, value]) => {
        const read = mentorFormSchema.shape[field as keyof MentorForm].safeParse(value);
        return [field, read.success ? read.data : value];
      });
      const values = Object.fromEntries(entries) as MentorForm;
      return { mentor: columnsOf(values), email: values.email };
    });
    const answers = await answersTo(`public.save_mentor(p_input -> 'mentor', p_input ->> 'email', '{}', '[]')`, sent);
    return forms.map((form, n) => {
      const { message = '', detail = '' } = answers[n] ?? {};
      return {
        rules: fieldsOf(mentorFormSchema.safeParse(form).error?.issues),
        database: [...new Set(serverProblems(message, detail).map(({ field }) => field))].toSorted(),
      };
    });
  },
);

const quarter = fc.integer({ min: -1, max: 97 }).map((n) => n * 15);
const range = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(quarter, quarter)
      .map(([a, b]) => ({ start_minute: Math.min(a, b), end_minute: Math.max(a, b) })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      start_minute: fc.integer({ min: -20, max: 1500 }),
      end_minute: fc.double({ min: 0, max: 1500, noNaN: true }),
    }),
  },
);
const ranges = fc.array(range, { maxLength: 8 });
const ahead = fc.integer({ min: -2, max: 400 });
const date = (days: number) => addDays(istToday(new Date()), days);
const day = fc.oneof({ weight: 8, arbitrary: ahead.map(date) }, fc.constantFrom('', '2026-02-30', '2027-1-1', 'soon'));
/** Names, some of which are zones: the list of zones is read from files for each, so they are few. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia', 'Etc/GMT+5', 'GMT', 'EST', '+05:30', ''];
const NO_ZONES = ['asia/kolkata', 'posix/Asia/Kolkata', 'Asia/Nowhere', 'Local/Time', 'Asia/Kolkata '];
const hours: fc.Arbitrary<MentorHours> = fc.record({
  time_zone: fc.constant('Asia/Kolkata'),
  session_minutes: fc.constantFrom(...SESSION_LENGTHS),
  weekly: fc
    .uniqueArray(fc.nat(6), { maxLength: 7 })
    .chain((weekdays) =>
      fc
        .array(ranges, { minLength: weekdays.length, maxLength: weekdays.length })
        .map((all) => weekdays.map((weekday, n) => ({ weekday, ranges: all[n] ?? [] }))),
    ),
  overrides: fc.array(fc.record({ date: day, ranges }), { maxLength: 4 }),
  time_off: fc.array(
    fc
      .record({
        first: day,
        more: fc.constantFrom(-1, 0, 1, 5, 178, 179, 180),
        last: day,
        isNear: fc.boolean(),
        note: text(100),
      })
      .map(({ first, more, last, isNear, note }) => ({
        first_day: first,
        last_day: isNear && /^\d{4}-\d\d-\d\d$/.test(first) && first !== '2026-02-30' ? addDays(first, more) : last,
        note,
      })),
    { maxLength: 3 },
  ),
  buffer_before_minutes: mostly(0, fc.oneof(fc.constantFrom(...BUFFERS), fc.constantFrom(-5, 7, 2.5, 61))),
  buffer_after_minutes: mostly(0, fc.oneof(fc.constantFrom(...BUFFERS), fc.constantFrom(-5, 7, 2.5, 61))),
  min_notice_minutes: mostly(720, fc.constantFrom(0, 119, 120, 120.5, 10_080, 10_081, 1_000_000)),
  window_weeks: mostly(8, fc.constantFrom(0, 1, 26, 27, 1.5)),
  max_per_day: mostly(null, fc.constantFrom(0, 1, 20, 21)),
  max_per_week: mostly(null, fc.constantFrom(0, 1, 60, 61)),
});

async function judgeHours(cases: MentorHours[]) {
  const mentorId = await db.addMentor();
  const answers = await answersTo(`private.parse_hours('${mentorId}', p_input)`, cases);
  const [row] = await db.sql`select now() as now`;
  const places = (problems: ({ field: string; index: number | null } | null)[]) =>
    [...new Set(problems.map((one) => (one ? `${one.field} ${one.index}` : 'unknown')))].toSorted();
  return cases.map((one, n) => ({
    rules: places(problemsOfHours(one, row?.now)),
    database: places(answers[n]?.detail ? JSON.parse(answers[n].detail).problems.map(problemOf) : []),
  }));
}

testAlike('hours are refused at the same places by their form and by parse_hours()', hours, judgeHours);

test('the same names are time zones for the form of hours and for parse_hours()', async () => {
  const [plain] = fc.sample(hours, 1);
  const empty = { ...plain, weekly: [], overrides: [], time_off: [] } as MentorHours;
  const said = await judgeHours([...ZONES, ...NO_ZONES].map((time_zone) => ({ ...empty, time_zone })));
  expect(said.map(({ database }) => database)).toEqual(said.map(({ rules }) => rules));
});

const link = fc
  .tuple(
    fc.constantFrom('https://', 'HTTPS://', 'http://', 'https:/', 'javascript:', ''),
    fc.constantFrom('', 'user@', 'user:word@'),
    fc
      .array(fc.constantFrom('a', 'deck', '-x', 'é', 'आ', '_y', '9', '🚀', '1', '255', '256', ''), {
        minLength: 1,
        maxLength: 4,
      })
      .map((parts) => parts.join('.')),
    fc.constantFrom('', '.example', '.co.', ':8443', ':99999', ':'),
    fc.oneof(
      words.map((path) => `/${path}`),
      fc.constantFrom('', '/', '?a=b', '#c', '\\@x', `/${'x'.repeat(470)}`),
    ),
  )
  .map((parts) => parts.join(''));
const brief = fc.record({
  question: mostly('How do I price a pilot?', text(10, 300)),
  stage: fc.constantFrom(...STAGES, '', 'unicorn', null),
  link: mostly('', fc.oneof(words, link)),
  language: fc.constantFrom(...LANGUAGES, '', 'fr', null),
});

testAlike(
  'a brief is read alike, or refused at the same field, by its form and by read_brief()',
  brief,
  async (cases) => {
    const answers = await answersTo('private.read_brief(p_input)', cases);
    return cases.map((one, n) => {
      const read = briefSchema.safeParse(one);
      const { answer, detail } = answers[n] ?? {};
      // The database names the first of the fields alone.
      return { rules: read.data ?? fieldsOf(read.error?.issues).includes(detail ?? ''), database: answer ?? true };
    });
  },
);
