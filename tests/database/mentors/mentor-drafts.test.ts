/** A mentor's changes of the profile: kept in a draft, and public only when an administrator publishes them. */
import { expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;

async function addMentorWithAccount(listingState = 'listed') {
  const [user, mentorId] = await Promise.all([db.addFounder(), db.addMentor()]);
  await sql`
    update public.mentors set listing_state = ${listingState}, bio = 'Builds things.' where id = ${mentorId}`;
  await sql`
    insert into public.mentor_private (mentor_id, email, user_id) values (${mentorId}, 'm@mentors.example', ${user})`;
  return { user, mentorId };
}

type Fields = Record<string, unknown>;
interface Draft {
  id: string;
  state: string;
  fields: Fields;
  base: Fields;
  note: string | null;
  submitted_at: string;
  updated_at: string;
}

const read = async (user: string) => {
  const [row] = await db.as(user)`select public.read_draft() as page`;
  return row?.page as {
    profile: Fields;
    mentor_updated_at: string;
    draft: Draft | null;
    last_published: { at: string; fields: string[]; left_out: string[] } | null;
  };
};

async function save(user: string, mentorId: string, fields: unknown, seenAt?: string | null): Promise<Draft> {
  const seen = seenAt === undefined ? ((await read(user)).draft?.updated_at ?? null) : seenAt;
  const [row] = await db.as(user)`
    select public.save_draft(${mentorId}, ${sql.json(fields as never)}, ${seen}) as draft`;
  return row?.draft;
}

async function submit(user: string, mentorId: string, fields: Fields): Promise<Draft> {
  const { updated_at } = await save(user, mentorId, fields);
  await db.as(user)`select public.submit_draft(${updated_at})`;
  return (await read(user)).draft as Draft;
}

async function publish(draft: Draft, fields: string[], by = db.admin, seenAt?: string) {
  const [row] = await sql`
    select m.updated_at from public.mentors m join public.mentor_drafts d on d.mentor_id = m.id where d.id = ${draft.id}`;
  return db.as(by)`
    select public.publish_draft(${draft.id}, ${fields}, ${seenAt ?? row?.updated_at}, ${draft.submitted_at})`;
}

const publicRow = async (mentorId: string): Promise<Fields> => {
  const [row] = await sql`select to_jsonb(m) as row from public.mentors m where id = ${mentorId}`;
  const categories = await sql`select category_id from public.mentor_categories where mentor_id = ${mentorId}`;
  return { ...(row?.row as Fields), categories: categories.map(({ category_id }) => category_id) };
};

const mails = (draftId: string) =>
  sql`select key, payload from private.outbox where kind = 'mentor_mail' and key like ${`draft:${draftId}:%`} order by id`;

const CATEGORY = 'c0000000-0000-4000-8000-000000000002';
const CHANGES = {
  name: 'Dev Mehta',
  title: 'Founder of Firstmile',
  bio: 'I build delivery companies.',
  specializations: ['Pricing', 'Pilots'],
  categories: [CATEGORY],
  price: 4200,
  languages: ['en', 'hi'],
  city: 'Pune',
  years_of_experience: 14,
  companies: ['Marigold Kettle Works', 'Aji Kitchenware'],
  linkedin: 'https://www.linkedin.com/in/dev',
  video_url: 'https://youtu.be/abcdefghijk',
};

test('a draft never changes the public row before it is published', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const before = await publicRow(mentorId);
  const draft = await save(user, mentorId, CHANGES);
  expect(draft).toMatchObject({ state: 'editing', fields: CHANGES, base: { price: 3500, city: null } });
  await save(user, mentorId, { city: 'Goa', unknown_field: 1, listing_state: 'left', rating: 5 });
  const submitted = await submit(user, mentorId, { city: 'Pune' });
  expect(submitted.fields).toEqual(CHANGES);
  await db.as(user)`select public.take_back_draft()`;
  await db.as(user)`select public.submit_draft(${(await read(user)).draft?.updated_at ?? null})`;
  expect(await publicRow(mentorId)).toEqual(before);

  await publish((await read(user)).draft as Draft, Object.keys(CHANGES));
  const after = await publicRow(mentorId);
  expect(after).toMatchObject(CHANGES);
  expect(after.listing_state).toBe('listed');
  expect(await read(user)).toMatchObject({ draft: null, last_published: { left_out: [] } });
});

