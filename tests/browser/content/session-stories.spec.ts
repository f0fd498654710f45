import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import {
  forgetSession,
  founderOf,
  SESSION_KEY,
  signInAsAdministrator,
  signInAsMentor,
  signInAsNewFounder,
  storeSession,
} from '#tests/kit/browser/accounts.ts';
import { DAY } from '#tests/kit/browser/admin-fixture.ts';
import { buyOffer, waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { uncachedWallPath, waitForWall } from '#tests/kit/browser/impact-stories.ts';
import { expectLargeTextFits } from '#tests/kit/browser/large-text.ts';
import { scanMail } from '#tests/kit/browser/mail-scanner.ts';
import { linkIn } from '#tests/kit/browser/mailbox.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';

test('A founder shares a story about a paid session, its mentor agrees to be named, a refund takes both away, and it is withdrawn', {
  tag: '@ci',
}, async ({ page, app, sql, addMentor, adminFixture, mailbox }) => {
  test.slow();
  await signInAsNewFounder(page, 'Asha Rao');
  const founder = await founderOf(page);
  const session = (await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY)) ?? '';
  const mentor = await addMentor();
  const [{ slug } = { slug: '' }] = await sql`select slug from public.mentors where id = ${mentor.id}`;
  const email = `mentor-${mentor.id.slice(0, 8)}@mentors.example`;
  await sql`
    insert into public.mentor_private (mentor_id, email) values (${mentor.id}, ${email})
    on conflict (mentor_id) do update set email = excluded.email`;
  const slot = await app.addSlot({ mentorId: mentor.id, daysAhead: 4 });
  const offer = { mentor: { ...mentor, title: '', price: 3500 }, slot, path: '' };
  const bookingId = await buyOffer(app, founder, offer);
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  await adminFixture.moveBooking(bookingId, -8 * DAY);
  await adminFixture.changeBooking(bookingId, { status: 'completed' });
  const text = `I came with three prices.\n\nNow I have one price and customers. ${bookingId.slice(0, 8)}`;
  const block = page.getByRole('region', { name: 'Your impact story' });
  const storedAnswer = async () =>
    (await sql`select mentor_answer from private.story_sessions where booking_id = ${bookingId}`)[0]?.mentor_answer;

  await test.step('the founder writes the story, and agrees', async () => {
    await page.goto(`/sessions/${bookingId}`);
    await block.getByRole('button', { name: 'Share it as an impact story' }).click();
    await expect(block.getByLabel('Name shown with it')).toHaveValue('Asha R.');
    await expect(block.getByLabel('Your story')).toBeFocused();
    await block.getByLabel('Your story').fill(text);
    await page.reload();
    await expect(block.getByLabel('Your story'), 'what was typed survives a reload').toHaveValue(text);
    await block.getByRole('button', { name: 'Send story for review' }).click();
    await expect(block.getByRole('alert')).toHaveText('Please agree before you send your story.');
    await expectAccessibleInBothThemes(page);
    await block
      .getByLabel(
        'I agree that Point 0 publishes this story under the name above, marked “Verified session”. I can withdraw it at any time.',
      )
      .check();
    await block.getByLabel(`If ${mentor.name} agrees, name ${mentor.name} with the story.`).check();
    allowConsoleError(/503/);
    await page.route('**/rpc/share_story', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await block.getByRole('button', { name: 'Send story for review' }).click();
    await expect(block.getByRole('alert')).toContainText('Failed to submit your story. Please try again.');
    allowConsoleError(/409/);
    for (const [message, sentence] of [
      ['story_exists', 'You have already shared a story about this session.'],
      ['session_not_verified', 'Only a session that took place and was paid for can be marked.'],
    ]) {
      const json = { code: 'PT409', message, details: null, hint: null };
      await page.route('**/rpc/share_story', (route) => route.fulfill({ status: 409, json }), { times: 1 });
      await block.getByRole('button', { name: 'Send story for review' }).click();
      await expect(block.getByRole('alert')).toContainText(sentence ?? '');
    }
    await block.getByRole('button', { name: 'Send story for review' }).click();
    await expect(page.getByText('Your story has been submitted for review. Thank you for sharing!')).toBeVisible();
    await expect(block).toContainText('Waiting for review');
    await expect(block).toContainText(text, { useInnerText: true });
    await expectAccessible(page);
  });

  await test.step('an administrator reads the consent and approves', async () => {
    await signInAsAdministrator(page, '/admin?tab=impact-stories&status=pending');
    const card = page.getByRole('listitem').filter({ hasText: bookingId.slice(0, 8) });
    await expect(card).toContainText('Verified session');
    await expect(card).toContainText(`${mentor.name} (the founder asks for the name, no answer yet)`);
    await expect(card).toContainText('I agree that Point 0 publishes this story');
    await expect(card).toContainText('Latest check-in');
    await atBothWidths(page, () => expectAccessible(page));
    await card.getByRole('button', { name: /^Approve/ }).click();
    await expect(page.getByText('Story approved successfully')).toBeVisible();
  });

  await test.step('the mentor is asked by e-mail: a scanner changes nothing, a press does', async () => {
    await forgetSession(page);
    const mail = await mailbox.waitFor(email, /^May we name you with Asha R\.'s story\?$/);
    const browser = page.context().browser();
    expect(browser && (await scanMail(browser, mail))).not.toHaveLength(0);
    expect(await storedAnswer()).toBeNull();
    const response = await page.goto(linkIn(mail, /Yes, name me/));
    expect(response?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("May we name you with Asha R.'s story?");
    await expect(page.getByRole('radio', { name: 'Yes, name me' })).toBeChecked();
    await expect(page.getByText('Nothing is saved yet.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save my answer' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    expect(await storedAnswer()).toBeNull();
    // No person: scripts of a program make such events.
    await page.evaluate(() => document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
    await expect(page.getByText('Nothing is saved yet.')).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(page.getByText('Thank you. Your answer is saved: your name stands with the story.')).toBeVisible();
    expect(await storedAnswer()).toBe('yes');
    await page.getByRole('radio', { name: 'No, leave my name out' }).check();
    await expect(page.getByText('Thank you. Your answer is saved: your name is left out.')).toBeVisible();
    await page.getByRole('radio', { name: 'Yes, name me' }).check();
    await expect(page.getByText('Thank you. Your answer is saved: your name stands with the story.')).toBeVisible();
    await expectAccessible(page);
    expect(await storedAnswer()).toBe('yes');
    await expectLargeTextFits(page, 'the page of the answer');
    allowConsoleError(/status of 404/);
    await page.goto('/mentor-answer/story?t=1.x&a=yes');
    await expect(page.getByText('This link is not valid. Log in to answer under Reviews.')).toBeVisible();
    await mailbox.waitFor(founder.email, /^Your story is on the Wall of Impact$/);
  });

  const name = `After a session with ${mentor.name}`;
  const card = page.getByRole('article').filter({ hasText: bookingId.slice(0, 8) });
  await test.step('everybody sees the mark, and the mentor', async () => {
    await waitForWall(page.request, name);
    const html = await (await page.request.get(uncachedWallPath())).text();
    expect(html).not.toContain(bookingId);
    await page.goto(uncachedWallPath());
    await card.getByText('Verified session', { exact: true }).click();
    await expect(card.getByText('The founder booked and paid for this session here, and it took place.')).toBeVisible();
    await atBothWidths(page, () => expectAccessible(page));
    await expect(card.getByRole('link', { name })).toHaveAttribute('href', `/mentors/${slug}-${mentor.id}`);

    await page.goto(`/wall-of-impact?mentor=${slug}`);
    await expect(page.getByRole('heading', { name: `Stories from sessions with ${mentor.name}` })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/wall-of-impact$/);
    await expectAccessible(page);
    await expectLargeTextFits(page, 'the stories of a mentor');
    await page.goto('/wall-of-impact?mentor=nobody');
    await expect(page.getByText('No stories from sessions with this mentor yet.')).toBeVisible();
    await expectAccessible(page);
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: 'All stories' }).click();
    await expect(page).toHaveURL(/\/wall-of-impact$/);
    await expect(page.getByRole('article').first()).toBeVisible();

    await page.goto(`/mentors/${mentor.id}`);
    const stories = page.getByRole('region', { name: 'Stories from sessions here' });
    await expect(stories.getByRole('listitem')).toHaveCount(1);
    await expect(stories.getByRole('link', { name: 'See it on the Wall of Impact' })).toHaveAttribute(
      'href',
      `/wall-of-impact?mentor=${slug}`,
    );
    await atBothWidths(page, () => expectAccessible(page));
    await expectLargeTextFits(page, 'a profile with a story');
  });

  await test.step('a queued refund takes mark and name away, one that failed brings them back', async () => {
    const [refund] = await sql`
      insert into private.refunds (payment_id, amount_paise, reason)
      select y.id, y.amount_paise, 'booking_cancelled' from private.payments y where y.booking_id = ${bookingId}
      returning id`;
    await waitForWall(page.request, name, false);
    await page.goto(uncachedWallPath());
    await expect(card).toBeVisible();
    await expect(card.getByText('Verified session')).toHaveCount(0);
    // Visitors' answers are up to three seconds old.
    await expect(async () => {
      await page.goto(`/wall-of-impact?mentor=${slug}&at=${Date.now()}`);
      await expect(page.getByText('No stories from sessions with this mentor yet.')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await sql`update private.refunds set state = 'failed' where id = ${refund?.id}`;
    await waitForWall(page.request, name);
    await sql`delete from private.refunds where id = ${refund?.id}`;
  });

  await test.step('the mentor changes the answer under Reviews', async () => {
    await signInAsMentor(page, mentor.id);
    await page.goto('/mentor-dashboard/reviews');
    const stories = page.getByRole('region', { name: 'Stories about your sessions' });
    await expect(stories.getByRole('radio', { name: 'Yes, name me' })).toBeChecked();
    await stories.getByRole('radio', { name: 'No, leave my name out' }).check();
    await expect(page.getByText('Thank you. Your answer is saved: your name is left out.')).toBeVisible();
    await atBothWidths(page, () => expectAccessible(page));
    expect(await storedAnswer()).toBe('no');
    await expectLargeTextFits(page, 'Reviews with a story');
    await waitForWall(page.request, name, false);
  });

  await test.step('the founder withdraws the story', async () => {
    await storeSession(page, session);
    await page.goto(`/sessions/${bookingId}`);
    await expect(block).toContainText('On the Wall of Impact');
    await expect(block).toContainText(`${mentor.name} prefers not to be named.`);
    await expect(block.getByRole('link', { name: 'See the story' })).toBeVisible();
    await atBothWidths(page, () => expectAccessible(page));
    await block.getByRole('button', { name: 'Withdraw story' }).click();
    const question = page.getByRole('dialog', { name: 'Withdraw your story?' });
    await expect(question).toContainText('It leaves the Wall of Impact within a minute. This cannot be undone.');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Keep it' }).click();
    await block.getByRole('button', { name: 'Withdraw story' }).click();
    await question.getByRole('button', { name: 'Withdraw story' }).click();
    await expect(block).toContainText('Your story is withdrawn.');
    await expect(block.getByRole('button', { name: 'Share it as an impact story' })).toBeVisible();
    await waitForWall(page.request, bookingId.slice(0, 8), false);
    expect(await sql`select from private.story_sessions where booking_id = ${bookingId}`).toHaveLength(0);
    await block.getByRole('button', { name: 'Share it as an impact story' }).click();
    await expect(block.getByLabel('Your story')).toBeVisible();
    await expectLargeTextFits(page, 'the form of a story');
  });
});
