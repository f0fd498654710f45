/** What rules/ and copy/ say and the database holds as well: a change of one without the other fails here. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mentorListing } from '#copy/mentors/listing.ts';
import { mailStops } from '#copy/people/mail-stops.ts';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { COMMENT_LIMIT, REPLY_DAYS, REPLY_LIMIT, REPORT_LENGTH } from '#features/mentors/reviews/review-schema.ts';
import { projectPaths } from '#host/project-paths.ts';
import { isAway } from '#rules/mentors/bookable-mentor.ts';
import { MOST_ALERTS, MOST_FAVOURITES } from '#rules/mentors/favourites.ts';
import { ANY_PRICE, FEATURED_LIMIT, FEATURED_RATING, LISTING_PAGE_SIZE } from '#rules/mentors/filter.ts';
import {
  BUFFERS,
  MOST_A_DAY,
  MOST_A_WEEK,
  MOST_DAYS_OFF,
  MOST_OVERRIDES,
  MOST_RANGES,
  MOST_TIME_OFF,
  NOTE_LENGTH,
  NOTICE,
  SESSION_LENGTHS,
  WINDOW_WEEKS,
} from '#rules/mentors/hours.ts';
import { LANGUAGES as PROFILE_LANGUAGES, PROFILE_LIMITS } from '#rules/mentors/profile.ts';
import { HOLD_MINUTES } from '#rules/money/payment.ts';
import { MOST_FEE_BPS, toPaise } from '#rules/money/rupees.ts';
import { MOST_TRIES } from '#rules/office/metrics.ts';
import { NAME_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#rules/people/account-limits.ts';
import { loginSchema } from '#rules/people/auth.ts';
import { phoneOrTerm } from '#rules/people/contact.ts';
import { INVESTOR_FIELD_LENGTHS, investorInterestSchema } from '#rules/people/investor-interest.ts';
import { localUserName } from '#rules/people/local-user.ts';
import { FOUNDER_MAIL_KINDS, MENTOR_MAIL_KINDS } from '#rules/people/mail-stops.ts';
import {
  ANSWER_PROMISE_MS,
  APPROVAL_ENDS_MS,
  BOOKING_STATUSES,
  CANCELLATION_WINDOW_MS,
  canCancel,
  LATEST_ANSWER_MS,
  OWN_REASON_LENGTH,
  REQUEST_MESSAGE_LENGTH,
  SUGGESTED_TIMES,
} from '#rules/sessions/booking.ts';
import { LANGUAGES, LINK_LIMIT, QUESTION_LEAST, QUESTION_LIMIT, STAGES } from '#rules/sessions/brief.ts';
import { CHANGE_LIMIT, CHECK_IN_DAYS, MOST_COUNTED } from '#rules/sessions/check-in.ts';
import { DECLINE_REASONS, offerEnds, REJECTION_OF } from '#rules/sessions/request.ts';
import {
  ITEM_DAYS_AHEAD,
  ITEM_LENGTH,
  MOST_ITEMS,
  NOTE_LIMIT as SESSION_NOTE_LIMIT,
  SUMMARY_LENGTH,
} from '#rules/sessions/session-page.ts';
import { addDays, istTimeOfDay, istToday, slotEnd, slotStart } from '#rules/shell/ist.ts';
import { countCharacters } from '#rules/shell/text.ts';
import { BOOKING_STATUSES as DATABASE_STATUSES } from '#tests/kit/builders.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';
import { testProperty } from '#tests/kit/property.ts';

const db = provideDatabase();

test('saved mentors, waiting alerts and the kinds of optional e-mails are limited alike in rules and database', async () => {
  expect(
    await db.sql`select favourites, alerts, private.mail_stop_kinds() as kinds from private.favourite_limits()`,
  ).toEqual([{ favourites: MOST_FAVOURITES, alerts: MOST_ALERTS, kinds: Object.keys(mailStops.kinds) }]);
});

test('check-ins have the days and limits of both, and each optional e-mail goes to founders or to mentors', async () => {
  expect(await db.sql`select days, change, most::int as most, link_days from private.check_in_limits()`).toEqual([
    { days: [...CHECK_IN_DAYS], change: CHANGE_LIMIT, most: MOST_COUNTED, link_days: 30 },
  ]);
  expect([...FOUNDER_MAIL_KINDS, ...MENTOR_MAIL_KINDS].toSorted()).toEqual(Object.keys(mailStops.kinds));
});
const { sql } = db;

/** The condition of each check constraint of a table that looks at one column, as the database writes it back. */
async function conditionsOf(table: string, column: string): Promise<string> {
  const rows = await sql`
    select pg_get_constraintdef(c.oid) as condition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.contype = 'c' and c.conrelid = ${table}::regclass and a.attname = ${column}`;
  return rows.map((row) => row.condition).join('\n');
}