test('publishing selected fields writes those only, to the letter', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  // An administrator's own text, which publishing would trim if it wrote it.
  await sql`update public.mentors set bio = '  Hello  ', video_url = 'https://files.example/video.mp4' where id = ${mentorId}`;
  const before = await publicRow(mentorId);
  const draft = await submit(user, mentorId, CHANGES);
  await publish(draft, ['city', 'price', 'no_such_field']);
  const changed = { city: 'Pune', price: 4200 };
  const { updated_at, ...after } = await publicRow(mentorId);
  expect(after).toEqual({ ...before, updated_at: undefined, ...changed });
  expect(updated_at).not.toBe(before.updated_at);
  const { last_published } = await read(user);
  expect(last_published?.fields).toEqual(['price', 'city']);
  expect(last_published?.left_out).toContain('bio');
  expect(await mails(draft.id)).toMatchObject([
    { key: `draft:${draft.id}:published`, payload: { mail: 'draft_decided', state: 'published' } },
  ]);
  const [job] = await mails(draft.id);
  const [facts] = await sql`select private.mail_draft_decided(${sql.json(job?.payload)}) as facts`;
  expect(facts?.facts).toMatchObject({
    recipients: [{ to: 'm@mentors.example', role: 'mentor' }],
    facts: { state: 'published', fields: ['price', 'city'], has_account: true },
  });
});

test('a price that is published during a hold leaves the amount of the order and of the sold session', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const founder = await db.addFounder();
  const held = await db.order(founder, await db.addSlot(mentorId, 3, '10:00', '11:00'));
  const sold = await db.buy(await db.addFounder(), await db.addSlot(mentorId, 4, '10:00', '11:00'));
  await publish(await submit(user, mentorId, { price: 9000 }), ['price']);
  const amountOf = async (orderId: string) =>
    (await sql`select amount_paise::int as amount from private.payment_orders where id = ${orderId}`)[0]?.amount;
  expect(await amountOf(held.orderId)).toBe(350_000);
  expect((await db.settle(held)).outcome).toBe('booked');
  expect(await amountOf(sold.orderId)).toBe(350_000);
  const later = await db.order(founder, await db.addSlot(mentorId, 5, '10:00', '11:00'));
  expect(later.amountPaise).toBe(900_000);
});

test('of two administrators who publish at once one wins, and the other reads 409', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { user, mentorId } = await addMentorWithAccount();
    const draft = await submit(user, mentorId, { city: 'Pune', price: 4000 });
    const ended = await outcomes([publish(draft, ['city']), publish(draft, ['price'])]);
    expect(ended.filter((end) => end === 'done')).toHaveLength(1);
    expect(ended.filter((end) => /^PT409 (draft_in_other_state|mentor_changed_meanwhile)$/.test(end))).toHaveLength(1);
    expect(await mails(draft.id)).toHaveLength(1);
  }
});

test('a public value that changed since the view was opened, and a draft that was taken back, are not published', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const draft = await submit(user, mentorId, { city: 'Pune' });
  const { mentor_updated_at: seen } = await read(user);
  await sql`update public.mentors set title = 'Changed by an administrator' where id = ${mentorId}`;
  expect(await outcomes([publish(draft, ['city'], db.admin, seen)])).toEqual(['PT409 mentor_changed_meanwhile']);
  await db.as(user)`select public.take_back_draft()`;
  expect(await outcomes([publish(draft, ['city'])])).toEqual(['PT409 draft_in_other_state']);
  // Submitted again, it is another one than the administrator saw.
  await submit(user, mentorId, { city: 'Delhi' });
  expect(await outcomes([publish(draft, ['city'])])).toEqual(['PT409 draft_in_other_state']);
  const again = (await read(user)).draft as Draft;
  expect(await outcomes([publish(again, [])])).toEqual(['PT422 nothing_chosen']);
  expect(await outcomes([publish(again, ['city'], user)])).toEqual(['42501 admin_only']);
  // Where the public value changed after the change began, all three are shown.
  await sql`update public.mentors set city = 'Mumbai' where id = ${mentorId}`;
  const [listed] = await db.as(db.admin)`select * from public.list_drafts() where id = ${again.id}`;
  expect(listed).toMatchObject({ fields: { city: 'Delhi' }, base: { city: null }, profile: { city: 'Mumbai' } });
});

