/** Saved mentors, and who is told when a mentor opens a time. docs/product/favourites.md */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });

const addMentors = async (count: number): Promise<string[]> => {
  const like = await db.addMentor();
  const rows = await db.sql`
    insert into public.mentors (name, title, expertise, bio, image, price, listing_state)
    select m.name, m.title, m.expertise, m.bio, m.image, m.price, m.listing_state
    from public.mentors m, generate_series(1, ${count}) where m.id = ${like} returning id`;
  return rows.map(({ id }) => id);
};
const favouritesOf = async (person: string): Promise<string[]> => {
  const rows = await db.as(person)`select mentor_id from public.favourites order by created_at desc`;
  return rows.map((row) => row.mentor_id);
};
const merge = async (person: string, ids: string[]): Promise<number> =>
  (await db.as(person)`select public.merge_favourites(${ids}::uuid[]) as left_out`)[0]?.left_out;
const save = (person: string, mentorId: string) =>
  db.as(person)`insert into public.favourites (user_id, mentor_id) values (${person}, ${mentorId})`;

test('saved mentors of a browser come into the account newest first, and unknown ones are ignored', async () => {
  const founder = await db.addFounder();
  const [one = '', other = '', third = ''] = await addMentors(3);
  await save(founder, third);
  expect(await merge(founder, [one, randomUUID(), other, third, one])).toBe(0);
  expect((await favouritesOf(founder)).toSorted()).toEqual([one, other, third].toSorted());
  expect((await favouritesOf(founder)).filter((id) => id !== third)).toEqual([one, other]);
});

test('200 saved mentors of a browser and 150 of the account become 200, also when two tabs merge at once', async () => {
  const founder = await db.addFounder();
  const mentors = await addMentors(350);
  await merge(founder, mentors.slice(0, 150));
  const local = mentors.slice(150);
  const leftOut = await Promise.all([merge(founder, local), merge(founder, local)]);
  expect(leftOut).toEqual([150, 150]);
  const saved = await favouritesOf(founder);
  expect(saved).toHaveLength(200);
  expect(new Set(saved).size).toBe(200);
  // The newest 50 of the browser found room.
  expect(saved.filter((id) => local.includes(id))).toEqual(local.slice(0, 50));
  const [more = ''] = await addMentors(1);
  expect(await outcomes([save(founder, more)])).toEqual(['PT409 too_many_favourites']);
});

const alertsOf = async (person: string): Promise<string[]> => {
  const rows = await db.as(person)`select mentor_id from public.my_slot_alerts()`;
  return rows.map((row) => row.mentor_id);
};
const ask = (person: string, mentorId: string) => db.as(person)`select public.ask_slot_alert(${mentorId})`;
const jobsOf = (mentorId: string) => db.sql`
  select run_at > now() + interval '9 minutes' as is_later from private.outbox
  where kind = 'slot_alerts' and payload ->> 'mentor_id' = ${mentorId}`;
/** Who would be told of which starts now. */
async function toldOf(mentorId: string): Promise<{ user: string; times: string[] }[]> {
  const [row] = await db.service`select public.slot_alerts_for_jobs(${mentorId}) as found`;
  type Alert = { user_id: string; times: { date: string; start_time: string }[] };
  return (row?.found?.alerts ?? []).map((alert: Alert) => ({
    user: alert.user_id,
    times: alert.times.map((time) => time.start_time.slice(0, 5)),
  }));
}

test('a time that opens is new, what was free before is not, and three changes make one job', async () => {
  const [founder, mentorId] = [await db.addFounder(), await db.addMentor()];
  await db.addSlot(mentorId, 3, '10:00', '11:00');
  expect(await jobsOf(mentorId)).toEqual([]);
  await ask(founder, mentorId);
  await ask(founder, mentorId);
  expect(await alertsOf(founder)).toEqual([mentorId]);
  expect(await toldOf(mentorId)).toEqual([]);
  for (const [start, end] of [
    ['12:00', '13:00'],
    ['08:00', '09:00'],
    ['15:00', '16:00'],
  ] as const) {
    await db.addSlot(mentorId, 3, start, end);
  }
  // Two where a window of ten minutes ended between them.
  const jobs = await jobsOf(mentorId);
  expect([1, 2]).toContain(jobs.length);
  expect(jobs[0]).toEqual({ is_later: true });
  expect(await toldOf(mentorId)).toEqual([{ user: founder, times: ['08:00', '12:00', '15:00'] }]);
});

test('an alert names at most five of the new times', async () => {
  const [founder, mentorId] = [await db.addFounder(), await db.addMentor()];
  await ask(founder, mentorId);
  for (const hour of [10, 11, 12, 13, 14, 15]) await db.addSlot(mentorId, 4, `${hour}:00`, `${hour}:30`);
  expect((await toldOf(mentorId))[0]?.times).toEqual(['10:00', '11:00', '12:00', '13:00', '14:00']);
});

