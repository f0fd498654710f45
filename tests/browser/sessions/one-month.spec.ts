import {
  addMentorAccount,
  founderOf,
  logIn,
  SESSION_KEY,
  signInAsAdministrator,
  signInAsNewFounder,
} from '#tests/kit/browser/accounts.ts';
import { buyOffer, findOffer, waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { uncachedWallPath, waitForWall } from '#tests/kit/browser/impact-stories.ts';
import { linkIn } from '#tests/kit/browser/mailbox.ts';
import { holdSession, makeCheckInDue } from '#tests/kit/held-session.ts';
import { rehearse } from '#tests/kit/personas.ts';
import { addRealMentor } from '#tests/kit/real-mentor.ts';

// docs/product/outcomes.md#verified-sessions, #check-ins, #the-public-promise
test('One month of a founder: session, summary, three check-ins, a story with its mentor, a refund, and the figures of the next morning', async ({
  page,
  app,
  sql,
  mailbox,
}) => {
  test.slow();
  await addRealMentor(sql);
  const founder = await signInAsNewFounder(page, 'Asha Rao');
  const buyer = await founderOf(page);
  const founderSession = (await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)) ?? '';
  const offer = await findOffer();
  const mentor = offer.mentor.name;
  const mentorAccount = await addMentorAccount(offer.mentor.id);
  // What is invented never counts beside what is real.
  await sql.begin(async (by) => {
    await by`set local session_replication_role = replica`;
    await by`update public.mentors set is_demonstration = false where id = ${offer.mentor.id}`;
  });
  const bookingId = await buyOffer(app, buyer, offer);
  const logOut = async () => {
    await page.goto('/terms');
    await page.evaluate(() => localStorage.clear());
  };
  const logInAgain = async () => {
    await page.goto('/terms');
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [SESSION_KEY, founderSession] as const);
  };

  const isCountedStory = async () =>
    (
      await sql`
      select private.is_verified(t.booking_id) as counted from public.impact_stories s
      join private.story_sessions t on t.story_id = s.id where s.is_approved and t.booking_id = ${bookingId}`
    )[0]?.counted;

  /**
   * The cases of this session as the next morning has them, with each day and counter compared with a plain count. It is
   * rolled back, because other tests write the site's figures too.
   */
  async function casesInTheMorning() {
    return rehearse(sql, async (by) => {
      await by`set transaction isolation level repeatable read`;
      await by`set local role service_role`;
      await by`select public.count_nightly('count_figures')`;
      await by`select public.count_nightly('count_promise')`;
      await by`reset role`;
      const cases = await by`
        select figure, outcome from private.promise_cases where booking_id = ${bookingId} order by figure, at`;
      const wrong = await by`
        select d.day from public.promise_days d
        left join (
          select (c.at at time zone 'Asia/Kolkata')::date as day,
            count(*) filter (where c.figure = 'sessions') as sessions,
            count(*) filter (where c.outcome = 'held') as held,
            count(*) filter (where c.outcome = 'helped') as helped
          from private.promise_cases c where not c.is_demonstration group by 1
        ) c on c.day = d.day
        where d.day >= private.today() - 60
          and (d.sessions, d.held, d.helped) <> (coalesce(c.sessions, 0), coalesce(c.held, 0), coalesce(c.helped, 0))`;
      expect(wrong, 'days that are not the count of their cases').toEqual([]);
      const [counters] = await by`
        select verified_stories = (
          select count(*) from public.impact_stories s join private.story_sessions t on t.story_id = s.id
          join private.request_outcomes o on o.booking_id = t.booking_id
          where s.is_approved and private.is_verified(t.booking_id) and not o.is_demonstration
        ) as "isCount" from public.public_counters`;
      expect(counters?.isCount, 'verified stories').toBe(true);
      return cases.map(({ figure, outcome }) => `${figure}: ${outcome}`);
    });
  }

  await test.step('the session takes place, and the mentor shares a summary', async () => {
    await holdSession(app, bookingId, 1);
    await logOut();
    await logIn(page, mentorAccount);
    await page.goto(`/sessions/${bookingId}`);
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.getByLabel('What did you agree on?').fill('Ask for twenty thousand rupees.\nSend the offer today.');
    await summary.getByRole('button', { name: 'Save draft' }).click();
    await summary.getByRole('button', { name: 'Share with Asha Rao' }).click();
    const shared = async () =>
      (await sql`select shared_at from public.session_summaries where booking_id = ${bookingId}`)[0]?.shared_at;
    await expect.poll(shared).toBeTruthy();
    await logInAgain();
    await page.goto(`/sessions/${bookingId}`);
    await expect(summary).toContainText('Ask for twenty thousand rupees.');
  });

  const [{ date } = { date: '' }] = await sql`select (private.today() - 91)::text as date`;
  await app.moveBooking(bookingId, { date, startTime: '10:00', endTime: '11:00' });
  const asked: string[] = [];
  for (const [day, answer] of [
    [7, 'partly'],
    [30, 'yes'],
    [90, 'no'],
  ] as const)
    await test.step(`the founder answers by the e-mail of day ${day}`, async () => {
      // Yesterday's, because one such e-mail is sent a day.
      await sql`
        update private.check_ins set sent_at = sent_at - interval '1 day', due_at = due_at - interval '1 day'
        where booking_id = ${bookingId} and sent_at is not null`;
      await makeCheckInDue(app, bookingId, day);
      // All tests answer from one address.
      await sql`delete from private.submission_counts where key like 'check_in:%'`;
      await logOut();
      const links = async () =>
        (await mailbox.list(founder.email))
          .filter(({ subject }) => /^Did your session with .+ help\?$/.test(subject))
          .map((mail) => linkIn(mail, new RegExp(`a=${answer}`)))
          .filter((link) => !asked.some((before) => before.split('&a=')[0] === link.split('&a=')[0]));
      await expect.poll(links).toHaveLength(1);
      const [link = ''] = await links();
      asked.push(link);
      await page.goto(link);
      await expect(page.getByRole('button', { name: 'Save my answer' })).toBeEnabled();
      await waitUntilHydrated(page);
      await page.getByRole('heading', { level: 1, name: 'Did your session help?' }).click();
      await expect(page.getByText('Thank you. Your answer is saved.')).toBeVisible();
    });
  expect(
    await sql`select day, answer from private.check_ins where booking_id = ${bookingId} order by day`.then((rows) =>
      rows.map((row) => `${row.day}: ${row.answer}`),
    ),
  ).toEqual(['7: partly', '30: yes', '90: no']);

  const text = `I know my price now, and ${bookingId.slice(0, 8)} pays it.`;
  await test.step('the founder shares a story, the team approves it, the mentor says yes', async () => {
    await logInAgain();
    await page.goto(`/sessions/${bookingId}`);
    const block = page.getByRole('region', { name: 'Your impact story' });
    await block.getByRole('button', { name: 'Share it as an impact story' }).click();
    await block.getByLabel('Your story').fill(text);
    await block.getByLabel(/^I agree that Point 0 publishes this story/).check();
    await block.getByLabel(`If ${mentor} agrees, name ${mentor} with the story.`).check();
    await block.getByRole('button', { name: 'Send story for review' }).click();
    await expect(block).toContainText('Waiting for review');
    await signInAsAdministrator(page, '/admin?tab=impact-stories&status=pending');
    const card = page.getByRole('listitem').filter({ hasText: bookingId.slice(0, 8) });
    await card.getByRole('button', { name: /^Approve/ }).click();
    await expect(page.getByText('Story approved successfully')).toBeVisible();
    await logOut();
    const [mentorAddress] = await sql`select email from public.mentor_private where mentor_id = ${offer.mentor.id}`;
    await page.goto(
      linkIn(await mailbox.waitFor(mentorAddress?.email, /^May we name you with .+ story\?$/), /Yes, name me/),
    );
    await expect(page.getByText('Nothing is saved yet.')).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(page.getByText('Thank you. Your answer is saved: your name stands with the story.')).toBeVisible();
  });

  const story = page.getByRole('article').filter({ hasText: bookingId.slice(0, 8) });
  await test.step('everybody reads the mark and the mentor’s name, and the morning’s figures count the session', async () => {
    await waitForWall(page.request, `After a session with ${mentor}`);
    await page.goto(uncachedWallPath());
    await expect(story.getByText('Verified session', { exact: true })).toBeVisible();
    await expect(story.getByRole('link', { name: `After a session with ${mentor}` })).toBeVisible();
    await sql`
      update private.check_ins set due_at = least(due_at, now() - interval '1 day') where booking_id = ${bookingId}`;
    expect(await casesInTheMorning()).toEqual(expect.arrayContaining(['check_ins: helped', 'sessions: held']));
    expect(await isCountedStory()).toBe(true);
  });

  await test.step('a refund takes the mark and the name away, and the next morning’s figures', async () => {
    await sql`
      insert into private.refunds (payment_id, amount_paise, reason)
      select y.id, y.amount_paise, 'booking_cancelled' from private.payments y where y.booking_id = ${bookingId}`;
    await waitForWall(page.request, `After a session with ${mentor}`, false);
    await page.goto(uncachedWallPath());
    await expect(story).toBeVisible();
    await expect(story.getByText('Verified session')).toHaveCount(0);
    await casesInTheMorning();
    expect(await isCountedStory()).toBe(false);
  });
});