test('a returned draft comes back with its note, and is edited and submitted again', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const draft = await submit(user, mentorId, { city: 'Pune' });
  const giveBack = (note: string, one = draft) =>
    db.as(db.admin)`select public.return_draft(${one.id}, ${note}, ${one.submitted_at})`;
  expect(await outcomes([giveBack('no'), giveBack(' '.repeat(9)), giveBack('x'.repeat(501))])).toEqual(
    Array(3).fill('PT422 note_length'),
  );
  await giveBack(' Please name your company. ');
  expect((await read(user)).draft).toMatchObject({ state: 'returned', note: 'Please name your company.' });
  expect(await outcomes([giveBack('Again, please.'), publish(draft, ['city'])])).toEqual(
    Array(2).fill('PT409 draft_in_other_state'),
  );
  const edited = await save(user, mentorId, { title: 'Founder of Firstmile' });
  expect(edited).toMatchObject({ state: 'editing', note: 'Please name your company.' });
  // The e-mail tells the note that was given, also when the mentor is editing already.
  const [job] = await mails(draft.id);
  const [facts] = await sql`select private.mail_draft_decided(${sql.json(job?.payload)}) as facts`;
  expect(facts?.facts.facts).toMatchObject({ state: 'returned', note: 'Please name your company.' });
  const second = await submit(user, mentorId, {});
  expect(second.note).toBeNull();
  await giveBack('Once more, please.', second);
  expect(await mails(draft.id)).toHaveLength(2);
});

test('a save that has not seen the last one is refused, also of two that begin at once', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const ended = await outcomes([
    save(user, mentorId, { city: 'Pune' }, null),
    save(user, mentorId, { city: 'Goa' }, null),
  ]);
  expect(ended.sort()).toEqual(['PT409 draft_changed_meanwhile', 'done']);
  const seen = (await read(user)).draft?.updated_at;
  await save(user, mentorId, { title: 'Another' });
  const stale = db.as(user)`select public.submit_draft(${seen ?? null})`;
  expect(await outcomes([save(user, mentorId, { city: 'Delhi' }, seen), stale])).toEqual(
    Array(2).fill('PT409 draft_changed_meanwhile'),
  );
  await submit(user, mentorId, {});
  expect(await outcomes([save(user, mentorId, { city: 'Delhi' })])).toEqual(['PT409 draft_in_other_state']);
  await db.as(user)`select public.discard_draft()`;
  expect(await outcomes([db.as(user)`select public.discard_draft()`])).toEqual(['PT404 draft_not_found']);
});

