/** Mentors for a described problem (docs/product/mentors.md#describe-your-problem). */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql } = db;
const SOURCE = 'a'.repeat(32);

interface Reason {
  field: string;
  snippet: string;
  words: string[];
}

/** Those who fit; all have a reason. */
const match = async (text: string) => (await answerTo(text)).filter(({ reasons }) => reasons.length > 0);

async function answerTo(text: string) {
  await sql`delete from private.submission_counts`;
  const rows = await db.service`select id, name, reasons from public.match_mentors(${SOURCE}, ${text})`;
  return rows as unknown as { id: string; name: string; reasons: Reason[] }[];
}

async function add(
  name: string,
  facts: { expertise?: string; bio?: string; specializations?: string[]; price?: number },
) {
  const { expertise = '', bio = '', specializations = [], price = 5000 } = facts;
  const id = randomUUID();
  await sql`
    insert into public.mentors (id, name, expertise, bio, specializations, price)
    values (${id}, ${name}, ${expertise}, ${bio}, ${specializations}, ${price})`;
  return id;
}
const names = async (text: string) => (await match(text)).map(({ name }) => name);

test('a rare word in a mentor’s own subjects counts more than a common one, and three times one in the bio', async () => {
  await add('Strong', { expertise: 'Zebrafish farming' });
  await add('Weak', { bio: 'Once I kept a zebrafish beside an aquarium.' });
  expect(await names('How do I sell zebrafish and an aquarium?')).toEqual(['Strong', 'Weak']);
  for (let n = 0; n < 4; n += 1) await add(`Common ${n}`, { expertise: 'Cheese' });
  await add('Rare', { expertise: 'Quokka' });
  expect((await names('quokka or cheese in the town'))[0]).toBe('Rare');
});

test('one word of the bio alone is not enough, two are, and stop words are none', async () => {
  await add('Two words', { bio: 'Gherkins and marmalade for everybody in the startup.' });
  expect(await names('My startup makes gherkins for everyone')).not.toContain('Two words');
  expect(await names('My startup makes gherkins and marmalade')).toContain('Two words');
  expect(await match('I need help with my startup and a mentor')).toEqual([]);
  await add('Small words', { bio: 'One of us came back, and more than every other new one.' });
  expect(await match('Not one more customer wants to come back to us, every new one goes')).toEqual([]);
});

test('where nobody fits a problem, up to three who can be booked are answered without a reason', async () => {
  for (const name of ['Near A', 'Near B', 'Near C', 'Near D']) await add(name, { expertise: 'Umbrellas' });
  await add('Near without a price', { expertise: 'Umbrellas', price: 0 });
  const near = await answerTo('qqqq wwww zzzz uuuu xxxx yyyy');
  expect(near.map(({ reasons }) => reasons)).toEqual([[], [], []]);
  expect(near.map(({ name }) => name)).not.toContain('Near without a price');
});

test('a synonym counts half: who has the word itself comes first', async () => {
  await sql`insert into public.search_synonyms (term, means) values ('plonk', 'viticulture')`;
  await add('A by synonym', { expertise: 'Viticulture' });
  await add('Z by word', { expertise: 'Plonk' });
  expect(await names('We make plonk in Nashik and sell it')).toEqual(['Z by word', 'A by synonym']);
});

test('a mentor who cannot be booked is not named', async () => {
  const ids = [
    await add('Without a price', { expertise: 'Xylophones', price: 0 }),
    await add('Paused', { expertise: 'Xylophones' }),
    await add('Left', { expertise: 'Xylophones' }),
    await add('There', { expertise: 'Xylophones' }),
  ];
  await sql`update public.mentors set is_taking_bookings = false where id = ${ids[1] ?? ''}`;
  await sql`update public.mentors set listing_state = 'left' where id = ${ids[2] ?? ''}`;
  expect(await names('Who knows about xylophones for schools?')).toEqual(['There']);
});

test('each reason is a part of the field that it names, at most 160 characters, with the words that matched', async () => {
  const long = `${'Before that I did much else. '.repeat(20)}Then came velociraptors in Pune, and more. ${'And so on. '.repeat(30)}`;
  const id = await add('Reasons', {
    expertise: 'Velociraptors & <b>export</b>',
    bio: long,
    specializations: ['Café export', 'Nothing else'],
  });
  await sql`
    insert into public.mentor_categories (mentor_id, category_id)
    select ${id}, id from public.categories where name = 'Technology'`;
  const [found] = await match('Export of velociraptors: technology, cafe, Pune');
  expect(found?.id).toBe(id);
  expect(found?.reasons).toHaveLength(3);
  const fields: Record<string, string[]> = {
    expertise: ['Velociraptors & <b>export</b>'],
    specialization: ['Café export', 'Nothing else'],
    category: ['Technology'],
    about: [long],
  };
  for (const { field, snippet, words } of found?.reasons ?? []) {
    expect(
      fields[field]?.some((text) => text.includes(snippet)),
      `${field}: ${snippet}`,
    ).toBe(true);
    expect(snippet.length).toBeLessThanOrEqual(160);
    expect(words.length).toBeGreaterThan(0);
  }
  const [about] = await match('velociraptors in Pune');
  const bio = about?.reasons.find(({ field }) => field === 'about');
  expect(bio?.snippet).toContain('velociraptors in Pune');
});