async function defaultOf(table: string, column: string): Promise<string> {
  const [row] = await sql`
    select pg_get_expr(d.adbin, d.adrelid) as value
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where d.adrelid = ${table}::regclass and a.attname = ${column}`;
  return row?.value;
}

test('bookings are in one of the statuses that the rules know, and each has a label', async () => {
  const words = [...(await conditionsOf('public.bookings', 'status')).matchAll(/'([^']+)'/g)];
  expect(new Set(words.map(([, word]) => word))).toEqual(new Set(BOOKING_STATUSES));
  expect(new Set(Object.keys(bookingCopy.status))).toEqual(new Set(BOOKING_STATUSES));
  expect(new Set(DATABASE_STATUSES)).toEqual(new Set(BOOKING_STATUSES));
  expect(await defaultOf('public.bookings', 'status')).toContain(BOOKING_STATUSES[0]);
});

test('a mentor declines for the reasons that the rules know, and each is one of a rejection', async () => {
  const words = [...(await conditionsOf('private.mentor_answers', 'reason_code')).matchAll(/'([^']+)'/g)];
  expect(new Set(words.map(([, word]) => word))).toEqual(new Set(DECLINE_REASONS));
  for (const reason of DECLINE_REASONS) {
    const [row] = await sql`select private.rejection_cause(${reason}) as cause`;
    expect([reason, row?.cause]).toEqual([reason, REJECTION_OF[reason]]);
  }
});

test('bookings move between those statuses only', async () => {
  const rows = await sql`
    select from_status as status from private.booking_transitions
    union select to_status from private.booking_transitions`;
  expect(rows.map((row) => row.status).filter((word) => !BOOKING_STATUSES.includes(word))).toEqual([]);
});

test.each([
  ['in its first minute', 0, 'pending_admin_review'],
  ['half a minute before four hours', 239.5, 'pending_admin_review'],
  ['at four hours', 240, 'pending_admin_review'],
  ['a day later', 1440, 'pending_admin_review'],
  ['once it is confirmed', 1, 'confirmed'],
  ['once it is rescheduled', 1, 'rescheduled'],
] as const)('bookings are cancelled by the rule of both: %s', async (_, ageMinutes, status) => {
  const founder = await db.addFounder();
  const { id } = await db.addBooking({ owner: founder, ageMinutes, status });
  const [row] = await sql`select created_at, now() as now from public.bookings where id = ${id}`;
  const isAllowed = canCancel({ status, created_at: row?.created_at.toISOString() }, row?.now);
  const isDone = await db.setStatus(founder, id, 'cancelled').then(
    () => true,
    () => false,
  );
  expect(isDone).toBe(isAllowed);
});

test('payments hold a slot for as long as the interface says', async () => {
  const slot = await db.addSlot(await db.addMentor(), 3, '10:00', '11:00');
  const held = await db.hold(await db.addFounder(), slot);
  const [row] = await sql`select clock_timestamp() as now`;
  const minutes = (held.expires_at.getTime() - row?.now.getTime()) / 60_000;
  expect(minutes).toBeLessThanOrEqual(HOLD_MINUTES);
  expect(minutes).toBeGreaterThan(HOLD_MINUTES - 0.5);
});