test('times that were deleted and inserted again unchanged are not new', async () => {
  const [founder, mentorId] = [await db.addFounder(), await db.addMentor()];
  const slot = await db.addSlot(mentorId, 3, '10:00', '11:00');
  await ask(founder, mentorId);
  await db.sql.begin(async (sql) => {
    await sql`delete from public.mentor_availability where mentor_id = ${mentorId}`;
    await sql`insert into public.mentor_availability (mentor_id, date, start_time, end_time)
      values (${mentorId}, ${slot.date}, '10:00', '11:00')`;
  });
  expect(await toldOf(mentorId)).toEqual([]);
});

test('a time that was sold when the alert was made, and is free again, is new', async () => {
  const [founder, buyer, mentorId] = [await db.addFounder(), await db.addFounder(), await db.addMentor()];
  const { bookingId } = await db.buy(buyer, await db.addSlot(mentorId, 3, '10:00', '11:00'));
  await ask(founder, mentorId);
  await db.setStatus(db.admin, bookingId, 'rejected');
  expect(await jobsOf(mentorId)).toHaveLength(1);
  expect(await toldOf(mentorId)).toEqual([{ user: founder, times: ['10:00'] }]);
});

test('a time that somebody held when the alert was made is new once the hold has ended, with a job at its end', async () => {
  const [founder, buyer, mentorId] = [await db.addFounder(), await db.addFounder(), await db.addMentor()];
  const order = await db.order(buyer, await db.addSlot(mentorId, 3, '10:00', '11:00'));
  await ask(founder, mentorId);
  expect(await jobsOf(mentorId)).toHaveLength(1);
  expect(await toldOf(mentorId)).toEqual([]);
  await db.expireHold(order);
  expect(await toldOf(mentorId)).toEqual([{ user: founder, times: ['10:00'] }]);
});

test('a pause that ends and a shorter notice open times', async () => {
  const [founder, mentorId] = [await db.addFounder(), await db.addMentor()];
  await db.addSlot(mentorId, 3, '10:00', '11:00');
  await db.sql`update public.mentors set is_taking_bookings = false where id = ${mentorId}`;
  await ask(founder, mentorId);
  await db.sql`update public.mentors set is_taking_bookings = true where id = ${mentorId}`;
  expect(await jobsOf(mentorId)).toHaveLength(1);
  expect(await toldOf(mentorId)).toEqual([{ user: founder, times: ['10:00'] }]);
  const other = await db.addMentor();
  await db.addSlot(other, 1, '23:00', '23:30');
  await db.sql`update public.mentors set min_notice_minutes = 10000 where id = ${other}`;
  await ask(founder, other);
  await db.sql`update public.mentors set min_notice_minutes = 120 where id = ${other}`;
  expect(await jobsOf(other)).toHaveLength(1);
  expect(await toldOf(other)).toEqual([{ user: founder, times: ['23:00'] }]);
});

test('an e-mail of an alert is enqueued once, by two workers at once too, and the alert is told', async () => {
  const [founder, mentorId] = [await db.addFounder(), await db.addMentor()];
  await ask(founder, mentorId);
  await db.addSlot(mentorId, 3, '10:00', '11:00');
  const [row] = await db.service`select public.slot_alerts_for_jobs(${mentorId}) -> 'alerts' -> 0 ->> 'id' as id`;
  const queue = () => db.service`select public.queue_slot_alert(${row?.id}, '{"to": "x@startup.example"}')`;
  await Promise.all([queue(), queue(), queue()]);
  expect(await db.sql`select count(*)::int from private.outbox where key = ${`slot_alert:${row?.id}`}`).toEqual([
    { count: 1 },
  ]);
  expect(await toldOf(mentorId)).toEqual([]);
  expect(await alertsOf(founder)).toEqual([]);
  // A told alert does not keep from asking again.
  await ask(founder, mentorId);
  expect(await alertsOf(founder)).toEqual([mentorId]);
});

test('an alert ends by a stop, by a booking of this mentor, and when the mentor leaves', async () => {
  const founder = await db.addFounder();
  const [stopped, booked, left] = [await db.addMentor(), await db.addMentor(), await db.addMentor()];
  for (const mentorId of [stopped, booked, left]) await ask(founder, mentorId);
  await db.as(founder)`select public.stop_slot_alert(${stopped})`;
  await db.buy(founder, await db.addSlot(booked, 3, '10:00', '11:00'));
  await db.as(db.admin)`select public.set_listing(${left}, false)`;
  expect(await alertsOf(founder)).toEqual([]);
  expect(await outcomes([ask(founder, left), ask(founder, randomUUID())])).toEqual([
    'PT404 mentor_not_found',
    'PT404 mentor_not_found',
  ]);
});

