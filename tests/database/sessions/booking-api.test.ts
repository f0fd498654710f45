/** Sessions, reviews, holds and health over HTTP, from the embedded API and from a real PostgREST, as each persona. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provideDatabase, provideFixture } from '#tests/kit/database-fixture.ts';
import { people, personas, seedPeople } from '#tests/kit/personas.ts';
import { apiNames, openRestApis } from '#tests/kit/rest-apis.ts';

const db = provideDatabase();
const apis = provideFixture(() => openRestApis(db.url));
beforeAll(() => seedPeople(db.sql));
afterAll(async () => expect(await db.violations()).toEqual([]));

/** A paid, approved session of the founder among the personas. */
async function aSession(hours: number) {
  const mentorId = await db.addMentor();
  const slot = await db.addSlot(mentorId, 3, '10:00', '11:00');
  const { bookingId } = await db.buy(people.founder.id, slot);
  await db.setStatus(db.admin, bookingId, 'confirmed');
  await db.startIn(bookingId, hours);
  return { bookingId, mentorId };
}

const forAdministrators: [string, (bookingId: string) => object][] = [
  ['preview_refund', (id) => ({ p_booking_id: id, p_what: 'founder_cancels' })],
  ['record_incident', (id) => ({ p_booking_id: id, p_what: 'founder_cancels' })],
  ['admin_health', () => ({})],
];
const forTheSignedIn = ['my_holds', 'my_session_reviews', 'my_session_refunds', 'lost_payments', 'my_suggested_times'];

describe.each(apiNames)('%s', (api) => {
  test('an administrator previews a refund and confirms it; a preview that has passed is refused', async () => {
    const { bookingId } = await aSession(6);
    const preview = await apis.call(api, 'administrator', 'preview_refund', {
      p_booking_id: bookingId,
      p_what: 'founder_cancels',
    });
    expect(preview).toMatchObject({ status: 200, body: [{ refund: 'none', refund_paise: 0 }] });
    const request = { p_booking_id: bookingId, p_what: 'mentor_cancels' };
    const outdated = await apis.call(api, 'administrator', 'record_incident', {
      ...request,
      p_expected_refund: 'none',
    });
    expect(outdated).toMatchObject({ status: 409, body: { message: 'refund_changed', details: 'full' } });
    const done = await apis.call(api, 'administrator', 'record_incident', { ...request, p_expected_refund: 'full' });
    expect(done).toMatchObject({
      status: 200,
      body: [{ status: 'cancelled', refund: 'full', refund_paise: 350_000, refund_state: 'queued' }],
    });
  });

  test.each(forAdministrators)('%s answers administrators alone', async (name, body) => {
    const { bookingId } = await aSession(30);
    for (const persona of ['visitor', 'founder', 'otherFounder', 'mentor'] as const) {
      const { status } = await apis.call(api, persona, name, body(bookingId));
      expect([401, 403]).toContain(status);
    }
    expect(await db.statusOf(bookingId)).toBe('confirmed');
  });

  test('a founder reviews their own session once, and everybody sees it', async () => {
    const { bookingId, mentorId } = await aSession(-24 * (api === apiNames[0] ? 2 : 3));
    await db.completeSessions();
    const request = { p_booking_id: bookingId, p_rating: 4, p_comment: 'Clear and kind.' };
    expect((await apis.call(api, 'visitor', 'submit_review', request)).status).toBeGreaterThanOrEqual(401);
    expect(await apis.call(api, 'otherFounder', 'submit_review', request)).toMatchObject({
      status: 404,
      body: { message: 'booking_not_found' },
    });
    expect(await apis.call(api, 'founder', 'submit_review', request)).toMatchObject({
      status: 200,
      body: [{ rating: 4 }],
    });
    expect(await apis.call(api, 'founder', 'submit_review', request)).toMatchObject({
      status: 409,
      body: { message: 'already_reviewed' },
    });
    for (const persona of personas) {
      const path = `/mentor_reviews?select=author_name,rating,comment&mentor_id=eq.${mentorId}`;
      const { body } = await apis.ask(api, persona, path);
      expect(body).toEqual([{ author_name: 'Asha F.', rating: 4, comment: 'Clear and kind.' }]);
      const all = await apis.ask(api, persona, `/mentor_reviews?mentor_id=eq.${mentorId}`);
      expect(all.body).toHaveLength(1);
      expect(JSON.stringify(all.body)).not.toContain(people.founder.id);
      expect((await apis.ask(api, persona, '/mentor_reviews?select=user_id')).status).toBe(400);
    }
    const reviews = await apis.call(api, 'founder', 'my_session_reviews');
    expect(reviews.body).toContainEqual(
      expect.objectContaining({ booking_id: bookingId, can_review: false, rating: 4 }),
    );
  });

  test('a founder sees the own hold with its end, and gives it back', async () => {
    const mentorId = await db.addMentor();
    const slot = await db.addSlot(mentorId, 3, '10:00', '11:00');
    const { bookingId } = await db.order(people.founder.id, slot);
    const held = await apis.call(api, 'founder', 'my_holds', { p_mentor_id: mentorId });
    expect(held).toMatchObject({ status: 200, body: [{ booking_id: bookingId, date: slot.date }] });
    expect(held.body[0].seconds_left).toBeGreaterThan(800);
    expect((await apis.call(api, 'otherFounder', 'release_hold', { p_booking_id: bookingId })).body).toBe(false);
    expect((await apis.call(api, 'founder', 'release_hold', { p_booking_id: bookingId })).body).toBe(true);
    expect((await apis.call(api, 'founder', 'my_holds', { p_mentor_id: mentorId })).body).toEqual([]);
  });

  test.each(forTheSignedIn)('%s is not for visitors, and shows others nothing', async (name) => {
    expect([401, 403]).toContain((await apis.call(api, 'visitor', name)).status);
    expect(await apis.call(api, 'otherFounder', name)).toMatchObject({ status: 200, body: [] });
  });

  test('anybody asks for a mentor’s nearest free slots', async () => {
    const mentorId = await db.addMentor();
    const slot = await db.addSlot(mentorId, 3, '10:00', '11:00');
    for (const persona of personas) {
      const { status, body } = await apis.call(api, persona, 'nearest_free_slots', {
        p_mentor_id: mentorId,
        p_date: slot.date,
        p_start_time: '09:00',
      });
      expect([status, body]).toMatchObject([200, [{ date: slot.date, start_time: '10:00:00' }]]);
    }
  });
});
