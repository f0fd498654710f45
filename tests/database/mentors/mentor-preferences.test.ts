/**
 * What mentors choose for themselves, the weekly overview (docs/product/mentor-accounts.md#weekly-overview), and
 * leaving (docs/product/mentor-accounts.md#leaving).
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createBuilders } from '#tests/kit/builders.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;
const { addPerson, linkMentor, addBooking } = createBuilders(sql);

async function addLinkedMentor(options: { name?: string; email?: string } = {}) {
  const id = await db.addMentor();
  const { id: account, email } = await addPerson({ name: 'Dev Mentor', ...options });
  await linkMentor(id, account);
  return { account, id, email };
}
const preferences = async (account: string) => {
  const [row] = await db.as(account)`select public.my_mentor_preferences() as answer`;
  return row?.answer;
};
const save = (account: string, choices: object, shows: boolean | null = null) =>
  db.as(account)`select public.save_mentor_preferences(${sql.json(choices as never)}, ${shows}::boolean) as answer`;
const leave = (account: string, id: string, name: string | null = 'Dev Mentor') =>
  db.as(account)`select public.leave_marketplace(${id}, ${name})`;
const wants = async (id: string, kind: string) => {
  const [row] = await db.service`select public.wants_mentor_mail(${id}, ${kind}) as answer`;
  return row?.answer;
};
const stateOf = async (id: string) => {
  const [row] = await sql`
    select m.listing_state, m.is_featured_on_homepage as is_featured,
      (select count(*)::int from public.mentor_availability a where a.mentor_id = m.id) as times
    from public.mentors m where m.id = ${id}`;
  return row;
};

describe('Choices', () => {
  test('all e-mails but the weekly overview are wanted until a mentor says otherwise', async () => {
    const { account, id, email } = await addLinkedMentor();
    const defaults = {
      reminder24: true,
      reminder1: true,
      new_review: true,
      weekly_overview: false,
      monthly_statement: true,
    };
    expect(await preferences(account)).toEqual({
      notifications: defaults,
      shows_next_availability: true,
      email,
      account_email: email,
    });
    const [row] = await save(account, { reminder1: false, weekly_overview: true });
    expect(row?.answer.notifications).toEqual({ ...defaults, reminder1: false, weekly_overview: true });
    await save(account, {}, false);
    expect(await preferences(account)).toMatchObject({
      notifications: { reminder1: false },
      shows_next_availability: false,
    });
    expect([await wants(id, 'reminder1'), await wants(id, 'reminder24'), await wants(id, 'weekly_overview')]).toEqual([
      false,
      true,
      true,
    ]);
    const entries = await sql`
      select table_name from private.audit_log where actor = ${account} and row_id = ${id} order by id`;
    expect(entries.map((entry) => entry.table_name)).toEqual(['mentor_settings', 'mentors']);
  });

  test('a mentor hides the first steps on Today for good, and no e-mail or other choice changes by it', async () => {
    const { account } = await addLinkedMentor();
    const steps = async () => (await db.as(account)`select public.mentor_today() as answer`)[0]?.answer.first_steps;
    const before = await preferences(account);
    expect(await steps()).toEqual({ is_hidden: false, has_calendar: false, has_payout_details: false });
    await db.as(account)`select public.save_mentor_preferences(p_hides_first_steps => true)`;
    expect(await steps()).toEqual({ is_hidden: true, has_calendar: false, has_payout_details: false });
    await save(account, { reminder1: false });
    expect(await steps()).toEqual({ is_hidden: true, has_calendar: false, has_payout_details: false });
    await save(account, { reminder1: true });
    expect(await preferences(account)).toEqual(before);
  });

  test('a choice that is not known or no boolean is refused, also by the table itself', async () => {
    const { account, id } = await addLinkedMentor();
    const attempts = [{ new_request: false }, { reminder1: 'no' }, { reminder1: null }, []];
    expect(await outcomes(attempts.map((choices) => save(account, choices)))).toEqual(
      attempts.map(() => 'PT422 choice_not_valid'),
    );
    await expect(
      sql`update public.mentor_settings set notifications = '{"new_request": false}' where mentor_id = ${id}`,
    ).rejects.toThrow('mentor_settings_notifications_known');
  });

  test('off, the next free time stands neither on cards nor in the preview, and the profile’s times stay', async () => {
    const { account, id } = await addLinkedMentor();
    await sql`update public.mentors set name = 'Quiet Mentor' where id = ${id}`;
    const slot = await db.addSlot(id, 3, '10:00', '11:00');
    const read = async () => {
      const [card] = await sql`
        select next_available_date::text as next, shows_next_availability as shows
        from public.search_mentors('quiet mentor')`;
      const preview = await sql`select id from public.mentor_slots_preview(${[id]}::uuid[])`;
      const profile = await sql`select id from public.mentor_slots(${id})`;
      return { card, preview: preview.length, profile: profile.length };
    };
    expect(await read()).toEqual({ card: { next: slot.date, shows: true }, preview: 1, profile: 1 });
    await save(account, {}, false);
    expect(await read()).toEqual({ card: { next: null, shows: false }, preview: 0, profile: 1 });
  });

  test('session e-mails go to the account’s address when the mentor asks, and only to a confirmed one', async () => {
    const { account, id } = await addLinkedMentor();
    await sql`update public.mentor_private set email = 'old@mentors.example' where mentor_id = ${id}`;
    const use = () => db.as(account)`select public.use_account_email() as answer`;
    await sql`update auth.users set email_confirmed_at = null where id = ${account}`;
    expect(await preferences(account)).toMatchObject({ email: 'old@mentors.example', account_email: null });
    expect(await outcomes([use()])).toEqual(['PT403 email_not_confirmed']);
    await sql`update auth.users set email_confirmed_at = now() where id = ${account}`;
    const [row] = await use();
    expect(await preferences(account)).toMatchObject({ email: row?.answer, account_email: row?.answer });
    const [entry] = await sql`
      select changes from private.audit_log where actor = ${account} and table_name = 'mentor_private'`;
    expect(entry?.changes).toEqual({ email: null });
  });
});

describe('The weekly overview', () => {
  // 2027-01-04 is a Monday.
  const plan = async (at: string) => {
    const [row] = await db.service`select public.plan_weekly_overviews(${at}::timestamptz) as count`;
    return row?.count;
  };
  const planned = (id: string) => sql`
    select key, payload ->> 'week' as week from private.outbox
    where kind = 'mentor_mail' and payload ->> 'mentor_id' = ${id} order by key`;

  test('it is enqueued once a week, from Monday 8 AM in the mentor’s own zone, for those who chose it', async () => {
    const { account, id } = await addLinkedMentor();
    await sql`update public.mentor_settings set notifications = '{}'`;
    const { account: leaver, id: leftId } = await addLinkedMentor();
    const { id: quiet } = await addLinkedMentor();
    for (const one of [account, leaver]) await save(one, { weekly_overview: true });
    await leave(leaver, leftId);
    await sql`update public.mentor_settings set time_zone = 'America/New_York' where mentor_id = ${id}`;
    await plan('2027-01-04T12:59:59Z');
    expect(await planned(id)).toEqual([]);
    expect(await plan('2027-01-04T13:00:00Z')).toBe(1);
    expect(await plan('2027-01-04T13:00:01Z')).toBe(0);
    expect(await planned(id)).toEqual([{ key: `week:${id}:2027-W01`, week: '2027-01-04' }]);
    await plan('2027-01-05T13:00:00Z');
    expect(await plan('2027-01-11T15:00:00Z')).toBe(1);
    expect(await planned(id)).toHaveLength(2);
    // No worker ran on Monday.
    expect(await plan('2027-01-19T12:59:59Z')).toBe(1);
    await plan('2027-01-26T13:00:00Z');
    expect((await planned(id)).map(({ week }) => week)).toEqual(['2027-01-04', '2027-01-11', '2027-01-18']);
    expect([...(await planned(quiet)), ...(await planned(leftId))]).toEqual([]);
  });

  test('it names approved sessions of this week and how many requests wait, and nothing once it was switched off', async () => {
    const { account, id, email } = await addLinkedMentor();
    const { id: founder } = await addPerson({ name: 'Meera Iyer' });
    await save(account, { weekly_overview: true });
    const { slot } = await addBooking(founder, {
      mentorId: id,
      daysAhead: 0,
      startTime: '23:00',
      endTime: '23:59',
      status: 'confirmed',
    });
    await addBooking(founder, { mentorId: id, daysAhead: 8, status: 'confirmed' });
    await addBooking(founder, { mentorId: id, daysAhead: 9 });
    const facts = async () => {
      const [row] = await sql`
        select private.mail_weekly_overview(jsonb_build_object(
          'mentor_id', ${id}::text, 'week', date_trunc('week', now() at time zone 'Asia/Kolkata')::date)) as answer`;
      return row?.answer;
    };
    expect(await facts()).toEqual({
      recipients: [{ to: email, role: 'mentor' }],
      facts: {
        zone: 'Asia/Kolkata',
        sessions: [
          { founder: 'Meera Iyer', session: { date: slot.date, start_time: '23:00:00', end_time: '23:59:00' } },
        ],
        requests: 1,
      },
      clocks: null,
    });
    await save(account, { weekly_overview: false });
    expect(await facts()).toBeNull();
  });
});

describe('Leaving', () => {
  test('it is refused while a session is pending or ahead, or a time is held, and changes nothing then', async () => {
    const { account, id } = await addLinkedMentor();
    const { id: founder } = await addPerson({ name: 'Meera Iyer' });
    const slot = await db.addSlot(id, 3, '10:00', '11:00');
    const order = await db.order(founder, slot);
    expect(await outcomes([leave(account, id)])).toEqual(['PT409 mentor_has_open_payments']);
    const { bookingId } = await db.settle(order);
    expect(await outcomes([leave(account, id)])).toEqual(['PT409 mentor_has_open_bookings']);
    await db.setStatus(db.admin, bookingId ?? '', 'confirmed');
    expect(await outcomes([leave(account, id)])).toEqual(['PT409 mentor_has_open_bookings']);
    expect(await stateOf(id)).toEqual({ listing_state: 'listed', is_featured: false, times: 1 });
    await db.as(account)`select public.cancel_session_as_mentor(${bookingId}, 'I leave Point 0.')`;
    expect(await outcomes([leave(account, id)])).toEqual(['done']);
  });

  test('free times go, also those made from hours, the home page is left, and nothing can be ordered afterwards', async () => {
    const { account, id } = await addLinkedMentor();
    await sql`update public.mentors set is_featured_on_homepage = true, homepage_display_order = 1 where id = ${id}`;
    const { id: founder } = await addPerson({ name: 'Meera Iyer' });
    const free = await db.addSlot(id, 3, '10:00', '11:00');
    const rule = await db.addSlot(id, 4, '10:00', '11:00');
    await sql`update public.mentor_availability set source = 'rule' where mentor_id = ${id} and date = ${rule.date}::date`;
    const held = await db.addSlot(id, -2, '10:00', '11:00');
    await addBooking(founder, { slot: held, status: 'completed' });
    expect(await outcomes([leave(account, id, 'Somebody Else'), leave(account, id, null)])).toEqual([
      'PT422 name_differs',
      'PT422 name_differs',
    ]);
    await sql`
      insert into private.mentor_calendars (mentor_id, google_email, refresh_token_encrypted)
      values (${id}, 'dev@mentors.example', 'sealed')`;
    await sql`insert into public.mentor_drafts (mentor_id, state, submitted_at) values (${id}, 'submitted', now())`;
    expect(await outcomes([leave(account, id, '  dev  mentor ')])).toEqual(['done']);
    const [after] = await sql`
      select d.state, (select count(*)::int from private.mentor_calendars c where c.mentor_id = d.mentor_id) as calendars
      from public.mentor_drafts d where d.mentor_id = ${id}`;
    expect(after).toEqual({ state: 'editing', calendars: 0 });
    // The time of the past session has a claim.
    expect(await stateOf(id)).toEqual({ listing_state: 'left', is_featured: false, times: 1 });
    for (const slot of [free, rule]) {
      expect((await outcomes([db.hold(founder, slot)]))[0]).toMatch(/^PT4/);
    }
    const [entry] = await sql`
      select changes -> 'listing_state' as listing_state from private.audit_log
      where actor = ${account} and table_name = 'mentors' and row_id = ${id} order by id desc limit 1`;
    expect(entry?.listing_state).toEqual(['listed', 'left']);
  });

  test('a mentor who has left reads all, and every write is refused', async () => {
    const { account, id } = await addLinkedMentor();
    const { id: founder } = await addPerson({ name: 'Meera Iyer' });
    const { id: past } = await addBooking(founder, { mentorId: id, daysAhead: -1, status: 'completed' });
    await leave(account, id);
    const [list] = await db.as(account)`select public.mentor_sessions(null, 'past') as answer`;
    expect(list?.answer.sessions).toMatchObject([{ id: past, founder_name: 'Meera Iyer' }]);
    expect(await preferences(account)).toMatchObject({ shows_next_availability: true });
    expect(
      await outcomes([
        save(account, { reminder1: false }),
        db.as(account)`select public.use_account_email()`,
        db.as(account)`select public.report_founder_absence(${past})`,
        db.as(account)`select public.cancel_session_as_mentor(${past}, 'I have left.')`,
        leave(account, id),
      ]),
    ).toEqual(Array.from({ length: 5 }, () => 'PT409 mentor_left'));
  });

  test('a payment that arrives after the hold and after the mentor has left is refunded, and books nothing', async () => {
    const { account, id } = await addLinkedMentor();
    const { id: founder } = await addPerson();
    const order = await db.order(founder, await db.addSlot(id, 3, '10:00', '11:00'));
    await db.expireHold(order);
    await leave(account, id);
    expect(await db.settle(order)).toMatchObject({ outcome: 'refund', reason: 'mentor_gone' });
    expect(await db.refundsOf(`pay_${order.providerOrderId}`)).toHaveLength(1);
  });

  test('of two holds and a leave at the same moment either a hold or the leave wins, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { account, id } = await addLinkedMentor();
      const slots = await Promise.all([8, 9].map((hour) => db.addSlot(id, 3, `0${hour}:00`, `0${hour}:30`)));
      const buyers = await Promise.all(slots.map(() => db.addFounder()));
      const [left, ...held] = await outcomes([
        leave(account, id),
        ...slots.map((slot, n) => db.hold(buyers[n] ?? '', slot, randomUUID())),
      ]);
      if (left === 'done') expect(held.filter((outcome) => outcome === 'done')).toEqual([]);
      else expect(held).toContain('done');
    }
  });

  test('an administrator cannot leave for a mentor, nor a mentor for another', async () => {
    const { id } = await addLinkedMentor();
    const { account: other } = await addLinkedMentor();
    expect(await outcomes([leave(db.admin, id), leave(other, id), leave(other, randomUUID())])).toEqual([
      '42501 mentor_only',
      'PT404 mentor_not_found',
      'PT404 mentor_not_found',
    ]);
  });
});

describe('Administrators unlist and list mentors', () => {
  const list = (id: string, isListed: boolean, who = db.admin) =>
    db.as(who)`select public.set_listing(${id}, ${isListed})`;

  test('unlisting follows the rules of leaving, listing again generates the times, and the log names the administrator', async () => {
    const { account, id } = await addLinkedMentor();
    await sql`
      insert into public.mentor_weekly_hours (mentor_id, weekday, start_minute, end_minute)
      select ${id}, weekday, 600, 660 from generate_series(0, 6) weekday`;
    await sql`update public.mentors set bio = 'Grew three companies.' where id = ${id}`;
    await sql`select private.generate_availability(${id})`;
    const { times } = (await stateOf(id)) as { times: number };
    await sql`
      insert into private.mentor_calendars (mentor_id, google_email, refresh_token_encrypted)
      values (${id}, 'dev@mentors.example', 'sealed')`;
    const byHand = await db.addSlot(id, 3, '15:00', '16:00');
    const order = await db.order(await db.addFounder(), byHand);
    expect(await outcomes([list(id, false)])).toEqual(['PT409 mentor_has_open_payments']);
    const { bookingId } = await db.settle(order).then(() => order);
    expect(await outcomes([list(id, false)])).toEqual(['PT409 mentor_has_open_bookings']);
    await db.setStatus(db.admin, bookingId, 'rejected');
    expect(await stateOf(id)).toMatchObject({ listing_state: 'listed', times: times + 1 });

    expect(await outcomes([list(id, false), list(id, false)])).toEqual(['done', 'done']);
    expect(await stateOf(id)).toEqual({ listing_state: 'left', is_featured: false, times: 0 });
    expect(await sql`select from private.mentor_calendars where mentor_id = ${id}`).toHaveLength(0);
    expect(await outcomes([save(account, { reminder1: false })])).toEqual(['PT409 mentor_left']);
    expect((await outcomes([db.hold(await db.addFounder(), byHand)]))[0]).toMatch(/^PT4/);

    expect(await outcomes([list(id, true), list(id, true)])).toEqual(['done', 'done']);
    expect(await stateOf(id)).toEqual({ listing_state: 'listed', is_featured: false, times });
    const entries = await sql`
      select actor, changes -> 'listing_state' as listing_state from private.audit_log
      where table_name = 'mentors' and row_id = ${id} and changes ? 'listing_state' and action = 'update' order by id`;
    expect([...entries]).toEqual([
      { actor: db.admin, listing_state: ['listed', 'left'] },
      { actor: db.admin, listing_state: ['left', 'listed'] },
    ]);
  });

  test('a draft is listed once it is complete, and no one but an administrator lists or unlists', async () => {
    const { account, id } = await addLinkedMentor();
    await sql`update public.mentors set listing_state = 'draft', title = '', price = 0, image = '/placeholder.svg' where id = ${id}`;
    await expect(list(id, true)).rejects.toMatchObject({
      code: 'PT422',
      message: 'mentor_incomplete',
      detail: 'title_required,bio_required,price_invalid,image_required',
    });
    await sql`update public.mentors set title = 'Founder', bio = 'Sells.', price = 500, image = '/m.jpg' where id = ${id}`;
    expect(await outcomes([list(id, false), list(randomUUID(), true), list(id, true, account)])).toEqual([
      'PT409 mentor_not_listed',
      'PT404 mentor_not_found',
      '42501 admin_only',
    ]);
    await list(id, true);
    const founder = await db.addFounder();
    expect(await outcomes([list(id, false, account), list(id, false, founder)])).toEqual([
      '42501 admin_only',
      '42501 admin_only',
    ]);
    expect(await stateOf(id)).toMatchObject({ listing_state: 'listed' });
  });
});