test('a comment of a session’s review gives a reason, one that was carried over gives none', async () => {
  const { founder, bookingId, mentorId } = await db.addPaidBookingIn(-3, 'completed');
  await sql`
    insert into public.mentor_reviews (mentor_id, author_name, rating, comment)
    values (${mentorId}, 'Old', 5, 'A wizard of kombucha bottling.')`;
  expect(await match('kombucha bottling in Goa')).toEqual([]);
  await db.submitReview(founder, bookingId, 5, 'She fixed our kombucha bottling in a day.');
  const [found] = await match('kombucha bottling in Goa');
  expect(found?.id).toBe(mentorId);
  expect(found?.reasons.map(({ field }) => field)).toEqual(['review']);
});

test('a hundred equal questions have one answer, and nothing of the text is in any table', async () => {
  const marker = 'qwertzuiop zebrafish';
  const answers = new Set<string>();
  for (let n = 0; n < 100; n += 1) answers.add(JSON.stringify(await match(`${marker} farming and aquarium`)));
  expect(answers.size).toBe(1);
  const tables = await sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'private', 'auth', 'storage')`;
  for (const { name } of tables) {
    const hits = await sql.unsafe(`select 1 from ${name} t where t::text like '%qwertzuiop%' limit 1`);
    expect(hits.length, name).toBe(0);
  }
});

test('common words change no answer while they are not read', async () => {
  const wordsOf = (number: fc.Arbitrary<number>, maxLength: number) =>
    fc.uniqueArray(number, { maxLength }).map((list) => list.map((n) => `gloop${n}`).join(' '));
  // Of the words of mentors some are rare and some common.
  const skewed = fc.nat({ max: 255 }).map((n) => Math.floor(Math.sqrt(n)));
  const mentors = fc.array(
    fc.record({ expertise: wordsOf(skewed, 5), bio: wordsOf(skewed, 6), is_taking_bookings: fc.boolean() }),
    { minLength: 10, maxLength: 20 },
  );
  const text = wordsOf(fc.nat({ max: 15 }), 12);
  await fc.assert(
    fc.asyncProperty(mentors, text, fc.integer({ min: 0, max: 5 }), async (catalogue, problem, most) => {
      await sql`delete from public.mentors where name like 'Gloop %'`;
      await sql`
        insert into public.mentors ${sql(catalogue.map((facts, n) => ({ ...facts, name: `Gloop ${n}`, price: 5000 })))}`;
      await sql`update private.search_upkeep set common_words = '{}'`;
      const expected = await answerTo(problem);
      await sql`
        update private.search_upkeep set common_words = (
          select coalesce(jsonb_object_agg(w.word, w.mentors), '{}') from (
            select u.word, count(*) as mentors from public.mentors m, unnest(m.search_words) u (word)
            where u.word like 'gloop_%' group by 1 having count(*) > ${most}
          ) w
        )`;
      expect(await answerTo(problem)).toEqual(expected);
    }),
    { numRuns: 60, endOnFailure: true },
  );
  await sql`update private.search_upkeep set common_words = '{}'`;
});

test('who has a common word is read only where it decides', async () => {
  for (const [n, expertise] of ['Flubber oboe', 'Flubber oboe', 'Flubber oboe', 'Flubber'].entries()) {
    await add(`Flub ${n}`, { expertise });
  }
  const rated = async (words: string[], common: (number | null)[]) => {
    const rows = await sql`
      select m.name from private.rated_mentors(${words}, ${words.map(() => 2)}, ${common}::integer[]) r
      join public.mentors m on m.id = r.mentor_id order by 1`;
    return rows.map(({ name }) => name);
  };
  const three = ['Flub 0', 'Flub 1', 'Flub 2'];
  expect(await rated(['flubber', 'oboe'], [4, null])).toEqual(three);
  expect(await rated(['flubber'], [4])).toEqual([]);
  expect(await rated(['flubber'], [null])).toEqual(three);
});

test('every night the words are counted that over a hundred listed mentors have', async () => {
  await sql`
    insert into public.mentors (name, expertise, price, listing_state)
    select 'Crowd ' || n, case when n <= 100 then 'Snorkel ' else '' end || 'Wombat', 5000, case n when 1 then 'draft' else 'listed' end
    from generate_series(1, 102) n`;
  await sql`update private.search_upkeep set night = '2000-01-01'`;
  await db.service`select public.keep_search()`;
  const [row] = await sql`select common_words as words from private.search_upkeep`;
  expect(row?.words).toMatchObject({ wombat: 101, crowd: 101 });
  expect(row?.words).not.toHaveProperty('snorkel');
  await sql`delete from public.mentors where name like 'Crowd %'`;
  await sql`update private.search_upkeep set common_words = '{}'`;
});

test('thirty questions a minute from one address are answered, the next is refused, and clients may not ask', async () => {
  await sql`delete from private.submission_counts`;
  const ask = () => db.service`select from public.match_mentors(${SOURCE}, 'zebrafish farming, please')`;
  for (let n = 0; n < 30; n += 1) await ask();
  expect(await outcomes([ask()])).toEqual(['PT429 too_many_submissions']);
  const byFounder = db.as(await db.addFounder())`select from public.match_mentors(${SOURCE}, 'zebrafish farming')`;
  expect(await outcomes([byFounder])).toEqual([expect.stringMatching(/^42501/)]);
});

test.each([
  ['signs', '%_\\\'"`$${}[](){}<>&;--/* */'.repeat(4)],
  ['Devanagari', 'मुझे अपने व्यवसाय के लिए मदद चाहिए, कृपया बताइए।'],
  ['emoji', '🚀'.repeat(100)],
  ['a very long text', 'zebrafish '.repeat(2_000)],
  ['stop words', 'I need help with my startup from a mentor please'],
])('a text of %s is answered', async (_, text) => {
  expect((await match(text)).length).toBeLessThanOrEqual(3);
});