testProperty(
  'payments are of as many paise as the rule computes',
  [fc.integer({ min: 1, max: 1_000_000 })],
  async (price) => {
    const slot = await db.addSlot(await db.addMentor(price), 3, '10:00', '11:00');
    const held = await db.hold(await db.addFounder(), slot);
    expect(Number(held.amount_paise)).toBe(toPaise(price));
  },
  { numRuns: 10 },
);

test('mentors are listed by the defaults of the rules', async () => {
  const [row] = await sql`
    select pg_get_function_arguments('public.search_mentors'::regproc) as arguments`;
  expect(row?.arguments).toBe(
    `p_search text DEFAULT ''::text, p_category text DEFAULT ''::text, ` +
      `p_min_price integer DEFAULT ${ANY_PRICE[0]}, p_max_price integer DEFAULT ${ANY_PRICE[1]}, ` +
      `p_offset integer DEFAULT 0, p_limit integer DEFAULT ${LISTING_PAGE_SIZE}, ` +
      `p_languages text[] DEFAULT '{}'::text[], p_is_free_this_week boolean DEFAULT false, p_sort text DEFAULT ''::text`,
  );
});

test('mentors are featured at most as many as home shows', async () => {
  const feature = (count: number) =>
    sql.begin(async (transaction) => {
      for (let order = 1; order <= count; order += 1) {
        await transaction`
          insert into public.mentors (name, is_featured_on_homepage, homepage_display_order)
          values ('Featured', true, ${Math.min(order, FEATURED_LIMIT)})`;
      }
    });
  await expect(feature(FEATURED_LIMIT + 1)).rejects.toThrow('too_many_featured_mentors');
  await feature(FEATURED_LIMIT);
  await sql`delete from public.mentors where name = 'Featured'`;
  expect(await conditionsOf('public.mentors', 'homepage_display_order')).toContain(`<= ${FEATURED_LIMIT}`);
});

test('mentors begin with a rating that is good enough for home', async () => {
  expect(Number(await defaultOf('public.mentors', 'rating'))).toBe(FEATURED_RATING);
});

test('mentors have the categories that the interface falls back to, in its order', async () => {
  const rows = await sql`select name, icon from public.categories order by order_index`;
  expect([...rows]).toEqual(mentorListing.fallbackCategories);
});

/** The bounds of a range of whole numbers. */
const range = ({ min, max }: { min: number; max: number }) => `[${min},${max + 1})`;
const seconds = (ms: number) => ms / 1000;

/** The limits of a domain, by the name of its function in schema private. */
async function limitsOf(name: string) {
  const [row] = await sql.unsafe(`select (private.${name}()).*`);
  return { ...row };
}

