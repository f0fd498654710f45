import { expect, it } from 'vitest';
import { eventually } from '#tests/kit/app-client.ts';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { holdSession, makeCheckInDue } from '#tests/kit/held-session.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();
const fixture = openBookingFixture(app);

const call = (body: unknown) => app.call('answer-check-in', body);
const read = (token: string) => call({ action: 'read', token });
const REST = { change: '', customers: null, revenue_inr: null, team: null, is_released: false };
const answer = (token: string, given: string, more: object = {}) =>
  call({ action: 'answer', token, answer: { ...REST, answer: given, ...more } });
const stored = async (bookingId: string) => {
  const [row] = await app.sql`
    select state, answer, change, customers::int, is_released from private.check_ins
    where booking_id = ${bookingId} and day = 7`;
  return row;
};

/** A founder who was asked seven days after a session, and the token of the links. */
async function anAskedFounder() {
  const booking = await fixture.addBooking({ isPaid: true });
  await holdSession(app, booking.id, 7);
  await makeCheckInDue(app, booking.id, 7);
  const mail = await eventually(async () => {
    await app.runJobs();
    const [found] = await app.sql`
      select m.to, m.subject, m.html, m.text from private.outbox o join sandbox.mails m on m.id = o.id
      where o.key = ${`booking:${booking.id}:check_in:founder:7`}`;
    expect(found).toBeDefined();
    return found;
  });
  const links = [...(mail?.html ?? '').matchAll(/\/check-in\?t=([\w.-]+)&amp;a=(\w+)/g)];
  expect(links.map(([, , given]) => given)).toEqual(['yes', 'partly', 'no']);
  return { ...booking, mail, token: links[0]?.[1] ?? '' };
}

it('the e-mail asks with three links, opening them changes nothing, and the link stores and changes the answer', async () => {
  const { id, mail, token, founderEmail } = await anAskedFounder();
  expect(mail).toMatchObject({ to: founderEmail, subject: expect.stringMatching(/^Did your session with .+ help\?$/) });
  expect(mail?.text.replace(/\s+/g, ' ')).toMatch(/You met .+ 7 days ago\..+Stop these e-mails/);
  for (const path of [`/functions/v1/answer-check-in?t=${token}`, `/check-in?t=${token}&a=yes`]) {
    for (const method of ['GET', 'HEAD']) await fetch(`${app.host.url}${path}`, { method });
  }
  expect(await read(token)).toMatchObject({ status: 200, body: { booking_id: id, day: 7, answer: null } });
  expect(await stored(id)).toMatchObject({ state: 'sent', answer: null });

  expect(await answer(token, 'yes', { customers: 10 })).toMatchObject({ status: 200, body: { answer: 'yes' } });
  expect(await answer(token, 'partly', { change: 'A first pilot', is_released: true })).toMatchObject({ status: 200 });
  expect(await stored(id)).toEqual({
    state: 'answered',
    answer: 'partly',
    change: 'A first pilot',
    customers: null,
    is_released: true,
  });
  // Nothing of what the session's page has, and no address.
  const { body } = await read(token);
  expect(Object.keys(body).toSorted()).toEqual([
    'answer',
    'answered_at',
    'booking_id',
    'change',
    'customers',
    'date',
    'day',
    'is_released',
    'mentor_name',
    'revenue_inr',
    'team',
  ]);
});

