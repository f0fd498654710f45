/** All ways into an account in one browser whose service worker is at work, twice (docs/product/site.md#offline). */
import { founderOf, logIn, pressMailedLink } from '#tests/kit/browser/accounts.ts';
import { askAuth, askForChange } from '#tests/kit/browser/ask-auth.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { CONDITIONS } from '../conditions/conditions.ts';
import { JOURNEYS, type Journey } from '../conditions/journeys.ts';

test.use({ serviceWorkers: 'allow' });

for (const [where, tag] of [
  ['the host', ['@faults']],
  // Not `@main`: in `npm run parity` nobody answers for Google's sign-in.
  ['a page server of another origin', ['@faults', '@page-server']],
] as const) {
  test(`With the service worker at work a person signs up, books, changes the address, resets the password and uses Google, twice in one browser, with the pages of ${where}`, {
    tag: [...tag],
  }, async ({ page, app, sql, mailbox, adminFixture, addMentor }) => {
    test.setTimeout(300_000);
    const condition = CONDITIONS.find(({ needs }) => needs === 'worker');
    if (!condition) throw new Error('No condition has the service worker at work.');
    await condition.prepare?.(page.context(), page);
    const journey: Journey = { page, condition, app, sql, mailbox, adminFixture, addMentor };
    const logOut = async () => {
      await page.goto('/account');
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Log Out' }).click();
      await expect(page).toHaveURL('/');
    };
    for (const round of ['first', 'second']) {
      await test.step(`the ${round} time`, async () => {
        await JOURNEYS['confirm and book'](journey);
        const person = await founderOf(page);

        const wanted = await askForChange(page, person);
        for (const address of [wanted, person.email]) {
          await pressMailedLink(page, await mailbox.waitFor(address, /new email/i));
          await expect(page.getByText(/^(Thank you\. Now open|Your email was changed)/)).toBeVisible();
        }
        await logOut();

        await page.goto('/login');
        await askAuth(page, 'recover', { email: wanted });
        await pressMailedLink(page, await mailbox.waitFor(wanted, /new password/i));
        await page.getByLabel('New Password', { exact: true }).fill('another horse');
        await page.getByLabel('Confirm New Password', { exact: true }).fill('another horse');
        await page.getByRole('button', { name: 'Reset Password' }).click();
        await expect(page).toHaveURL('/login');
        await logIn(page, { email: wanted, password: 'another horse' });
        await logOut();

        await JOURNEYS.Google(journey);
        await logOut();
        await condition.isAtWork?.(page);
      });
    }
  });
}