describe('each limit has the same value in rules and database', () => {
  test('of a profile', async () => {
    expect(await limitsOf('profile_limits')).toEqual({
      ...PROFILE_LIMITS,
      price: range(PROFILE_LIMITS.price),
      city: range(PROFILE_LIMITS.city),
      years: range(PROFILE_LIMITS.years),
    });
  });

  test('of hours', async () => {
    expect(await limitsOf('hours_limits')).toEqual({
      session_lengths: [...SESSION_LENGTHS],
      buffers: [...BUFFERS],
      notice_minutes: range(NOTICE),
      window_weeks: range(WINDOW_WEEKS),
      per_day: range({ min: 1, max: MOST_A_DAY }),
      per_week: range({ min: 1, max: MOST_A_WEEK }),
      ranges_a_day: MOST_RANGES,
      overrides: MOST_OVERRIDES,
      time_off: MOST_TIME_OFF,
      days_off: MOST_DAYS_OFF,
      note: NOTE_LENGTH,
    });
  });

  test('of a booking', async () => {
    const [row] = await sql`
      select extract(epoch from l.cancellable)::int as cancellable, extract(epoch from l.answer)::int as answer,
        extract(epoch from l.latest_answer)::int as latest_answer,
        extract(epoch from l.approval_ends)::int as approval_ends, l.reason, l.suggested_times, l.message
      from private.booking_limits() l`;
    // The number of moves that are left comes from the database.
    expect({ ...row }).toEqual({
      cancellable: seconds(CANCELLATION_WINDOW_MS),
      answer: seconds(ANSWER_PROMISE_MS),
      latest_answer: seconds(LATEST_ANSWER_MS),
      approval_ends: seconds(APPROVAL_ENDS_MS),
      reason: range(OWN_REASON_LENGTH),
      suggested_times: SUGGESTED_TIMES,
      message: REQUEST_MESSAGE_LENGTH,
    });
  });

  test('of a brief', async () => {
    expect(await limitsOf('brief_limits')).toEqual({
      question: range({ min: QUESTION_LEAST, max: QUESTION_LIMIT }),
      link: LINK_LIMIT,
      stages: [...STAGES],
    });
    const [row] = await sql`select private.language_codes() as codes`;
    expect([row?.codes, PROFILE_LANGUAGES]).toEqual([[...LANGUAGES], [...LANGUAGES]]);
  });

  test('of a session’s page', async () => {
    // Until when people may write and mark, the database says with each page.
    const { written_for: _, marked_for: __, summary_mails: ___, ...limits } = await limitsOf('session_page_limits');
    expect(limits).toEqual({
      note: SESSION_NOTE_LIMIT,
      summary: range(SUMMARY_LENGTH),
      item: range(ITEM_LENGTH),
      items: MOST_ITEMS,
      item_days_ahead: ITEM_DAYS_AHEAD,
    });
  });

  test('of a review, of a mentor’s share and of a job', async () => {
    expect(await limitsOf('review_limits')).toEqual({
      comment: COMMENT_LIMIT,
      reply: REPLY_LIMIT,
      reply_days: REPLY_DAYS,
      report: range(REPORT_LENGTH),
    });
    const [row] = await sql`select private.fee_bps_limits() as fee, private.most_tries() as tries`;
    expect({ ...row }).toEqual({ fee: range({ min: 0, max: MOST_FEE_BPS }), tries: MOST_TRIES });
  });
});

const minute = fc.nat(24 * 60 - 2);
const clock = (value: number) =>
  `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`;

test('a booking is at the same instants for both', async () => {
  const session = fc
    .tuple(fc.nat(30_000), minute, minute)
    .map(([days, one, other]) => ({
      date: addDays('2000-01-01', days),
      startTime: clock(Math.min(one, other)),
      endTime: clock(Math.max(one, other) + 1),
    }));
  await fc.assert(
    fc.asyncProperty(session, async (one) => {
      const [row] = await sql`
        select lower(during) as start, upper(during) as end
        from private.session_range(${one.date}::date, ${one.startTime}::time, ${one.endTime}::time) during`;
      expect([row?.start, row?.end]).toEqual([slotStart(one), slotEnd(one)]);
    }),
    { numRuns: 50 },
  );
});

/** What an expression over `c.value` is for each of these cases. */
async function valuesOf(expression: string, cases: readonly unknown[]): Promise<unknown[]> {
  const rows = await sql`
    select ${sql.unsafe(expression)} as value
    from jsonb_array_elements(${sql.json(cases as never)}) with ordinality c order by c.ordinality`;
  return rows.map(({ value }) => value);
}

