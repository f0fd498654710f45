import { expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import {
  addMentorAccount,
  forgetSession,
  founderOf,
  logIn,
  signInAsAdministrator,
  signInAsNewFounder,
} from '#tests/kit/browser/accounts.ts';
import { buyOffer, findOffer } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectLargeTextFits } from '#tests/kit/browser/large-text.ts';
import { scanMail } from '#tests/kit/browser/mail-scanner.ts';
import { linkIn } from '#tests/kit/browser/mailbox.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';
import { holdSession, makeCheckInDue } from '#tests/kit/held-session.ts';

// docs/product/outcomes.md#check-ins
test('A founder answers by one press on the page of the e-mail, changes the answer, and shows it to the mentor', {
  tag: '@ci',
}, async ({ page, browser, app, sql, mailbox }) => {
  test.slow();
  const person = await signInAsNewFounder(page, 'Asha Rao');
  const founder = await founderOf(page);
  const offer = await findOffer();
  const mentor = offer.mentor.name;
  const bookingId = await buyOffer(app, founder, offer);
  const change = `A first pilot with school ${bookingId.slice(0, 8)}`;
  const mentorAccount = await addMentorAccount(offer.mentor.id);
  // All tests answer from one address.
  await sql`delete from private.submission_counts where key like 'check_in:%'`;
  await holdSession(app, bookingId, 7);
  await makeCheckInDue(app, bookingId, 7);
  const stored = async () => {
    const [row] = await sql`
      select state, answer, change, customers::int, is_released from private.check_ins
      where booking_id = ${bookingId} and day = 7`;
    return row;
  };
  const mail = await mailbox.waitFor(person.email, /^Did your session with .+ help\?$/);
  // Of another founder, and refunded later.
  const otherOffer = await findOffer();
  const otherFounder = await app.addFounder();
  const other = await buyOffer(app, otherFounder, otherOffer);
  await holdSession(app, other, 30);
  await makeCheckInDue(app, other, 30);
  const otherMail = await mailbox.waitFor(otherFounder.email, /^Did your session with .+ help\?$/);
  const block = (name: string) => page.getByRole('region', { name });

  await test.step('programs that read the e-mail change nothing, though they run the scripts', async () => {
    const seen = await scanMail(browser, mail);
    // The scanner leaves a page before a busy machine has opened it.
    expect(seen.filter((text) => text.includes('Save my answer'))).not.toHaveLength(0);
    await page.goto(linkIn(mail, /a=no/));
    await expect(page.getByRole('radio', { name: 'No', exact: true })).toBeChecked();
    // What a script presses is no person's press.
    await page.evaluate(() => {
      document.querySelector<HTMLInputElement>('input[value="partly"]')?.click();
      document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    });
    await expect(page.getByRole('radio', { name: 'Partly' })).toBeChecked();
    await page.waitForTimeout(500);
    expect(await stored()).toMatchObject({ state: 'sent', answer: null });
  });

  await test.step('the first press stores the answer of the link, wherever it is', async () => {
    await forgetSession(page);
    const response = await page.goto(linkIn(mail, /a=yes/));
    expect(response?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.getByRole('heading', { level: 1, name: 'Did your session help?' })).toBeVisible();
    await expect(page.getByText(new RegExp(`^You met ${mentor} on .+\\.$`))).toBeVisible();
    await expect(page.getByText('Our team reads your answer.')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: `${mentor} may see this answer` })).not.toBeChecked();
    await expect(page.getByRole('group', { name: 'Numbers, if you like' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('heading', { level: 1 }).click();
    await expect(page.getByText('Thank you. Your answer is saved.')).toBeVisible();
    expect(await stored()).toMatchObject({ state: 'answered', answer: 'yes' });
    await expect(page.getByRole('link', { name: 'Share it as an impact story' })).toHaveAttribute(
      'href',
      `/sessions/${bookingId}#story`,
    );
  });

  await test.step('a wrong number has its sentence and loses nothing, and the answer can be changed', async () => {
    await page.getByLabel('What changed?').fill(change);
    await page.getByLabel('Paying customers').fill('1.5');
    await page.getByRole('button', { name: 'Save my answer' }).click();
    await expect(page.getByText('Please enter a whole number.')).toBeVisible();
    await expect(page.getByLabel('Paying customers')).toBeFocused();
    await expect(page.getByLabel('What changed?')).toHaveValue(change);
    await page.getByLabel('Paying customers').fill('1,200');
    await page.getByLabel('Monthly revenue (₹)').fill('0');
    await expect(page.getByLabel('People in the team')).toHaveValue('');
    await page.getByText('Partly', { exact: true }).click();
    await page.getByRole('button', { name: 'Save my answer' }).click();
    await expect(page.getByText('Thank you. Your answer is saved.')).toBeVisible();
    await expect.poll(stored).toMatchObject({ answer: 'partly', change, customers: 1200 });
    await atBothWidths(page, async () => expect(page.getByRole('button', { name: 'Save my answer' })).toBeVisible());
    await expectLargeTextFits(page, new URL(page.url()).pathname + new URL(page.url()).search);
  });

  await test.step('what was typed while the first press is still being stored is stored after it', async () => {
    await page.goto(linkIn(otherMail, /a=yes/));
    await expect(page.getByRole('button', { name: 'Save my answer' })).toBeVisible();
    const { promise: isTyped, resolve: type } = Promise.withResolvers<void>();
    await page.route('**/functions/v1/answer-check-in', async (route) => {
      await isTyped;
      await route.continue();
    });
    const first = page.waitForRequest('**/functions/v1/answer-check-in');
    await page.getByLabel('What changed?').click();
    await first;
    await page.getByLabel('What changed?').fill('Two schools pay');
    // A person presses whatever is there, without waiting as Playwright would.
    await page.getByRole('button', { name: 'Save my answer' }).click({ force: true });
    type();
    await expect
      .poll(() => sql`select answer, change from private.check_ins where booking_id = ${other} and day = 30`)
      .toEqual([{ answer: 'yes', change: 'Two schools pay' }]);
    await page.unroute('**/functions/v1/answer-check-in');
  });

  await test.step('an altered link says what to do', async () => {
    allowConsoleError(/404|409/);
    await page.goto(linkIn(mail, /a=yes/).replace(/.(.{9})&a=/, '~$1&a='));
    await expect(page.getByText('This link is not valid. Log in to answer on your session’s page.')).toBeVisible();
    const refuse = async (status: number, body: object) => {
      allowConsoleError(new RegExp(String(status)));
      await page.route('**/functions/v1/answer-check-in', (route) => route.fulfill({ status, json: body }));
      await page.goto(linkIn(mail, /a=yes/));
    };
    await refuse(410, { code: 'link_expired', error: '' });
    await expect(page.getByText('This link has expired. Log in to answer on your session’s page.')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.unroute('**/functions/v1/answer-check-in');
    await refuse(503, { error: '' });
    await expect(page.getByText('This did not work. Please check your connection and try again.')).toBeVisible();
    await page.unroute('**/functions/v1/answer-check-in');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('button', { name: 'Save my answer' })).toBeVisible();
    await sql`
      update public.bookings set status = 'cancelled', incident = 'mentor_no_show' where id = ${other}`;
    await page.goto(linkIn(otherMail, /a=yes/));
    await expect(page.getByText('This session was refunded: nothing to answer.')).toBeVisible();
  });

  await test.step('the session’s page has the same form, and the mentor reads what was released', async () => {
    await page.goto('/login');
    await logIn(page, person);
    await page.goto(`/sessions/${bookingId}`);
    const own = block('Since your session');
    await expect(own).toContainText('After 7 days');
    await expect(own).toContainText(change);
    await expect(own).toContainText(`${mentor} does not see this answer.`);
    await own.getByRole('button', { name: 'Change your answer' }).click();
    await own.getByRole('checkbox', { name: `${mentor} may see this answer` }).check();
    await own.getByRole('button', { name: 'Save my answer' }).click();
    await expect(own).toContainText('Thank you. Your answer is saved.');
    await expect(own).toContainText(`${mentor} sees this answer.`);
    await expectAccessibleInBothThemes(page);
    await forgetSession(page);
    await page.goto('/login');
    await logIn(page, mentorAccount);
    await page.goto(`/sessions/${bookingId}`);
    await expect(block('What Asha Rao answered')).toContainText(change);
    await expect(block('What Asha Rao answered').getByRole('button')).toHaveCount(0);
  });

  await test.step('an administrator reads counts and answers', async () => {
    await signInAsAdministrator(page, '/admin?tab=impact-stories');
    await page.getByRole('link', { name: 'Check-ins' }).click();
    await expect(page.getByText(change)).toBeVisible();
    await expect(page.getByRole('heading', { name: `Asha Rao with ${mentor}` }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'After 90 days' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  await test.step('the e-mail’s link stops such e-mails, which the account shows', async () => {
    await page.goto(linkIn(mail, /stop-mail/));
    await expect(page.getByRole('heading', { name: 'Stop e-mails that ask how a session went?' })).toBeVisible();
    await page.getByRole('button', { name: 'Stop these e-mails' }).click();
    await expect(page.getByText(/^Done\. We will not send these e-mails to .+ again\.$/)).toBeVisible();
    await forgetSession(page);
    await page.goto('/login');
    await logIn(page, person);
    await page.goto('/account#notifications');
    await expect(page.getByRole('switch', { name: 'E-mails that ask how a session went' })).not.toBeChecked();
    await page.getByRole('button', { name: 'Stop all of these' }).click();
    await expect(page.getByText('We will not send you these e-mails.')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'E-mails when a mentor opens a new time' })).not.toBeChecked();
    await expect(page.getByRole('button', { name: 'Stop all of these' })).toBeDisabled();
  });
});

test('A mentor is reminded of a missing summary, stops such e-mails by their link, and allows them again in the settings', {
  tag: '@ci',
}, async ({ page, app, sql, mailbox }) => {
  const offer = await findOffer();
  const bookingId = await buyOffer(app, await app.addFounder({ name: 'Ravi Kumar' }), offer);
  const person = await addMentorAccount(offer.mentor.id);
  await sql`update public.mentor_private set email = ${person.email} where mentor_id = ${offer.mentor.id}`;
  await holdSession(app, bookingId, 1);
  await sql`
    update private.outbox set run_at = now() where kind = 'summary_wanted' and payload ->> 'booking_id' = ${bookingId}`;
  const mail = await mailbox.waitFor(person.email, /^Two minutes for Ravi Kumar: what did you agree on\?$/);
  expect(mail.text).toContain('A short summary helps Ravi Kumar to act on your session.');
  expect(new URL(linkIn(mail, /Write the summary/)).pathname).toBe(`/sessions/${bookingId}`);
  await page.goto(linkIn(mail, /stop-mail/));
  await expect(page.getByRole('heading', { name: 'Stop reminders to write a summary?' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop these e-mails' }).click();
  await expect(page.getByText(/^Done\. We will not send these e-mails/)).toBeVisible();
  await page.goto('/login');
  await logIn(page, person);
  await page.goto('/mentor-dashboard/settings');
  const reminders = page.getByRole('switch', { name: 'Reminders to write a summary' });
  await expect(reminders).not.toBeChecked();
  await reminders.click();
  await expect(page.getByText('Reminders to write a summary are on.')).toBeVisible();
  await expect(reminders).toBeChecked();
  await expectAccessibleInBothThemes(page);
  expect(await sql`select from private.mail_stops where kind = 'session_summaries'`).toEqual([]);
});

test('“Share it as an impact story” opens the form on the session’s own page, a second time too', async ({
  page,
  app,
}) => {
  await signInAsNewFounder(page, 'Asha Rao');
  const bookingId = await buyOffer(app, await founderOf(page), await findOffer());
  await holdSession(app, bookingId, 7);
  await makeCheckInDue(app, bookingId, 7);
  await page.goto(`/sessions/${bookingId}`);
  await page.getByText('Yes', { exact: true }).click();
  await page.getByRole('button', { name: 'Save my answer' }).click();
  const story = page.getByRole('region', { name: 'Your impact story' });
  for (const time of ['first', 'second']) {
    await page.getByRole('link', { name: 'Share it as an impact story' }).click();
    await expect(story.getByRole('textbox').first(), time).toBeVisible();
    await story.getByRole('button', { name: 'Not now' }).click();
    await expect(story.getByRole('textbox')).toHaveCount(0);
  }
});