test.each<[Fields, string]>([
  [{ name: ' ' }, 'name_required'],
  [{ name: { a: 1 } }, 'name_required'],
  [{ bio: 'x'.repeat(10_001) }, 'bio_too_long'],
  [{ price: 0 }, 'price_invalid'],
  [{ price: 70.5 }, 'price_invalid'],
  [{ price: null }, 'price_invalid'],
  [{ specializations: 'Pricing' }, 'specializations_invalid'],
  [{ specializations: [1] }, 'specializations_invalid'],
  [{ categories: ['x'] }, 'category_not_found'],
  [{ languages: ['en', 'xx'] }, 'languages_invalid'],
  [{ languages: ['en', 'en'] }, 'languages_invalid'],
  [{ languages: 'en' }, 'languages_invalid'],
  [{ languages: ['en', 'hi', 'bn', 'mr', 'te', 'ta', 'gu', 'kn', 'ml'] }, 'languages_invalid'],
  [{ companies: ['A', 'B', 'C', 'D', 'E', 'F'] }, 'companies_invalid'],
  [{ companies: ['x'.repeat(81)] }, 'companies_invalid'],
  [{ companies: 'Aji Kitchenware' }, 'companies_invalid'],
  [{ companies: [{ name: 'Aji Kitchenware' }] }, 'companies_invalid'],
  [{ city: 'P' }, 'city_invalid'],
  [{ city: 'x'.repeat(81) }, 'city_invalid'],
  [{ years_of_experience: 61 }, 'years_invalid'],
  [{ years_of_experience: -1 }, 'years_invalid'],
  [{ years_of_experience: 'ten' }, 'years_invalid'],
  [{ linkedin: 'https://example.com/in/dev' }, 'linkedin_invalid'],
  [{ linkedin: 'javascript:alert(1)' }, 'linkedin_invalid'],
  [{ video_url: 'https://example.com/video' }, 'video_invalid'],
  [{ video_url: 'http://youtu.be/abcdefghijk' }, 'video_invalid'],
])('a draft with %o is not submitted: %s', async (fields, problem) => {
  const { user, mentorId } = await addMentorWithAccount();
  const { updated_at } = await save(user, mentorId, fields);
  expect(await outcomes([db.as(user)`select public.submit_draft(${updated_at})`])).toEqual([`PT422 ${problem}`]);
});

test('a draft names no picture but the own ones', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const other = await db.addMentor();
  const stored = (id: string) => `/storage/v1/object/public/mentor_images/mentors/${id}-1764000000000-640.webp`;
  const store = (id: string) => sql`
    insert into storage.objects (bucket_id, name) values ('mentor_images', ${`mentors/${id}-1764000000000-640.webp`})`;
  await store(other);
  const foreign = [
    'https://pictures.example/me.png',
    stored(other),
    `/storage/v1/object/public/mentor_images/mentors/${mentorId}-/../${other}-1764000000000-640.webp`,
    '/placeholder.svg?x',
    5,
    // Not stored, or removed since.
    stored(mentorId),
  ];
  const refused = foreign.map((image) => save(user, mentorId, { image }, null));
  expect(await outcomes(refused)).toEqual(foreign.map(() => 'PT422 image_invalid'));
  await store(mentorId);
  expect((await save(user, mentorId, { image: stored(mentorId) })).fields).toEqual({ image: stored(mentorId) });

  // It is in use while the draft is open, and given free with it.
  const isUsed = async () =>
    (await sql`select from private.used_files where key = private.file_key(private.stored_file(${stored(mentorId)}))`)
      .length > 0;
  expect(await isUsed()).toBe(true);
  await db.as(user)`select public.discard_draft()`;
  expect(await isUsed()).toBe(false);
  const removals = await sql`
    select from private.outbox where kind = 'remove_file' and payload ->> 'file' like ${`%${mentorId}%`}`;
  expect(removals).toHaveLength(1);
});

test('publishing lists a mentor who was a draft, if the profile is complete', async () => {
  const { user, mentorId } = await addMentorWithAccount('draft');
  await sql`update public.mentors set image = '/placeholder.svg', title = '', price = 0 where id = ${mentorId}`;
  const { updated_at } = await save(user, mentorId, { ...CHANGES });
  expect(await outcomes([db.as(user)`select public.submit_draft(${updated_at})`])).toEqual(['PT422 image_required']);
  await sql`update public.mentors set image = 'https://files.example/dev.png' where id = ${mentorId}`;
  const draft = await submit(user, mentorId, {});
  expect(await outcomes([publish(draft, ['city'])])).toEqual(['PT422 title_required']);
  await publish(draft, Object.keys(CHANGES));
  expect((await publicRow(mentorId)).listing_state).toBe('listed');
});