testProperty(
  'a time that a mentor offers can be chosen until the same instant for both',
  [
    fc.array(
      fc.record({
        kind: fc.constantFrom('decline', 'move'),
        sent: fc.nat(100 * 60),
        starts: fc.nat(200 * 60),
        answer: fc.nat(100 * 60),
      }),
      { minLength: 1, maxLength: 100, size: 'max' },
    ),
  ],
  async (minutes) => {
    const at = (after: number) => new Date(Date.UTC(2026, 10, 20) + after * 60_000);
    const cases = minutes.map(({ kind, sent, starts, answer }) => {
      const [date, start_time] = [istToday(at(starts)), istTimeOfDay(at(starts))];
      const booking = { date, start_time, answer_by: at(answer).toISOString() };
      const during = `[${at(starts).toISOString()},${at(starts + 30).toISOString()})`;
      return { offer: { kind, sent_at: at(sent).toISOString() }, booking: { ...booking, during } };
    });
    const ends = await valuesOf(
      `private.offer_ends(jsonb_populate_record(null::public.time_proposals, c.value -> 'offer'),
        jsonb_populate_record(null::public.bookings, c.value -> 'booking'))`,
      cases,
    );
    expect(ends).toEqual(cases.map(({ offer, booking }) => offerEnds(offer, booking)));
  },
  { numRuns: 5 },
);

test('a mentor takes bookings on the same days for both', async () => {
  const [row] = await sql`select private.today()::text as today`;
  const cases = [true, false].flatMap((isTakingBookings) =>
    [null, -1, 0, 1].map((days) => ({
      isTakingBookings,
      takingBookingsFrom: days === null ? null : addDays(row?.today, days),
    })),
  );
  const takes = await valuesOf(
    `private.takes_bookings(jsonb_populate_record(null::public.mentors, jsonb_build_object('listing_state', 'listed',
      'is_taking_bookings', c.value -> 'isTakingBookings', 'taking_bookings_from', c.value -> 'takingBookingsFrom')))`,
    cases,
  );
  expect(takes).toEqual(cases.map((one) => !isAway(one, row?.today)));
});

testProperty(
  'a search for people compares the same digits of a telephone number for both',
  [
    fc.array(
      fc
        .array(
          fc.constantFrom('98765', '43210', '+91', '0', '7', ' ', '-', '(', ')', '.', 'x', '\u2011', '٣', '\u00a0'),
          { maxLength: 6 },
        )
        .map((parts) => parts.join('')),
      { minLength: 1, maxLength: 200, size: 'max' },
    ),
  ],
  async (typed) => {
    const compared = await valuesOf(`coalesce(private.people_filter(c.value #>> '{}', null) ->> 'search', '')`, typed);
    expect(compared).toEqual(typed.map(phoneOrTerm));
  },
  { numRuns: 5 },
);

test('rules and database agree on which day it is in India', async () => {
  const [row] = await sql`select private.today()::text as today, now() as now`;
  expect(row?.today).toBe(istToday(row?.now));
});

