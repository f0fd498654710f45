import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { eventually } from '#tests/kit/app-client.ts';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();
const fixture = openBookingFixture(app);

const call = (body: object) => app.call('answer-story-name', body);
const read = (token: string) => call({ action: 'read', token });
const answer = (token: string, given: string) => call({ action: 'answer', token, answer: given });
const storedAnswer = async (storyId: string) =>
  (await app.sql`select mentor_answer from private.story_sessions where story_id = ${storyId}`)[0]?.mentor_answer;

/** A public story about a paid session that took place, and the links of the e-mail to its mentor. */
async function askedMentor() {
  const booking = await fixture.addBooking({ isPaid: true });
  await app.sql`update public.bookings set status = 'confirmed' where id = ${booking.id}`;
  await app.moveBooking(booking.id, { date: '2026-11-02', startTime: '10:00', endTime: '11:00' });
  await app.sql`update public.bookings set status = 'completed' where id = ${booking.id}`;
  const storyId = randomUUID();
  await app.sql`insert into public.impact_stories (id, name, experience) values (${storyId}, 'Ravi K.', 'One price.')`;
  await app.sql`
    insert into private.story_sessions (story_id, booking_id, user_id, mentor_id, consent_text, wants_mentor_name)
    select ${storyId}, b.id, b.user_id, b.mentor_id, private.story_consent(), true
    from public.bookings b where b.id = ${booking.id}`;
  await app.sql`update public.impact_stories set is_approved = true where id = ${storyId}`;
  const mails = await eventually(async () => {
    await app.runJobs();
    const found = await app.sql`
      select m.to, m.subject, m.html, m.text from private.outbox o join sandbox.mails m on m.id = o.id
      where o.key like ${`story:${storyId}:%`} order by m.subject`;
    expect(found).toHaveLength(2);
    return found;
  });
  const links = [...(mails[0]?.html ?? '').matchAll(/mentor-answer\/story\?t=([\w.-]+)&amp;a=(\w+)/g)];
  expect(links.map(([, , given]) => given)).toEqual(['yes', 'no']);
  return { ...booking, storyId, mails, token: links[0]?.[1] ?? '' };
}

it('the mentor is asked by e-mail, the founder told, and the link reads and answers, as often as the mentor likes', async () => {
  const { mentorEmail, founderEmail, storyId, mails, token } = await askedMentor();
  expect(mails).toMatchObject([
    { to: mentorEmail, subject: "May we name you with Ravi K.'s story?" },
    { to: founderEmail, subject: 'Your story is on the Wall of Impact' },
  ]);
  expect(mails[0]?.text).toContain('One price.');
  expect(mails[1]?.text).toContain('Thank you for sharing it.');
  expect(await read(token)).toEqual(
    expect.objectContaining({ status: 200, body: { name: 'Ravi K.', experience: 'One price.', answer: null } }),
  );
  for (const path of [`/functions/v1/answer-story-name?t=${token}`, `/mentor-answer/story?t=${token}&a=yes`]) {
    for (const method of ['GET', 'HEAD']) await fetch(`${app.host.url}${path}`, { method });
  }
  expect(await storedAnswer(storyId)).toBeNull();
  expect(await answer(token, 'yes')).toMatchObject({ status: 200, body: { answer: 'yes' } });
  expect(await answer(token, 'no')).toMatchObject({ status: 200, body: { answer: 'no' } });
  expect(await storedAnswer(storyId)).toBe('no');
});

it('an altered link and one of another address are refused alike, one of a withdrawn story too', async () => {
  const { storyId, token, mentorEmail } = await askedMentor();
  const unknown = { status: 404, body: { error: 'This link is not valid. Log in to answer under Reviews.' } };
  for (const at of [0, 4, 6, 20, 30, token.length - 1]) {
    const altered = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    expect(await answer(altered, 'yes'), `character ${at}`).toMatchObject(unknown);
  }
  expect(await read('x')).toMatchObject(unknown);
  await app.sql`update public.mentor_private set email = 'moved-' || email where email = ${mentorEmail}`;
  expect(await answer(token, 'yes')).toMatchObject(unknown);
  await app.sql`update public.mentor_private set email = ${mentorEmail} where email = ${`moved-${mentorEmail}`}`;
  await app.sql`update public.impact_stories set is_approved = false where id = ${storyId}`;
  expect(await answer(token, 'yes')).toMatchObject({
    status: 409,
    body: { error: 'This story is not on the Wall of Impact any more: nothing to answer.' },
  });
  await app.sql`delete from public.impact_stories where id = ${storyId}`;
  expect(await answer(token, 'yes')).toMatchObject(unknown);
});

it('what is no answer is refused: another method, another body, more than 8 KB', async () => {
  expect(await fetch(`${app.host.url}/functions/v1/answer-story-name`)).toMatchObject({ status: 405 });
  expect(await call({ action: 'answer', token: 'x', answer: 'maybe' })).toMatchObject({ status: 400 });
  expect(await call({ action: 'read' })).toMatchObject({ status: 400 });
  expect(await call({ action: 'read', token: 'x'.repeat(9000) })).toMatchObject({ status: 413 });
});