it('a token altered in any character, of another purpose or of a deleted account is refused with one sentence, and opens nothing else', async () => {
  const { id, token, mail } = await anAskedFounder();
  const unknown = {
    status: 404,
    body: { code: 'link_unknown', error: 'This link is not valid. Log in to answer on your session’s page.' },
  };
  for (const at of [0, 3, 7, 20, 28, 40, token.length - 1]) {
    const other = token[at] === '7' ? '8' : '7';
    expect(await answer(token.slice(0, at) + other + token.slice(at + 1), 'yes'), `character ${at}`).toMatchObject(
      unknown,
    );
  }
  const [, stop = ''] = /\/stop-mail\?t=([\w.-]+)/.exec(mail?.html) ?? [];
  expect(await answer(stop.replace(/^check_ins\./, ''), 'yes')).toMatchObject(unknown);
  expect(await app.call('stop-mail', { token, action: 'stop' })).toMatchObject({ status: 404 });
  expect(
    await app.call('stop-mail', { token: stop.replace('check_ins', 'slot_alerts'), action: 'stop' }),
  ).toMatchObject({ status: 404 });
  // It is no log-in.
  const by = { token };
  expect((await app.rest('rpc/session_page', { by, body: { p_booking_id: id } })).status).toBe(401);
  expect(await stored(id)).toMatchObject({ state: 'sent' });
  await app.sql`delete from private.check_ins where booking_id = ${id}`;
  expect(await read(token)).toMatchObject(unknown);
});

it('what is wrong with an answer has its sentence for each field, and a body that is none is 400 or 413', async () => {
  const { id, token } = await anAskedFounder();
  const wrong = await answer(token, 'yes', { customers: 1.5, team: -1, change: 'x'.repeat(201) });
  expect(wrong).toMatchObject({
    status: 422,
    body: {
      problems: {
        customers: 'Please enter a whole number.',
        team: 'Please enter a whole number.',
        change: 'Please keep it to 200 characters.',
      },
    },
  });
  expect(await answer(token, 'maybe')).toMatchObject({ status: 422, body: { error: 'Please choose an answer.' } });
  expect((await call('x')).status).toBe(400);
  expect((await call({ action: 'answer' })).status).toBe(400);
  expect((await call({ action: 'read', token, more: 'x'.repeat(9000) })).status).toBe(413);
  expect((await fetch(`${app.host.url}/functions/v1/answer-check-in?t=${token}`)).status).toBe(405);
  expect(await stored(id)).toMatchObject({ state: 'sent' });
});

it('after a refund the link says that there is nothing to answer', async () => {
  const { id, token } = await anAskedFounder();
  await app.sql`update public.bookings set status = 'cancelled', incident = 'mentor_no_show' where id = ${id}`;
  const over = {
    status: 409,
    body: { code: 'session_refunded', error: 'This session was refunded: nothing to answer.' },
  };
  expect(await read(token)).toMatchObject(over);
  expect(await answer(token, 'yes')).toMatchObject(over);
});

it('a mentor with an account is asked once for the summary of a session, with a link that stops these e-mails', async () => {
  const booking = await fixture.addBooking({ isPaid: true });
  const mentor = await app.addFounder();
  const [row] = await app.sql`select mentor_id from public.bookings where id = ${booking.id}`;
  await app.linkMentor(row?.mentor_id, mentor.id);
  await app.sql`update public.mentor_private set email = ${mentor.email} where mentor_id = ${row?.mentor_id}`;
  await holdSession(app, booking.id, 1);
  await app.sql`update private.outbox set run_at = now() where kind = 'summary_wanted' and payload ->> 'booking_id' = ${booking.id}`;
  const mail = await eventually(async () => {
    await app.runJobs();
    const [found] = await app.sql`
      select m.to, m.subject, m.html, m.text from private.outbox o join sandbox.mails m on m.id = o.id
      where o.key = ${`booking:${booking.id}:summary_wanted:mentor`}`;
    expect(found).toBeDefined();
    return found;
  });
  expect(mail).toMatchObject({
    to: mentor.email,
    subject: expect.stringMatching(/^Two minutes for .+: what did you agree on\?$/),
  });
  expect(mail?.text.replace(/\s+/g, ' ')).toMatch(
    /A short summary helps .+ to act on your session\..+Write the summary/,
  );
  const [, stop = ''] = /\/stop-mail\?t=([\w.-]+)/.exec(mail?.html) ?? [];
  const state = await app.call('stop-mail', { token: stop, action: 'stop' });
  expect(state).toMatchObject({ status: 200, body: { kind: 'session_summaries', is_stopped: true } });
  const [stopped] = await app.sql`select kind from private.mail_stops where user_id = ${mentor.id}`;
  expect(stopped?.kind).toBe('session_summaries');
});
