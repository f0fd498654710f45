/** The table of examples (tests/kit/text-examples.ts) in the database, and that rules and database clean any text alike. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLine, cleanText } from '#rules/shell/text.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';
import {
  EMAILS,
  INTRO_VIDEOS,
  LINES,
  LINKEDIN,
  LINKS,
  PHONES,
  SEARCHES,
  TEXTS,
  YOUTUBE,
} from '#tests/kit/text-examples.ts';

const db = provideDatabase();
const { sql } = db;

const first = (examples: readonly (readonly [typed: string, ...rest: unknown[]])[]) => examples.map(([typed]) => typed);
const second = <T>(examples: readonly (readonly [string, T, ...unknown[]])[]) => examples.map(([, stored]) => stored);

/** What a function of the database makes of each, in one statement. */
async function through(call: string, typed: readonly string[]) {
  const rows = await sql.unsafe(
    `select ${call}(t.typed) as made from unnest($1::text[]) with ordinality t (typed, place) order by t.place`,
    [[...typed]],
  );
  return rows.map(({ made }) => made);
}

const isRefused = (statement: Promise<unknown>) =>
  statement.then(
    () => false,
    (error: { code?: string }) => error.code === '23514',
  );

test('the database cleans lines and texts as the table of examples says', async () => {
  expect(await through('private.clean_line', first(LINES))).toEqual(second(LINES));
  expect(await through('private.clean_text', first(TEXTS))).toEqual(second(TEXTS));
});

test('rules and database clean any text alike', async () => {
  // Blocks that the Unicode versions of Node and of Postgres 15 to 18 agree on, and whatever is special in them.
  const special = [...new Set([...LINES, ...TEXTS].flatMap(([typed]) => [...typed]))];
  const unit = fc.oneof(
    fc.constantFrom(...special, 'a', ' ', '\n', '\r'),
    fc.integer({ min: 1, max: 0x3ff }).map((code) => String.fromCodePoint(code)),
    fc.integer({ min: 0x900, max: 0xd7f }).map((code) => String.fromCodePoint(code)),
    fc.integer({ min: 0x1e00, max: 0x2fff }).map((code) => String.fromCodePoint(code)),
    fc.integer({ min: 0xf900, max: 0xffff }).map((code) => String.fromCodePoint(code)),
    fc.integer({ min: 0x1f000, max: 0x1faff }).map((code) => String.fromCodePoint(code)),
  );
  const texts = fc.sample(fc.string({ unit, maxLength: 12 }), 3000);
  expect(await through('private.clean_line', texts)).toEqual(texts.map(cleanLine));
  expect(await through('private.clean_text', texts)).toEqual(texts.map(cleanText));
});

test('every character but those of later Unicode versions is cleaned alike, also where it stands alone or at an end', async () => {
  const codes = Array.from({ length: 0x3400 }, (_, code) => code + 1);
  for (const from of [0, 0xf900, 0xfe00, 0x1d100, 0xe0000]) {
    const texts = (from === 0 ? codes : codes.slice(0, 0x200).map((code) => code + from)).flatMap((code) => {
      const character = String.fromCodePoint(code);
      return [character, `a${character}`, `${character}a`, `a${character}b`];
    });
    expect(await through('private.clean_line', texts)).toEqual(texts.map(cleanLine));
  }
});

test('a million blanks inside a text are cleaned in less than two seconds', async () => {
  const begin = performance.now();
  await sql`select private.clean_text(repeat(u&'\\200b', 500000) || 'a' || repeat(u&'\\200b', 500000) || 'b')`;
  expect(performance.now() - begin).toBeLessThan(2000);
});

test('tables that clients write store clean texts, and take none of which nothing can be seen', async () => {
  const story = (name: string, experience: string) =>
    sql`insert into public.impact_stories (name, experience) values (${name}, ${experience}) returning name, experience`;
  const podcast = (title: string, address = 'https://youtu.be/dQw4w9WgXcQ') => sql`
    insert into public.podcasts (title, youtube_url, youtube_id) values (${title}, ${address}, 'dQw4w9WgXcQ')
    returning title, youtube_url`;
  const testimonial = (name: string) => sql`
    insert into public.video_testimonials (name, role, video_url) values (${name}, 'Founder', '/a.mp4') returning name`;
  const logo = (name: string) =>
    sql`insert into public.partner_logos (name, image_url) values (${name}, '/a.webp') returning name`;
  const mentor = (name: string) => sql`
    insert into public.mentors (name, title, specializations, bio)
    values (${name}, ${'CEO\u200b'}, ${['\u200bPricing']}, ${'One\r\ntwo\u200b'})
    returning name, title, specializations, bio`;
  expect(await story('\u202eAsha\u200b', 'One\r\n\ntwo\u3164')).toEqual([{ name: 'Asha', experience: 'One\n\ntwo' }]);
  expect(await podcast('\ufeffEpisode\u00a01', 'https://youtu.be/dQw4w9WgXcQ\u200b')).toEqual([
    { title: 'Episode 1', youtube_url: 'https://youtu.be/dQw4w9WgXcQ' },
  ]);
  expect(await testimonial('Ame\u0301lie')).toEqual([{ name: 'Amélie' }]);
  expect(await logo('\u200bIndus')).toEqual([{ name: 'Indus' }]);
  expect(await mentor('Ananya\nIyer')).toEqual([
    { name: 'Ananya Iyer', title: 'CEO', specializations: ['Pricing'], bio: 'One\ntwo' },
  ]);
  for (const nothing of ['\u3164', '\u2800', '\u115f', '\u200b']) {
    const writes = [
      story(nothing, 'x'),
      story('x', nothing),
      podcast(nothing),
      testimonial(nothing),
      logo(nothing),
      mentor(nothing),
    ];
    expect(await Promise.all(writes.map(isRefused))).toEqual(writes.map(() => true));
  }
});