test('administrators read any draft and write none; a mentor who has left reads it alone', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  await save(user, mentorId, { city: 'Pune' });
  const [row] = await db.as(db.admin)`select public.read_draft(${mentorId}) as page`;
  expect(row?.page.draft.fields).toEqual({ city: 'Pune' });
  expect(await outcomes([save(db.admin, mentorId, { city: 'Goa' }, null)])).toEqual(['42501 mentor_only']);
  const other = await addMentorWithAccount();
  expect(
    await outcomes([
      save(other.user, mentorId, { city: 'Goa' }, null),
      db.as(other.user)`select public.read_draft(${mentorId})`,
      db.as(other.user)`select public.discard_draft()`,
    ]),
  ).toEqual(['PT404 mentor_not_found', 'PT404 mentor_not_found', 'PT404 draft_not_found']);
  await sql`update public.mentors set listing_state = 'left' where id = ${mentorId}`;
  expect((await read(user)).draft?.fields).toEqual({ city: 'Pune' });
  expect(await outcomes([save(user, mentorId, { city: 'Goa' }), db.as(user)`select public.discard_draft()`])).toEqual(
    Array(2).fill('PT409 mentor_left'),
  );
});

test('a draft’s beginning and states are in the audit log, without its texts; what is published is, field by field', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const draft = await submit(user, mentorId, { city: 'Secret city' });
  await save(user, mentorId, {}).catch(() => {});
  await publish(draft, ['city']);
  const entries = await sql`
    select actor, action, changes from private.audit_log where table_name = 'mentor_drafts' and row_id = ${draft.id}
    order by id`;
  expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
    [user, 'insert'],
    [user, 'update'],
    [db.admin, 'update'],
  ]);
  expect(JSON.stringify(entries)).not.toContain('Secret city');
  const [published] = await sql`
    select changes from private.audit_log where table_name = 'mentors' and row_id = ${mentorId} order by id desc limit 1`;
  expect(published?.changes).toEqual({ city: [null, 'Secret city'] });
});

test('companies are published as clean names, each once, and the table takes no more than five', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const typed = [' Marigold  Kettle\nWorks ', '\u200b', 'marigold kettle works', 'Aji Kitchenware'];
  await publish(await submit(user, mentorId, { companies: typed }), ['companies']);
  expect((await publicRow(mentorId)).companies).toEqual(['Marigold Kettle Works', 'Aji Kitchenware']);
  const write = (companies: string[]) => sql`update public.mentors set companies = ${companies} where id = ${mentorId}`;
  await write(['A', 'a', 'B', 'C', 'D', 'E']);
  for (const companies of [['A', 'B', 'C', 'D', 'E', 'F'], ['x'.repeat(81)]]) {
    await expect(write(companies)).rejects.toMatchObject({ constraint_name: 'mentors_companies_check' });
  }
});

test('a mentor’s video is an https: address, whoever writes it', async () => {
  const { mentorId } = await addMentorWithAccount();
  for (const address of [
    'http://youtu.be/abcdefghijk',
    '/video.mp4',
    '//youtu.be/abcdefghijk',
    'javascript:alert(1)',
    '',
  ]) {
    const written = sql`update public.mentors set video_url = ${address} where id = ${mentorId}`;
    await expect(written).rejects.toMatchObject({ constraint_name: 'mentors_video_url_check' });
  }
  await sql`update public.mentors set video_url = 'https://youtu.be/abcdefghijk' where id = ${mentorId}`;
});

test('a category that is deleted leaves the drafts that have it, so that they can be submitted and published', async () => {
  const [{ user, mentorId }, other] = [await addMentorWithAccount(), await addMentorWithAccount()];
  const [category] =
    await sql`insert into public.categories (name, order_index) values ('Short-lived', 90) returning id`;
  const [kept] = await sql`select id from public.categories where name <> 'Short-lived' limit 1`;
  const fields = { categories: [category?.id, kept?.id].toSorted() };
  await save(user, mentorId, fields);
  await submit(other.user, other.mentorId, { bio: 'Builds other things.', ...fields });
  // Values are checked at the submission alone, so this is no list.
  const odd = await addMentorWithAccount();
  await save(odd.user, odd.mentorId, { categories: category?.id });
  await sql`delete from public.categories where id = ${category?.id}`;
  for (const who of [user, other.user]) expect((await read(who)).draft?.fields.categories).toEqual([kept?.id]);
});
