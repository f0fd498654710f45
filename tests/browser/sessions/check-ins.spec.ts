import { expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import {
  addMentorAccount,
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
test('A founder answers by one press on the page of the e-mail, changes the answer, and shows it to the mentor', async ({
  page,
  browser,
  app,
  sql,
  mailbox,
}) => {
  test.slow();
  const person = await signInAsNewFounder(page, 'Asha Rao');
  const founder = await founderOf(page);
  const offer = await findOffer();
  const mentor = offer.mentor.name;
  const bookingId = await buyOffer(app, founder, offer);
  const mentorAccount = await addMentorAccount(offer.mentor.id);
  await holdSession(app, bookingId, 7);
  await makeCheckInDue(app, bookingId, 7);
  const stored = async () => {
    const [row] = await sql`
      select state, answer, change, customers::int, is_released from private.check_ins
      where booking_id = ${bookingId} and day = 7`;
    return row;
  };
  const mail = await mailbox.waitFor(person.email, /^Did your session with .+ help\?$/);
  const block = (name: string) => page.getByRole('region', { name });

  await test.step('programs that read the e-mail change nothing, though they run the scripts', async () => {
    const seen = await scanMail(browser, mail);
    expect(seen.filter((text) => text.includes('Save my answer'))).toHaveLength(3);
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
    await page.evaluate(() => localStorage.clear());
    const response = await page.goto(linkIn(mail, /a=yes/));
    expect(response?.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.getByRole('heading', { level: 1, name: 'Did your session help?' })).toBeVisible();
    await expect(page.getByText(new RegExp(`^You met ${mentor} on .+\\.$`))).toBeVisible();
    await expect(page.getByText('Our team reads your answer.')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: `${mentor} may see this answer` })).not.toBeChecked();
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
    await page.getByLabel('What changed?').fill('A first pilot with a school');
    await page.getByLabel('Paying customers').fill('1.5');
    await page.getByRole('button', { name: 'Save my answer' }).click();
    await expect(page.getByText('Please enter a whole number.')).toBeVisible();
    await expect(page.getByLabel('Paying customers')).toBeFocused();
    await expect(page.getByLabel('What changed?')).toHaveValue('A first pilot with a school');
    await page.getByLabel('Paying customers').fill('1,200');
    await page.getByLabel('Monthly revenue (₹)').fill('0');
    await expect(page.getByLabel('People in the team')).toHaveValue('');
    await page.getByText('Partly', { exact: true }).click();
    await page.getByRole('button', { name: 'Save my answer' }).click();
    await expect(page.getByText('Thank you. Your answer is saved.')).toBeVisible();
    await expect
      .poll(stored)
      .toMatchObject({ answer: 'partly', change: 'A first pilot with a school', customers: 1200 });
    await atBothWidths(page, async () => expect(page.getByRole('button', { name: 'Save my answer' })).toBeVisible());
    await expectLargeTextFits(page, new URL(page.url()).pathname + new URL(page.url()).search);
  });

  await test.step('an altered link says what to do', async () => {
    allowConsoleError(/404/);
    await page.goto(linkIn(mail, /a=yes/).replace(/.&a=/, '-&a='));
    await expect(page.getByText('This link is not valid. Log in to answer on your session’s page.')).toBeVisible();
  });

  await test.step('the session’s page has the same form, and the mentor reads what was released', async () => {
    await page.goto('/login');
    await logIn(page, person);
    await page.goto(`/sessions/${bookingId}`);
    const own = block('Did it help?');
    await expect(own).toContainText('After 7 days');
    await expect(own).toContainText('A first pilot with a school');
    await expect(own).toContainText(`${mentor} does not see this answer.`);
    await own.getByRole('button', { name: 'Change your answer' }).click();
    await own.getByRole('checkbox', { name: `${mentor} may see this answer` }).check();
    await own.getByRole('button', { name: 'Save my answer' }).click();
    await expect(own).toContainText('Thank you. Your answer is saved.');
    await expect(own).toContainText(`${mentor} sees this answer.`);
    await expectAccessibleInBothThemes(page);
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    await logIn(page, mentorAccount);
    await page.goto(`/sessions/${bookingId}`);
    await expect(block('What Asha Rao answered')).toContainText('A first pilot with a school');
    await expect(block('What Asha Rao answered').getByRole('button')).toHaveCount(0);
  });

  await test.step('an administrator reads counts and answers', async () => {
    await signInAsAdministrator(page, '/admin?tab=impact-stories');
    await page.getByRole('link', { name: 'Check-ins' }).click();
    await expect(page.getByText('A first pilot with a school')).toBeVisible();
    await expect(page.getByRole('heading', { name: `Asha Rao with ${mentor}` })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'After 90 days' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  await test.step('the e-mail’s link stops such e-mails, which the account shows', async () => {
    await page.goto(linkIn(mail, /stop-mail/));
    await expect(page.getByRole('heading', { name: 'Stop e-mails that ask how a session went?' })).toBeVisible();
    await page.getByRole('button', { name: 'Stop these e-mails' }).click();
    await expect(page.getByText(/^Done\. We will not send these e-mails to .+ again\.$/)).toBeVisible();
    await page.evaluate(() => localStorage.clear());
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
