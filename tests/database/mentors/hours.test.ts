import { expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { type Hours, keepHours, range, weekly } from './hours-form.ts';
import { createMentorForm, valid } from './mentor-form.ts';

const db = provideDatabase({ checksInvariants: true });
const { addMentorWithAccount, read, save, rows, generate, day } = keepHours(db);

/** What the rows of a mentor say on the clocks of a zone: '2027-03-14 10:00'. */
async function starts(mentorId: string, zone: string): Promise<string[]> {
  const found = await db.sql`
    select to_char(lower(during) at time zone ${zone}, 'YYYY-MM-DD HH24:MI') as at from public.mentor_availability
    where mentor_id = ${mentorId} order by during`;
  return found.map((row) => row.at);
}

/** Hours as saved, past the checks of a form: for a clock that is set ahead. */
async function setHours(mentorId: string, { time_zone, weekly: days, window_weeks = 26 }: Partial<Hours>) {
  await db.sql`
    update public.mentor_settings set time_zone = ${time_zone ?? 'Asia/Kolkata'}, window_weeks = ${window_weeks}
    where mentor_id = ${mentorId}`;
  for (const { weekday, ranges } of days ?? [])
    for (const { start_minute, end_minute } of ranges)
      await db.sql`
        insert into public.mentor_weekly_hours (mentor_id, weekday, start_minute, end_minute)
        values (${mentorId}, ${weekday}, ${start_minute}, ${end_minute})`;
}

test('hours are read with their defaults, and saving them generates the times', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  expect(await read(user)).toMatchObject({
    time_zone: 'Asia/Kolkata',
    session_minutes: 60,
    weekly: [],
    overrides: [],
    time_off: [],
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    window_weeks: 8,
    max_per_day: null,
    max_per_week: null,
    single_times: [],
    is_cut: false,
  });
  const answer = await save(user, mentorId, { weekly: weekly(['10:00-12:30'], [0]), window_weeks: 2 });
  expect(answer).toMatchObject({ removed: 0, booked: 0 });
  const made = await rows(mentorId);
  expect(made.map((row) => `${row.start_time}-${row.end_time} ${row.source}`)).toEqual(
    Array.from({ length: answer.added / 2 }, () => ['10:00-11:00 rule', '11:00-12:00 rule']).flat(),
  );
  expect((await read(user)).weekly).toEqual(weekly(['10:00-12:30'], [0]));
});

test('generating twice, or twice at once, gives the rows of once, and ids stay', async () => {
  const [{ user, mentorId }, other] = await Promise.all([addMentorWithAccount(), addMentorWithAccount()]);
  const hours = { weekly: weekly(['09:00-12:00', '14:00-24:00']), window_weeks: 3 };
  await save(user, mentorId, hours);
  const before = await rows(mentorId);
  const now = new Date();
  await generate(mentorId, now);
  expect(await generate(mentorId, now)).toMatchObject({ added: 0, removed: 0 });
  expect(await rows(mentorId)).toEqual(before);

  await setHours(other.mentorId, { weekly: weekly(['09:00-12:00', '14:00-24:00']), window_weeks: 3 });
  const answers = await Promise.all([generate(other.mentorId, now), generate(other.mentorId, now)]);
  expect(answers.map(({ added }) => added).sort((a, b) => a - b)).toEqual([0, before.length]);
  const times = (list: Awaited<ReturnType<typeof rows>>) => list.map((row) => `${row.date} ${row.start_time}`);
  expect(times(await rows(other.mentorId))).toEqual(times(before));
});

test('the nightly round touches no row that is right already', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  await save(user, mentorId, { weekly: weekly(['09:00-17:00']), max_per_day: 3, buffer_after_minutes: 15 });
  const written = () => db.sql`select id, xmin::text, ctid::text from public.mentor_availability order by id`;
  const before = await written();
  await db.sql`update private.mentor_generations set night = night - 1`;
  expect((await db.service`select public.generate_due_availability() as count`)[0]?.count).toBeGreaterThan(0);
  expect(await written()).toEqual(before);
  expect((await db.service`select public.generate_due_availability() as count`)[0]?.count).toBe(0);
});

