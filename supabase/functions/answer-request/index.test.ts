import { expect, it } from 'vitest';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();
const fixture = openBookingFixture(app);

const call = (body: object) => app.call('answer-request', body);
const read = (token: string) => call({ action: 'read', token });
const answer = (token: string, given: string, more: object = {}) =>
  call({ action: 'answer', token, answer: given, ...more });

/** A paid request, and the links of the mentor's e-mail about it. */
async function request() {
  const booking = await fixture.addBooking({ isPaid: true });
  const mails = await fixture.waitForMails(booking.id, ['submitted:mentor:0']);
  const mail = mails.find(({ key }) => key === 'submitted:mentor:0');
  const links = [...(mail?.html ?? '').matchAll(/mentor-answer\?token=([\w-]+)&amp;answer=(\w+)/g)];
  const tokens = new Set(links.map(([, token]) => token));
  expect(links.map(([, , given]) => given)).toEqual(['accept', 'decline']);
  expect(tokens.size).toBe(1);
  return { ...booking, mail, token: [...tokens][0] ?? '' };
}

const stateOf = (id: string) => app.sql`
  select b.status, a.answer, a.via, to_jsonb(b) as row from public.bookings b
  left join private.mentor_answers a on a.booking_id = b.id where b.id = ${id}`;

it('the e-mail asks the mentor, and its link reads and answers the request once', async () => {
  const { id, mail, token, founderEmail, founderName } = await request();
  expect(mail?.subject).toMatch(/^New booking request: .+ on /);
  expect(mail?.text).toContain('Can you take this session?');
  expect(mail?.text.replace(/\s+/g, ' ')).toMatch(/Please answer by \w{3} \d/);
  const before = await stateOf(id);
  const seen = await read(token);
  expect(seen).toMatchObject({
    status: 200,
    body: { request: { booking_id: id, founder: founderName, answer: null } },
  });
  // Neither who the founder is elsewhere, nor what the link is bound to.
  expect(JSON.stringify(seen.body)).not.toContain(founderEmail);
  expect(Object.keys(seen.body.request)).not.toEqual(expect.arrayContaining(['email']));
  // A GET, a HEAD and a prefetch change nothing, of the function and of the page
  // (docs/product/requests.md#answer-by-link).
  for (const path of [`/functions/v1/answer-request?token=${token}`, `/mentor-answer?token=${token}&answer=accept`]) {
    for (const method of ['GET', 'HEAD']) {
      await fetch(`${app.host.url}${path}`, { method, headers: { 'sec-purpose': 'prefetch' } });
    }
  }
  expect(await stateOf(id)).toEqual(before);

  expect(await answer(token, 'accept')).toMatchObject({ status: 200, body: { answer: 'accept', is_confirmed: false } });
  expect(await answer(token, 'accept')).toMatchObject({ status: 200 });
  const again = { status: 409, body: { code: 'already_answered', error: 'You have answered already: Accept.' } };
  expect(await answer(token, 'decline', { reason_code: 'not_free' })).toMatchObject(again);
  expect(await read(token)).toMatchObject(again);
  expect(await stateOf(id)).toMatchObject([{ status: 'pending_admin_review', answer: 'accept', via: 'link' }]);
});

it('an altered token, a changed address and an unknown booking are the same 404', async () => {
  const { id, token } = await request();
  const unknown = { status: 404, body: { code: 'answer_unknown', error: 'This link is not valid.' } };
  for (const at of [0, 10, 21, 22, 40, 63]) {
    const altered = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    expect(await answer(altered, 'accept')).toMatchObject(unknown);
  }
  expect(await read('x')).toMatchObject(unknown);
  await app.sql`
    update public.mentor_private p set email = 'moved-' || p.email
    from public.bookings b where b.mentor_id = p.mentor_id and b.id = ${id}`;
  expect(await answer(token, 'accept')).toMatchObject(unknown);
  expect(await stateOf(id)).toMatchObject([{ answer: null }]);
});

it('a decline by link needs its reason, and says what is wrong with the times that it offers', async () => {
  const { id, token } = await request();
  expect(await answer(token, 'decline')).toMatchObject({ status: 422, body: { error: 'Please choose a reason.' } });
  expect(await answer(token, 'decline', { reason_code: 'other', reason_text: 'no' })).toMatchObject({
    status: 422,
    body: { error: 'Please say why in a few words.' },
  });
  const times = [{ date: '2026-01-01', start_time: '10:00', end_time: '11:00' }];
  const refused = await answer(token, 'decline', { reason_code: 'not_free', times });
  expect(refused).toMatchObject({ status: 422, body: { code: 'proposal_not_valid' } });
  expect(refused.body.error).toMatch(/^Please choose a free time between \w{3} \d.+ and \w{3} \d/);
  expect(await answer(token, 'decline', { reason_code: 'not_free', mentor_id: id })).toMatchObject({ status: 200 });
});

it('after the time to answer, and after our team has decided, a link says so', async () => {
  const [late, decided] = [await request(), await request()];
  await app.sql.begin(async (by) => {
    await by`set local session_replication_role = replica`;
    // Within the millisecond to which the link is bound, so that it is still this link.
    await by`update public.bookings set status = 'rejected', decision_cause = 'unanswered' where id = ${late.id}`;
  });
  await fixture.approve([decided.id]);
  expect(await read(late.token)).toMatchObject({ status: 410, body: { error: 'The time to answer has passed.' } });
  expect(await answer(late.token, 'accept')).toMatchObject({ status: 410 });
  expect(await answer(decided.token, 'accept')).toMatchObject({
    status: 409,
    body: { code: 'booking_decided', error: 'Our team has already decided about this booking.' },
  });
  await app.sql.begin(async (by) => {
    await by`set local session_replication_role = replica`;
    await by`update public.bookings set status = 'pending_admin_review', decision_cause = null where id = ${late.id}`;
  });
});