test('an account whose name cannot be seen is called by its address', async () => {
  const names = ['\u3164', '\u2800', '\u200b', '\u202ePriya\u202c'];
  const stored = [];
  for (const name of names) {
    const id = crypto.randomUUID();
    await sql`insert into auth.users (id, email, raw_user_meta_data)
      values (${id}, ${`asha@${id}.example`}, ${sql.json({ name })})`;
    const [profile] = await sql`select name from public.profiles where id = ${id}`;
    stored.push(profile?.name);
  }
  expect(stored).toEqual(['asha', 'asha', 'asha', 'Priya']);
});

test('both tables store the phone numbers of the examples as typed, and refuse the others', async () => {
  const founder = await db.addFounder();
  for (const [typed, stored, refusal] of PHONES) {
    const writes = [
      sql`update public.profiles set phone = ${typed} where id = ${founder} returning phone`,
      sql`insert into public.mentor_applications (name, phone, linkedin)
        values ('Asha', ${typed}, 'https://www.linkedin.com/in/asha') returning phone`,
    ];
    const answers = await Promise.allSettled(writes);
    const kept = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value[0]?.phone : undefined));
    expect([typed, kept]).toEqual([typed, refusal ? [undefined, undefined] : [stored, stored]]);
  }
});

test('a person is found by the digits of the phone number, however both are written', async () => {
  const founder = await db.addFounder();
  await sql`update public.profiles set phone = '+91 91234-56700' where id = ${founder}`;
  for (const search of ['9123456700', '91234 56700', '0091 (91234) 56700', '23456700', '+91 91234-56700']) {
    const rows = await sql`
      select p.id from public.profiles p
      where p.search_text like private.search_pattern(private.people_filter(${search}, null) ->> 'search')`;
    expect([search, rows.map(({ id }) => id)]).toEqual([search, [founder]]);
  }
});

test('the database takes the e-mail addresses of the examples, and refuses two and those with spaces', async () => {
  const outcomes = [];
  for (const [typed, , refusal] of EMAILS) {
    const refused = await isRefused(sql`
      insert into public.mentor_applications (name, phone, linkedin, email)
      values ('Asha', '9876543210', 'https://www.linkedin.com/in/asha', private.clean_email(${typed}))`);
    outcomes.push([typed, refused]);
    if (!refusal) expect(refused).toBe(false);
  }
  const wanted = EMAILS.map(([typed, , refusal]) => [typed, refusal !== undefined]);
  expect(outcomes).toEqual(wanted);
  expect(
    (await through('private.clean_email', first(EMAILS))).map((text: string) => /^mailto|\u200b|\ufeff/.test(text)),
  ).toEqual(EMAILS.map(() => false));
});

test('what cannot be seen around an address is not stored', async () => {
  const linesOf = [...LINKEDIN.slice(0, 3), ...INTRO_VIDEOS, ...LINKS];
  expect(await through('private.clean_line', first(linesOf))).toEqual(second(linesOf));
  for (const [typed, stored] of LINKS) {
    const [row] = await sql`select private.read_brief(${sql.json({ link: typed })}) ->> 'link' as link`;
    expect(row?.link).toBe(stored);
  }
});

test('the database finds the videos of the examples', async () => {
  expect(await through('private.youtube_id', first(YOUTUBE))).toEqual(second(YOUTUBE));
});

test.each(SEARCHES)('search_mentors finds with "%s" the mentor %s', async (typed, name) => {
  await sql`insert into public.mentors (name) values (${name})`;
  const rows = await sql`select name from public.search_mentors(p_search => ${typed})`;
  expect(rows.map((row) => row.name)).toContain(name.normalize('NFC'));
});