test('rows added by hand stay, and a generated time makes way for them', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const tomorrow = await day(2);
  await db.addSlot(mentorId, 2, '10:30', '11:30');
  await save(user, mentorId, { weekly: weekly(['10:00-13:00']), window_weeks: 1 });
  const ofTomorrow = async () =>
    (await rows(mentorId)).filter((row) => row.date === tomorrow).map((row) => `${row.start_time} ${row.source}`);
  expect(await ofTomorrow()).toEqual(['10:30 manual', '12:00 rule']);
  const manual = (await rows(mentorId)).filter((row) => row.source === 'manual');
  await save(user, mentorId, { weekly: [] });
  expect(await rows(mentorId)).toEqual(manual);
});

test('the mentor editor deletes no generated row, and one that is listed becomes a row added by hand', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  await save(user, mentorId, { weekly: weekly(['10:00-12:00']), window_weeks: 1 });
  const before = await rows(mentorId);
  const [first] = before.filter((row) => row.start_time === '10:00');
  const { save: saveMentor } = createMentorForm(db);
  const slots = [{ date: first?.date ?? '', start_time: '10:00', end_time: '11:00' }];
  await saveMentor({ ...valid, id: mentorId }, { slots });
  const after = await rows(mentorId);
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after.filter((row) => row.source === 'manual').map(({ id }) => id)).toEqual([first?.id]);
  await saveMentor({ ...valid, id: mentorId }, { slots: [] });
  // The hours offer it again.
  expect((await rows(mentorId)).map(({ source }) => source)).toEqual(before.map(() => 'rule'));
});

test('single times are added and removed, and generated ones that overlap go', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  await save(user, mentorId, { weekly: weekly(['10:00-12:00']), window_weeks: 1 });
  const date = await day(3);
  const put = async (added: object[], removed: object[] = []) =>
    (
      await db.as(user)`
        select public.save_single_times(
          ${mentorId}, ${db.sql.json(added as never)}, ${db.sql.json(removed as never)}) as answer`
    )[0]?.answer;
  const time = { date, start_time: '11:30', end_time: '12:30' };
  expect(await put([time])).toEqual({ added: 1, removed: 0, kept: 0 });
  const ofDay = async () =>
    (await rows(mentorId)).filter((row) => row.date === date).map((row) => `${row.start_time} ${row.source}`);
  expect(await ofDay()).toEqual(['10:00 rule', '11:30 manual']);
  expect((await read(user)).single_times).toMatchObject([{ date, start_time: '11:30:00', is_booked: false }]);
  expect(await put([time])).toEqual({ added: 0, removed: 0, kept: 1 });
  expect(await put([], [time])).toEqual({ added: 0, removed: 1, kept: 0 });
  expect(await put([], [time])).toEqual({ added: 0, removed: 0, kept: 0 });
  expect(await ofDay()).toEqual(['10:00 rule', '11:00 rule']);
});

test('single times that two tabs add are both kept, what one removes goes, and there are at most 2,000', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const time = (date: string) => ({ date, start_time: '10:00', end_time: '11:00' });
  const change = (added: object[], removed: object[] = []) =>
    db.as(user)`
      select public.save_single_times(
        ${mentorId}, ${db.sql.json(added as never)}, ${db.sql.json(removed as never)})`;
  const dates = async () => (await read(user)).single_times.map(({ date }: { date: string }) => date);
  await change([time('2098-12-20')]);
  // Both opened with the 20th alone.
  await change([time('2098-12-21')]);
  await change([time('2098-12-22')], [time('2098-12-20')]);
  expect(await dates()).toEqual(['2098-12-21', '2098-12-22']);
  await db.sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    select ${mentorId}, date '2090-01-01' + n, '10:00', '11:00' from generate_series(1, 1998) n`;
  await expect(change([time('2098-12-23')])).rejects.toMatchObject({ message: 'too_many_slots' });
  await change([time('2098-12-23')], [time('2098-12-21')]);
  expect((await dates()).slice(-2)).toEqual(['2098-12-22', '2098-12-23']);
});

test('a day off in Vancouver leaves no time of that day, on neither side of midnight in India', async () => {
  const zone = 'America/Vancouver';
  const { user, mentorId } = await addMentorWithAccount();
  const off = await day(5, zone);
  const other = await day(6, zone);
  await save(user, mentorId, {
    time_zone: zone,
    weekly: weekly(['00:00-24:00']),
    window_weeks: 2,
    time_off: [{ first_day: off, last_day: off, note: '' }],
    overrides: [{ date: other, ranges: [range('18:00-20:00')] }],
  });
  const days = await starts(mentorId, zone);
  expect(days.filter((at) => at.startsWith(off))).toEqual([]);
  expect(days.filter((at) => at.startsWith(other))).toEqual([`${other} 18:00`, `${other} 19:00`]);
  // One added by hand that touches the day is hidden, and founders do not see it.
  await db.sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    select ${mentorId}, (s at time zone 'Asia/Kolkata')::date, (s at time zone 'Asia/Kolkata')::time,
      (s at time zone 'Asia/Kolkata')::time + interval '1 hour'
    from (select (${off}::date + time '23:15') at time zone ${zone} as s) t`;
  const found = (await rows(mentorId)).filter((row) => row.source === 'manual');
  expect(found.map((row) => row.hidden_because)).toEqual(['time_off']);
  expect(
    await db.as(await db.addFounder())`
    select from public.mentor_availability where mentor_id = ${mentorId} and source = 'manual'`,
  ).toHaveLength(0);
});