test('asking for an alert and stopping it by turns leaves no rows behind', async () => {
  const [founder, mentorId] = [await db.addFounder(), await db.addMentor()];
  await db.addSlot(mentorId, 3, '10:00', '11:00');
  const rows = () => db.sql`select state from private.slot_alerts where user_id = ${founder}`;
  for (let n = 0; n < 5; n += 1) {
    await ask(founder, mentorId);
    expect(await rows()).toEqual([{ state: 'waiting' }]);
    await db.as(founder)`select public.stop_slot_alert(${mentorId})`;
  }
  expect(await rows()).toEqual([]);
});

test('a person has at most 20 waiting alerts, also when two are asked for at once', async () => {
  const founder = await db.addFounder();
  const mentors = await addMentors(21);
  for (const mentorId of mentors.slice(0, 19)) await ask(founder, mentorId);
  const last = await outcomes(mentors.slice(19).map((mentorId) => ask(founder, mentorId)));
  expect(last.toSorted()).toEqual(['PT409 too_many_alerts', 'done']);
  expect(await alertsOf(founder)).toHaveLength(20);
});

test('administrators see how many people wait for a mentor, and nobody else does', async () => {
  const [one, other, mentorId] = [await db.addFounder(), await db.addFounder(), await db.addMentor()];
  await ask(one, mentorId);
  await ask(other, mentorId);
  const count = (person: string) => db.as(person)`select * from public.count_slot_alerts(${[mentorId]}::uuid[])`;
  expect(await count(db.admin)).toEqual([{ mentor_id: mentorId, waiting: 2 }]);
  await expect(count(one)).rejects.toMatchObject({ code: '42501' });
});

test('an optional e-mail that was stopped after it was composed is not given out, nor composed again', async () => {
  const [founder, other, mentorId] = [await db.addFounder(), await db.addFounder(), await db.addMentor()];
  await ask(founder, mentorId);
  await db.addSlot(mentorId, 3, '10:00', '11:00');
  const enqueue = (person: string) => db.sql`
    select private.enqueue_job('email', ${db.sql.json({ to: 'x@startup.example', stopKind: 'slot_alerts', stopUser: person })}) as id`;
  const [[stopped], [kept]] = [await enqueue(founder), await enqueue(other)];
  expect(await alertsOf(founder)).toEqual([mentorId]);
  await db.as(founder)`select public.set_my_mail_stop('slot_alerts', true)`;
  // The page of the mentor offers to ask again, and does not say that we write.
  expect(await alertsOf(founder)).toEqual([]);
  expect(await db.as(founder)`select public.my_mail_stops() as kinds`).toEqual([{ kinds: ['slot_alerts'] }]);
  const claimed = await db.service`select id from public.claim_jobs(array['email'], 100)`;
  expect(claimed.map(({ id }) => id)).toContain(kept?.id);
  expect(claimed.map(({ id }) => id)).not.toContain(stopped?.id);
  expect(await db.sql`select state, payload from private.outbox where id = ${stopped?.id}`).toEqual([
    { state: 'done', payload: {} },
  ]);
  expect(await toldOf(mentorId)).toEqual([]);
  // Who asks again wants the e-mail.
  await ask(founder, mentorId);
  expect(await db.as(founder)`select public.my_mail_stops() as kinds`).toEqual([{ kinds: [] }]);
  expect(await alertsOf(founder)).toEqual([mentorId]);
  expect(await toldOf(mentorId)).toMatchObject([{ user: founder }]);
});

test('an administrator stops an optional e-mail for a person, with an entry of the audit log, and founders cannot', async () => {
  const founder = await db.addFounder();
  const set = (by: string, kind: string, isStopped: boolean | null) =>
    db.as(by)`select public.set_mail_stop(${founder}, ${kind}, ${isStopped})`;
  await set(db.admin, 'slot_alerts', true);
  expect(await db.as(founder)`select public.my_mail_stops() as kinds`).toEqual([{ kinds: ['slot_alerts'] }]);
  expect(
    await db.sql`select actor, changes from private.audit_log where row_id = ${founder} and changes ? 'mail_stop'`,
  ).toEqual([{ actor: db.admin, changes: { mail_stop: [null, 'slot_alerts'] } }]);
  expect(
    await outcomes([
      set(await db.addFounder(), 'slot_alerts', true),
      set(db.admin, 'no_such', true),
      set(db.admin, 'slot_alerts', null),
    ]),
  ).toEqual([expect.stringMatching(/^42501/), 'PT422 invalid_input', 'PT422 invalid_input']);
});