describe('people by rules and database', () => {
  const FIELDS = Object.entries(INVESTOR_FIELD_LENGTHS);
  const TEXT_FIELDS = FIELDS.filter(([column]) => column !== 'phone');

  test.each(TEXT_FIELDS)('tell investors a %s of the same lengths', async (column, { min, max }) => {
    const condition = await conditionsOf('public.profiles', column);
    expect(condition).toContain(`char_length(${column}) >= ${min})`);
    expect(condition).toContain(`char_length(${column}) <= ${max})`);
  });

  test('tell investors what the form lets through, and the database takes it', async () => {
    // Around each edge, in characters that are one, two or four bytes and one or two code units.
    const nearEdges = (min: number, max: number) =>
      fc
        .tuple(fc.constantFrom(min - 1, min, max, max + 1), fc.constantFrom('7', 'a', 'é', 'आ', '🚀'))
        .map(([length, character]) => character.repeat(length));
    const form = fc.record(Object.fromEntries(FIELDS.map(([column, { min, max }]) => [column, nearEdges(min, max)])));
    const founder = await db.addFounder();
    await fc.assert(
      fc.asyncProperty(form, async (values) => {
        const isStored = await sql`update public.profiles set ${sql(values)} where id = ${founder}`.then(
          () => true,
          () => false,
        );
        expect(isStored).toBe(investorInterestSchema.safeParse(values).success);
      }),
      { numRuns: 60 },
    );
  });

  test('have a telephone number of 10 to 15 digits with nothing but what people write between them', async () => {
    const phone = fc
      .array(
        fc.constantFrom(
          '9876543210',
          '+91',
          '98765',
          '4321',
          '0',
          ' ',
          '-',
          '(',
          ')',
          'x',
          '.',
          '/',
          '\u2011',
          '٣',
          '\n',
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.join(''));
    const founder = await db.addFounder();
    const isTaken = (text: string) =>
      sql`update public.profiles set phone = ${text} where id = ${founder}`.then(
        () => true,
        () => false,
      );
    expect([await isTaken('abcdefghijkl'), await isTaken('+91 98765-43210')]).toEqual([false, true]);
    await fc.assert(
      fc.asyncProperty(phone, async (text) => {
        expect(await isTaken(text)).toBe(investorInterestSchema.shape.phone.safeParse(text).success);
      }),
      { numRuns: 100 },
    );
  });

  testProperty(
    'have characters counted alike',
    [fc.string({ unit: 'grapheme', maxLength: 30 })],
    async (text) => {
      const storable = text.replaceAll('\0', '');
      const [row] = await sql`select char_length(${storable}) as length`;
      expect(row?.length).toBe(countCharacters(storable));
    },
    { numRuns: 30 },
  );

  test('without a profile are called as their profile would call them', async () => {
    const name = fc.option(fc.constantFrom('Asha Rao', ' Asha ', '', '   ', '🚀', 'عائشة'), { nil: undefined });
    const person = fc.record({ full_name: name, name, appName: name, local: fc.constantFrom('asha', 'a.b+c', null) });
    await fc.assert(
      fc.asyncProperty(person, async ({ full_name, name: called, appName, local }) => {
        const id = crypto.randomUUID();
        const email = local && `${local}@${id}.example`;
        const userData = JSON.parse(JSON.stringify({ full_name, name: called }));
        const appData = JSON.parse(JSON.stringify({ full_name: appName }));
        await sql`
          insert into auth.users (id, email, raw_user_meta_data, raw_app_meta_data)
          values (${id}, ${email}, ${sql.json(userData)}, ${sql.json(appData)})`;
        const [profile] = await sql`select name from public.profiles where id = ${id}`;
        const facts = { accountMetadata: userData, applicationMetadata: appData, email };
        expect(profile?.name).toBe(localUserName({ ...facts, profileName: null }));
      }),
      { numRuns: 40 },
    );
  });

  test('have names as long as the form lets them', async () => {
    const id = crypto.randomUUID();
    await sql`
      insert into auth.users (id, email, raw_user_meta_data)
      values (${id}, ${`${id}@startup.example`}, ${sql.json({ full_name: 'x'.repeat(1000) })})`;
    const [profile] = await sql`select char_length(name) as length from public.profiles where id = ${id}`;
    expect(profile?.length).toBe(NAME_MAX_LENGTH);
  });

  test('choose a password that is long enough for the forms, for Supabase and for the host', () => {
    const settingIn = (...file: string[]) => {
      const source = readFileSync(path.join(projectPaths.root, ...file), 'utf8');
      return /minimum_password_length\s*[=:]\s*(\w+)/.exec(source)?.[1];
    };
    const isAccepted = (length: number) =>
      loginSchema.safeParse({ email: 'asha@startup.example', password: 'x'.repeat(length) }).success;
    expect([isAccepted(PASSWORD_MIN_LENGTH - 1), isAccepted(PASSWORD_MIN_LENGTH)]).toEqual([false, true]);
    expect(settingIn('supabase', 'config.toml')).toBe(String(PASSWORD_MIN_LENGTH));
    expect(settingIn('host', 'lite', 'backend.ts')).toBe(String(PASSWORD_MIN_LENGTH));
  });
});

test('the largest file that Supabase takes is the largest that any bucket takes', async () => {
  const config = readFileSync(path.join(projectPaths.root, 'supabase', 'config.toml'), 'utf8');
  const [row] = await sql`select max(file_size_limit) / (1024 * 1024) as mebibytes from storage.buckets`;
  expect(config).toContain(`file_size_limit = "${row?.mebibytes}MiB"`);
});