test('ten in the morning in New York stays ten across both changes of its clocks', async () => {
  const zone = 'America/New_York';
  for (const now of ['2027-01-04T12:00:00Z', '2027-09-06T12:00:00Z']) {
    const { mentorId } = await addMentorWithAccount();
    await setHours(mentorId, { time_zone: zone, weekly: weekly(['10:00-11:00']) });
    await generate(mentorId, now);
    const made = await starts(mentorId, zone);
    expect(made.length).toBe(26 * 7);
    expect(new Set(made.map((at) => at.slice(11)))).toEqual(new Set(['10:00']));
    expect(new Set(made).size).toBe(made.length);
  }
});

test('local times that a zone skips or has twice produce nothing wrong and nothing twice', async () => {
  const zone = 'America/New_York';
  const { mentorId } = await addMentorWithAccount();
  // Midnight in India is 13:30 or 14:30 there.
  await setHours(mentorId, { time_zone: zone, weekly: weekly(['00:00-05:00'], [6]), window_weeks: 2 });
  await generate(mentorId, '2027-03-12T12:00:00Z');
  expect((await starts(mentorId, zone)).filter((at) => at.startsWith('2027-03-14'))).toEqual([
    '2027-03-14 00:00',
    '2027-03-14 03:00',
    '2027-03-14 04:00',
  ]);
  await generate(mentorId, '2027-11-05T12:00:00Z');
  expect((await starts(mentorId, zone)).filter((at) => at.startsWith('2027-11-07'))).toEqual([
    '2027-11-07 01:00',
    '2027-11-07 02:00',
    '2027-11-07 03:00',
    '2027-11-07 04:00',
  ]);
  expect(
    await db.sql`
    select from public.mentor_availability where mentor_id = ${mentorId} and upper(during) - lower(during) <> '1 hour'`,
  ).toHaveLength(0);
});

test('no generated time crosses midnight in India or ends at it, and the preview counts them', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  // Of the day after tomorrow (Monday is 0): today's may be past, and then 14 days hold one of them.
  const [{ day } = { day: 0 }] = await db.sql<{ day: number }[]>`
    select (extract(isodow from now() at time zone 'Asia/Kolkata')::int + 1) % 7 as day`;
  const hours = { ...(await read(user)), weekly: weekly(['21:30-24:00'], [day]) };
  const preview = async (changes: Partial<Hours> = {}) =>
    (
      await db.as(user)`
      select public.preview_hours(${mentorId}, ${db.sql.json({ ...hours, ...changes } as never)}) as preview`
    )[0]?.preview;
  // 21:30, and 22:30 to 23:30; with an hour and a half of steps 23:00 to 24:00, which ends at midnight.
  expect((await preview()).dropped_a_week).toBe(0);
  expect((await preview({ buffer_after_minutes: 30 })).dropped_a_week).toBe(1);
  await save(user, mentorId, { weekly: hours.weekly, buffer_after_minutes: 30 });
  expect(new Set((await rows(mentorId)).map((row) => row.end_time))).toEqual(new Set(['22:30']));
  const saved = await preview({ buffer_after_minutes: 30 });
  expect(saved.days).toHaveLength(14);
  expect(saved.days.flatMap(({ slots }: { slots: { starts_at: string }[] }) => slots).length).toBe(2);
  expect(await preview({ session_minutes: 30, weekly: weekly(['00:00-24:00']), window_weeks: 26 })).toMatchObject({
    is_cut: true,
    dropped_a_week: 7,
  });
});

test('at most 3,000 generated rows are kept, the first ones', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const { added } = await save(user, mentorId, {
    session_minutes: 30,
    weekly: weekly(['00:00-23:30']),
    window_weeks: 26,
  });
  expect(added).toBe(3000);
  // 47 a day.
  expect([await day(63), await day(64)]).toContain((await rows(mentorId)).at(-1)?.date);
  expect((await read(user)).is_cut).toBe(true);
  expect(await generate(mentorId)).toMatchObject({ added: 0, removed: 0, kept: 3000 });
});

test('an invariant names a generated time on offer that overlaps a claim of other times', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  await save(user, mentorId, { weekly: weekly(['10:00-14:00']) });
  // Added by hand over generated ones: held, then sold, with those it overlaps left as they are.
  const byHand = await db.addSlot(mentorId, 3, '10:30', '11:30');
  const order = await db.order(await db.addFounder(), byHand);
  expect(await db.violations()).toEqual([]);
  await db.settle(order);
  expect(await db.violations()).toEqual([]);

  const generated = { ...byHand, startTime: '12:00', endTime: '13:00' };
  const held = await db.order(await db.addFounder(), generated);
  await save(user, mentorId, { session_minutes: 30 });
  expect(await db.violations()).toEqual([]);

  const plant = (start: string, end: string) => db.sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time, source)
    values (${mentorId}, ${byHand.date}, ${start}, ${end}, 'rule')`;
  await plant('12:30', '13:30');
  expect(await db.violations()).toEqual(['rule_row_overlaps_claim']);
  await db.expireHold(held);
  expect(await db.violations()).toEqual([]);

  await plant('11:10', '11:20');
  expect(await db.violations()).toEqual([]);
  await db.sql`alter table public.mentor_availability disable trigger set_is_booked`;
  try {
    await db.sql`
      update public.mentor_availability set is_booked = false
      where mentor_id = ${mentorId} and start_time = '11:10'`;
    expect(await db.violations()).toEqual(['availability_disagrees_with_sales', 'rule_row_overlaps_claim']);
  } finally {
    await db.sql`alter table public.mentor_availability enable trigger set_is_booked`;
    await db.sql`delete from public.mentor_availability where mentor_id = ${mentorId} and start_time = '11:10'`;
  }
});

test('past generated rows go after thirty days, and rows whose time is sold stay for good', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  await save(user, mentorId, { weekly: weekly(['10:00-12:00']), window_weeks: 1 });
  const [first, second] = await rows(mentorId);
  const slot = { mentorId, date: second?.date ?? '', startTime: '11:00:00', endTime: '12:00:00' };
  const sold = { ...slot, date: await day(3) };
  const [keep] = (await rows(mentorId)).filter((row) => row.date === sold.date && row.start_time === '11:00');
  await db.buy(await db.addFounder(), { ...sold, mentorName: '', price: 3500 } as never);
  await save(user, mentorId, { weekly: [] });
  expect((await rows(mentorId)).map(({ id }) => id)).toEqual([keep?.id]);
  await save(user, mentorId, { weekly: weekly(['10:00-12:00']) });
  const later = new Date(Date.parse(`${first?.date}T00:00:00Z`) + 25 * 86_400_000);
  await generate(mentorId, later);
  expect((await rows(mentorId)).some((row) => row.date <= sold.date)).toBe(true);
  await generate(mentorId, new Date(later.getTime() + 20 * 86_400_000));
  const left = (await rows(mentorId)).filter((row) => row.date <= sold.date);
  expect(left.map(({ id }) => id)).toEqual([keep?.id]);
});

test('a time that the hours no longer have is not offered again when its booking or its hold ends', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  await save(user, mentorId, { weekly: weekly(['10:00-14:00']) });
  const time = { mentorId, mentorName: '', price: 3500, date: await day(3) };
  const hour = (start: number) => ({ ...time, startTime: `${start}:00:00`, endTime: `${start + 1}:00:00` });
  const buyer = await db.addFounder();
  const [sold, kept] = [await db.buy(buyer, hour(10)), await db.buy(buyer, hour(13))];
  const held = await db.order(await db.addFounder(), hour(11));
  const expired = await db.order(await db.addFounder(), hour(12));
  await save(user, mentorId, { weekly: weekly(['13:00-14:00']) });
  const offered = async () =>
    (await rows(mentorId)).filter((row) => row.date === time.date && !row.is_booked).map((row) => row.start_time);
  for (const { bookingId } of [sold, kept]) await db.setStatus(db.admin, bookingId, 'rejected');
  expect(await offered()).toEqual(['11:00', '12:00', '13:00']);
  await db.sql`
    update private.slot_claims set released_at = now() where order_id = ${held.orderId} and released_at is null`;
  expect(await offered()).toEqual(['12:00', '13:00']);
  await db.expireHold(expired);
  await expect(db.order(await db.addFounder(), hour(12))).rejects.toMatchObject({ message: 'slot_not_offered' });
  expect((await db.buy(await db.addFounder(), hour(13))).settlement.outcome).toBe('booked');
});

test.each([
  ['time_zone_unknown', { time_zone: 'Asia/Nowhere' }, { field: 'time_zone' }],
  ['time_zone_unknown', { time_zone: 'IST' }, { field: 'time_zone' }],
  ['range_not_valid', { weekly: weekly(['12:00-10:00'], [0]) }, { field: 'weekly', index: 0, range: 0 }],
  ['range_not_valid', { weekly: weekly(['10:05-12:00'], [0]) }, { field: 'weekly', index: 0, range: 0 }],
  ['ranges_overlap', { weekly: weekly(['10:00-12:00', '11:00-13:00'], [3]) }, { field: 'weekly', index: 0, range: 1 }],
  ['range_too_short', { weekly: weekly(['10:00-10:45'], [0]) }, { field: 'weekly', index: 0, range: 0 }],
  [
    'too_many_ranges',
    {
      weekly: weekly(
        ['01:00-02:00', '03:00-04:00', '05:00-06:00', '07:00-08:00', '09:00-10:00', '11:00-12:00', '13:00-14:00'],
        [0],
      ),
    },
    { field: 'weekly', index: 0 },
  ],
  ['override_in_past', { overrides: [{ date: '2020-01-01', ranges: [] }] }, { field: 'overrides', index: 0 }],
  [
    'override_twice',
    {
      overrides: [
        { date: '2099-01-01', ranges: [] },
        { date: '2099-01-01', ranges: [range('10:00-11:00')] },
      ],
    },
    { field: 'overrides', index: 1 },
  ],
  [
    'time_off_in_past',
    { time_off: [{ first_day: '2020-01-01', last_day: '2020-01-02', note: '' }] },
    { field: 'time_off', index: 0 },
  ],
  [
    'time_off_too_long',
    { time_off: [{ first_day: '2099-01-01', last_day: '2099-06-30', note: '' }] },
    { field: 'time_off', index: 0 },
  ],
  ['setting_not_valid', { session_minutes: 50 }, { field: 'session_minutes' }],
  ['setting_not_valid', { buffer_after_minutes: 7 }, { field: 'buffer_after_minutes' }],
  ['setting_not_valid', { min_notice_minutes: 60 }, { field: 'min_notice_minutes' }],
  ['setting_not_valid', { window_weeks: 27 }, { field: 'window_weeks' }],
  ['setting_not_valid', { max_per_day: 21 }, { field: 'max_per_day' }],
  ['setting_not_valid', { max_per_week: 0 }, { field: 'max_per_week' }],
])('hours are refused with %s, and nothing of them is saved', async (code, changes, detail) => {
  const { user, mentorId } = await addMentorWithAccount();
  await save(user, mentorId, { weekly: weekly(['10:00-12:00'], [0]) });
  const before = await read(user);
  const error = await save(user, mentorId, { max_per_day: 4, ...(changes as Partial<Hours>) }).catch((e: unknown) => e);
  expect(error).toMatchObject({ code: 'PT422', message: code });
  const { problems, ...first } = JSON.parse((error as { detail: string }).detail);
  expect(first).toEqual({ code, ...detail });
  expect(problems).toContainEqual({ code, ...detail });
  expect(await read(user)).toEqual(before);
});

test('a day of thousands of ranges is refused without looking at each', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const error = await save(user, mentorId, { weekly: weekly(Array(5000).fill('10:00-12:00'), [0]) }).catch(
    (e: unknown) => e as { detail: string },
  );
  expect(JSON.parse((error as { detail: string }).detail).problems).toEqual([
    { code: 'too_many_ranges', field: 'weekly', index: 0 },
  ]);
});

test('every problem of a form is named at once', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const error = await save(user, mentorId, {
    window_weeks: 0,
    weekly: weekly(['12:00-10:00'], [0, 1]),
    time_off: [{ first_day: '2020-01-01', last_day: '2020-01-01', note: '' }],
  }).catch((e: unknown) => e as { detail: string });
  expect(JSON.parse((error as { detail: string }).detail).problems).toEqual([
    { code: 'setting_not_valid', field: 'window_weeks' },
    { code: 'range_not_valid', field: 'weekly', index: 0, range: 0 },
    { code: 'range_not_valid', field: 'weekly', index: 1, range: 0 },
    { code: 'time_off_in_past', field: 'time_off', index: 0 },
  ]);
});

test('a save on an old version is refused, and of two at once one is', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const { updated_at: seen, ...hours } = await read(user);
  const put = (changes: Partial<Hours>) =>
    db.as(user)`select public.save_hours(${mentorId}, ${db.sql.json({ ...hours, ...changes } as never)}, ${seen})`;
  expect((await outcomes([put({ max_per_day: 2 }), put({ max_per_day: 3 })])).sort()).toEqual([
    'PT409 hours_changed_meanwhile',
    'done',
  ]);
  await expect(put({})).rejects.toMatchObject({ code: 'PT409', message: 'hours_changed_meanwhile' });
});

test('time off keeps its id from save to save, and special dates that passed stay', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  await db.sql`
    insert into public.mentor_date_overrides (mentor_id, date, ranges) values (${mentorId}, '2020-01-01', '{}')`;
  await save(user, mentorId, { time_off: [{ first_day: '2099-01-01', last_day: '2099-01-02', note: ' Family ' }] });
  const [first] = (await read(user)).time_off;
  expect(first).toMatchObject({ note: 'Family' });
  await save(user, mentorId, { time_off: first ? [{ ...first, last_day: '2099-01-05' }] : [] });
  expect((await read(user)).time_off).toEqual([{ ...first, last_day: '2099-01-05' }]);
  expect(await db.sql`select from public.mentor_date_overrides where mentor_id = ${mentorId}`).toHaveLength(1);
});

test('a mentor keeps the own hours alone, an administrator anybody’s, which the log and an e-mail tell', async () => {
  const [{ user, mentorId }, other] = await Promise.all([addMentorWithAccount(), addMentorWithAccount()]);
  await expect(read(other.user, mentorId)).rejects.toMatchObject({ code: 'PT404', message: 'mentor_not_found' });
  const json = db.sql.json((await read(user)) as never);
  const attempts = [
    db.as(other.user)`select public.save_hours(${mentorId}, ${json}, now())`,
    db.as(other.user)`select public.preview_hours(${mentorId}, ${json})`,
    db.as(other.user)`select public.save_single_times(${mentorId}, '[]', '[]')`,
    db.as(other.user)`select public.set_pause(${mentorId}, true)`,
  ];
  expect(new Set(await outcomes(attempts))).toEqual(new Set(['PT404 mentor_not_found']));
  await expect(db.as(await db.addFounder())`select public.read_hours()`).rejects.toMatchObject({
    message: 'mentor_only',
  });

  const mails = () => db.sql`
    select key, payload from private.outbox
    where payload ->> 'mail' = 'hours_changed' and payload ->> 'mentor_id' = ${mentorId}`;
  const own = await save(user, mentorId, { weekly: weekly(['10:00-12:00'], [0]) });
  expect(await mails()).toEqual([]);
  const byTeam = await save(db.admin, mentorId, { weekly: weekly(['10:00-12:00'], [1]) });
  expect(Date.parse(byTeam.updated_at)).toBeGreaterThan(Date.parse(own.updated_at));
  // With the single times, which the screen saves right after the hours, it is one e-mail; later ones and a pause have theirs.
  const addTime = (date: string) => db.as(db.admin)`
    select public.save_single_times(
      ${mentorId}, ${db.sql.json([{ date, start_time: '10:00', end_time: '11:00' }])}, '[]')`;
  await addTime('2098-01-01');
  expect(await mails()).toMatchObject([{ payload: { mentor_id: mentorId } }]);
  await db.sql`
    update public.mentor_settings set updated_at = updated_at - interval '11 minutes' where mentor_id = ${mentorId}`;
  await addTime('2098-01-01');
  expect(await mails()).toHaveLength(1);
  await addTime('2098-01-02');
  await db.as(db.admin)`select public.set_pause(${mentorId}, true)`;
  await db.as(user)`select public.set_pause(${mentorId}, false)`;
  expect(await mails()).toHaveLength(3);
  const [facts] = await db.service`
    select public.mentor_mail_facts(${db.sql.json({ mail: 'hours_changed', mentor_id: mentorId })}) as answer`;
  expect(facts?.answer.recipients).toEqual([{ to: 'm@mentors.example', role: 'mentor' }]);
  const entries = await db.sql`
    select actor, changes from private.audit_log where table_name = 'mentor_settings' and row_id = ${mentorId}
    order by id`;
  expect(entries.map((row) => row.actor)).toEqual([user, db.admin]);
  expect(Object.keys(entries[1]?.changes)).toEqual(['weekly']);
  expect(
    await db.sql`select from private.audit_log where table_name = 'mentor_availability' and actor = ${user}`,
  ).toHaveLength(0);
});

test('a profile that is not listed generates nothing, and listing it does', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  await save(user, mentorId, { weekly: weekly(['10:00-12:00']), window_weeks: 1 });
  const { length } = await rows(mentorId);
  const list = (state: string) => db.sql`update public.mentors set listing_state = ${state} where id = ${mentorId}`;
  await list('draft');
  expect(await rows(mentorId)).toEqual([]);
  await list('listed');
  expect(await rows(mentorId)).toHaveLength(length);
});

test('one mentor whose times fail does not stop the others, and System Health names that one', async () => {
  const [broken, well] = await Promise.all([addMentorWithAccount(), addMentorWithAccount()]);
  for (const { user, mentorId } of [broken, well])
    await save(user, mentorId, { weekly: weekly(['10:00-12:00']), window_weeks: 1 });
  await db.sql`update public.mentors set name = 'Broken Mentor' where id = ${broken.mentorId}`;
  await db.sql`update public.mentor_settings set time_zone = 'Nowhere/Land' where mentor_id = ${broken.mentorId}`;
  await db.sql`delete from public.mentor_availability where mentor_id = ${well.mentorId}`;
  const due = () =>
    db.sql`update private.mentor_generations set night = night - 1, failed_at = failed_at - interval '2 hours'`;
  const round = async () => (await db.service`select public.generate_due_availability() as count`)[0]?.count;
  const health = async () => (await db.as(db.admin)`select public.admin_health() -> 'generation' as found`)[0]?.found;
  await due();
  await round();
  expect((await rows(well.mentorId)).length).toBeGreaterThan(0);
  expect(await health()).toEqual({ failed: 1, mentors: ['Broken Mentor'] });
  // Not again before an hour has passed.
  expect(await round()).toBe(0);
  await db.sql`update public.mentor_settings set time_zone = 'UTC' where mentor_id = ${broken.mentorId}`;
  await db.as(db.admin)`select public.generate_availability_now(${broken.mentorId})`;
  expect(await health()).toEqual({ failed: 0, mentors: [] });
});

test('a pause hides every time at once and ends on its day in the mentor’s zone', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  await save(user, mentorId, { weekly: weekly(['10:00-12:00']), window_weeks: 1, time_zone: 'Pacific/Auckland' });
  await db.addSlot(mentorId, 2, '15:00', '16:00');
  const hidden = async () => new Set((await rows(mentorId)).map((row) => row.hidden_because));
  const pause = (isPaused: boolean, returnsOn: string | null = null) =>
    db.as(user)`select public.set_pause(${mentorId}, ${isPaused}, ${returnsOn})`;
  const today = await day(0, 'Pacific/Auckland');
  await expect(pause(true, today)).rejects.toMatchObject({ code: 'PT422', message: 'taking_bookings_from_past' });
  await pause(true);
  expect(await hidden()).toEqual(new Set(['paused']));
  expect(await db.service`select from public.mentor_slots(${mentorId})`).toHaveLength(0);
  await pause(false);
  expect(await hidden()).toEqual(new Set([null]));
  await pause(true, await day(1, 'Pacific/Auckland'));
  const endPauses = async () => (await db.service`select public.end_pauses() as count`)[0]?.count;
  expect([await endPauses(), await hidden()]).toEqual([0, new Set(['paused'])]);
  await db.sql`update public.mentors set taking_bookings_from = ${today}::date + 1 where id = ${mentorId}`;
  // The next day there, whatever day it is in India.
  await db.sql`alter table public.mentors disable trigger follow_pause`;
  await db.sql`update public.mentors set taking_bookings_from = ${today} where id = ${mentorId}`;
  await db.sql`alter table public.mentors enable trigger follow_pause`;
  expect([await endPauses(), await hidden()]).toEqual([1, new Set([null])]);
  expect(await read(user)).toMatchObject({ is_taking_bookings: true, taking_bookings_from: null });
});

test('no client says where a time comes from or why it is hidden, whatever it was granted', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  await save(user, mentorId, { weekly: weekly(['10:00-12:00']), window_weeks: 1 });
  await db.actAs(db.admin, async (sql) => {
    await sql`
      insert into public.mentor_availability (mentor_id, date, start_time, end_time, source, hidden_because)
      values (${mentorId}, '2099-01-01', '10:00', '11:00', 'rule', 'calendar')`;
    // Generated rows follow from the hours alone.
    await sql`delete from public.mentor_availability where mentor_id = ${mentorId} and source = 'rule'`;
  });
  const found = await rows(mentorId);
  expect(found.at(-1)).toMatchObject({ date: '2099-01-01', source: 'manual', hidden_because: null });
  expect(found.length).toBeGreaterThan(2);
  const guarded = await db.sql.begin(async (sql) => {
    await sql`create policy "Everybody may" on public.mentor_availability for update using (true) with check (true)`;
    await sql`grant all on table public.mentor_availability to authenticated`;
    await sql`set local role authenticated`;
    await sql`update public.mentor_availability set source = 'manual', hidden_because = 'paused'`;
    await sql`reset role`;
    const after =
      await sql`select source, hidden_because from public.mentor_availability where mentor_id = ${mentorId}`;
    await sql`drop policy "Everybody may" on public.mentor_availability`;
    await sql`revoke update on table public.mentor_availability from authenticated`;
    return after;
  });
  expect(guarded.filter((row) => row.source === 'rule').length).toBe(found.length - 1);
  expect(new Set(guarded.map((row) => row.hidden_because))).toEqual(new Set([null]));
});

test('administrators add holidays and remove them', async () => {
  const put = (name: string, isRemoved = false) =>
    db.as(db.admin)`select public.save_holiday('2027-11-07', ${name}, ${isRemoved})`;
  const named = async () =>
    (await db.as(await db.addFounder())`select name from public.holidays where date = '2027-11-07'`).map((r) => r.name);
  await put(' Diwali ');
  await put('Diwali');
  expect(await named()).toEqual(['Diwali']);
  await expect(put(' ')).rejects.toMatchObject({ code: 'PT422', message: 'holiday_not_valid' });
  await put('Diwali', true);
  expect(await named()).toEqual([]);
});

// docs/product/hours.md#days-off
test('before days become days off, the database names the sessions that stand on them', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  const [founder, off] = await Promise.all([db.addFounder(), day(5)]);
  const sell = async (daysAhead: number, from: string, to: string, status: Parameters<typeof db.setStatus>[2]) => {
    const { bookingId } = await db.buy(founder, await db.addSlot(mentorId, daysAhead, from, to));
    if (status !== 'pending_admin_review') await db.setStatus(db.admin, bookingId, status);
    return bookingId;
  };
  const approved = await sell(5, '18:00', '19:00', 'confirmed');
  const asked = await sell(5, '19:00', '20:00', 'pending_admin_review');
  await sell(5, '20:00', '21:00', 'rejected');
  const next = await sell(6, '10:00', '11:00', 'confirmed');
  const { updated_at: _, ...hours } = await read(user);
  const named = async (changes: Partial<Hours>, by = user) => {
    const json = db.sql.json({ ...hours, ...changes } as never);
    const [row] = await db.as(by)`select public.sessions_on_days_off(${mentorId}, ${json}) as sessions`;
    return ((row?.sessions ?? []) as { id: string }[]).map(({ id }) => id);
  };

  const unavailable = [{ date: off, ranges: [] }];
  expect(await named({})).toEqual([]);
  expect(await named({ overrides: unavailable })).toEqual([approved, asked]);
  expect(await named({ overrides: unavailable }, db.admin)).toEqual([approved, asked]);
  expect(await named({ overrides: [{ date: off, ranges: [range('10:00-12:00')] }] })).toEqual([]);
  expect(await named({ time_off: [{ first_day: off, last_day: await day(6), note: '' }] })).toEqual([
    approved,
    asked,
    next,
  ]);
  // In India it is the day before: 6 PM in India is 2:30 AM in Auckland.
  expect(await named({ time_zone: 'Pacific/Auckland', overrides: unavailable })).toEqual([]);
  expect(await named({ time_zone: 'Pacific/Auckland', overrides: [{ date: await day(6), ranges: [] }] })).toContain(
    approved,
  );

  // What is a day off already is not asked about again.
  await save(user, mentorId, { overrides: unavailable });
  expect(await named({ overrides: unavailable })).toEqual([]);
  expect(await named({ overrides: [...unavailable, { date: await day(6), ranges: [] }] })).toEqual([next]);

  await expect(named({}, await db.addFounder())).rejects.toMatchObject({ message: 'mentor_only' });
  await expect(named({}, (await addMentorWithAccount()).user)).rejects.toMatchObject({ message: 'mentor_not_found' });
});
