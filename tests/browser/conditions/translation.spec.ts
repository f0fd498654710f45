import { randomUUID } from 'node:crypto';
import { forgetSession, signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import {
  confirmChoice,
  findOffer,
  openProfile,
  pathWithChoice,
  paymentDialog,
  proceedToPayment,
  waitUntilHydrated,
} from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { addExtensions, type TranslationWay, translate } from './init-scripts.ts';

for (const way of ['moves the text', 'replaces the text'] as const) {
  test.describe(`a translation that ${way}`, () => {
    test.beforeEach(async ({ context }) => {
      allowConsoleError(/Minified React error #418/);
      await context.addInitScript(translate, way);
    });

    test(`On a page whose translation ${way}, a reset link, an application and a new name are sent`, {
      tag: '@faults',
    }, async ({ page }) => {
      await signInAsNewFounder(page);
      await page.goto('/account');
      await page.getByRole('button', { name: 'Your details', exact: true }).first().click();
      const details = page.getByRole('region', { name: 'Your details' });
      await details.getByLabel('Name').fill('Ravi Iyer');
      await details.getByRole('button', { name: 'Save name' }).click();
      await expect(page.getByText('Name changed.')).toBeVisible();

      await page.goto('/join-as-mentor');
      const form = page.getByRole('form', { name: 'Your application' });
      await form.getByRole('button', { name: 'Submit Application' }).click();
      await expect(form.getByText('Please provide a valid phone number')).toBeVisible();
      await form.getByLabel('Full Name').fill(`Meera ${randomUUID().slice(0, 8)}`);
      await form.getByLabel('Phone Number').fill('+91 98765 43210');
      await form.getByLabel('LinkedIn Profile').fill('https://www.linkedin.com/in/meera-iyer');
      await form.getByRole('button', { name: 'Submit Application' }).click();
      await expect(page.getByText("Application submitted successfully! We'll be in touch soon.")).toBeVisible();

      await forgetSession(page);
      await page.goto('/login');
      await page.getByRole('button', { name: 'Forgot your password?' }).click();
      await page
        .getByRole('dialog')
        .getByLabel('Email')
        .fill(`asha-${randomUUID().slice(0, 8)}@example.test`);
      await page.getByRole('dialog').getByRole('button', { name: 'Send Reset Link' }).click();
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
      expect(await page.locator('font > font').count()).toBeGreaterThan(5);
    });

    test(`On a page whose translation ${way}, a changed text takes the place of the one before`, {
      tag: '@ci',
    }, async ({ page }) => {
      await signInAsNewFounder(page);
      await openProfile(page, pathWithChoice(await findOffer()));
      await confirmChoice(page);
      await proceedToPayment(page);
      await page.route('**/checkout.js', () => {});
      const button = paymentDialog(page).getByRole('button', { name: /^Pay ₹/ });
      await expect(button.locator('font')).not.toHaveCount(0);
      await button.click();
      const busy = paymentDialog(page).getByRole('button', { name: 'Opening checkout...', exact: true });
      await expect(busy).toBeDisabled();
      await expect(busy).not.toContainText('Pay');

      const texts = await page.evaluate(changeTexts);
      expect(texts).toEqual({
        isTranslated: true,
        changed: 'Changed. Second.',
        inserted: 'Changed. Between. Second.',
        removed: 'Between. Second.',
      });
    });
  });
}

test('On a page that was translated before React read it, what is typed while React draws the page anew stays', async ({
  page,
  context,
}) => {
  allowConsoleError(/Minified React error #418/);
  const way: TranslationWay = 'replaces the text';
  await context.addInitScript(translate, way);
  await context.addInitScript(typeWhileDrawn);
  await page.goto('/signup');
  await waitUntilHydrated(page);
  await expect(page.locator('html')).toHaveAttribute('data-typed', 'gone');
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
  await expect(page.getByLabel('Full Name'), 'the person goes on typing there').toBeFocused();
});

for (const change of ['a translation', 'an extension'] as const) {
  test(`On a page that ${change} changed before React read it, what was typed, chosen and opened is there when it is drawn anew`, {
    tag: '@ci',
  }, async ({ page, context }) => {
    allowConsoleError(/Minified React error #418|Applying inline style violates/);
    const way: TranslationWay = 'replaces the text';
    if (change === 'a translation') await context.addInitScript(translate, way);
    else await context.addInitScript(addExtensions);
    let held: (() => void)[] | undefined;
    await page.route('**/assets/*.js', async (route) => {
      await new Promise<void>((resolve) => (held ? held.push(resolve) : resolve()));
      await route.continue().catch(() => {});
    });
    const open = async (path: string) => {
      held = [];
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('contentinfo')).toBeAttached();
    };
    /** Goes on with the scripts of the page, until React has drawn it anew. */
    const drawAnew = async () => {
      const main = await page.locator('main').elementHandle();
      const waiting = held ?? [];
      held = undefined;
      for (const resume of waiting) resume();
      await waitUntilHydrated(page);
      expect(await main?.evaluate((element) => element.isConnected), 'it was drawn anew').toBe(false);
    };

    await open('/mentors');
    await page.getByText('Not sure whom to ask? Describe your problem.').click();
    await page.getByLabel('Your problem').pressSequentially('Our first ');
    await drawAnew();
    await expect(page.getByLabel('Your problem')).toBeFocused();
    await page.keyboard.type('sales.');
    await expect(page.getByLabel('Your problem')).toHaveValue('Our first sales.');

    await open('/mentors');
    await page.getByPlaceholder('Search by name or expertise...').fill('fundraising');
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.locator('#filters');
    await sheet.getByText('Any Language').click();
    for (const name of ['English', 'Hindi']) await sheet.getByRole('checkbox', { name }).check();
    await sheet.getByLabel('Price Range').selectOption('Up to 3,500');
    await drawAnew();
    await expect(page).toHaveURL('/mentors?q=fundraising&price=0-3500&lang=en,hi');
    await expect(sheet, 'it is open still').toBeVisible();

    await open('/ask-us');
    await page.getByLabel('What do you need help with?').fill('Who sells toys?');
    await page.getByLabel('Email', { exact: true }).fill('asha@startup.example');
    await drawAnew();
    await expect(page.getByLabel('What do you need help with?')).toHaveValue('Who sells toys?');
    await expect(page.getByText('15 of 500')).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('asha@startup.example');

    await open('/signup');
    await page.getByLabel('Full Name').fill('Asha Rao');
    await page.getByLabel('Email', { exact: true }).fill(`asha-${randomUUID().slice(0, 8)}@example.test`);
    for (const label of ['Password', 'Confirm Password'])
      await page.getByLabel(label, { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await drawAnew();
    await expect(page.getByRole('button', { name: 'Resend Confirmation Email' }), 'it is pressed').toBeVisible();
  });
}

/** Types a name when the form has looked at its inputs, and tells whether that input was replaced. */
function typeWhileDrawn(): void {
  const { querySelector } = Document.prototype;
  Document.prototype.querySelector = function (selector: string) {
    const found = querySelector.call(this, selector);
    const name = querySelector.call(this, '#sign-up input[name="name"]');
    if (selector.includes('confirmPassword') && name instanceof HTMLInputElement && name.value === '') {
      name.focus();
      name.value = 'Asha Rao';
      setTimeout(() => {
        document.documentElement.dataset.typed = name.isConnected ? 'there' : 'gone';
      }, 500);
    }
    return found;
  };
}

/** Texts of a page as React changes one, puts something before one, and removes one, while they are translated. */
async function changeTexts() {
  const box = document.createElement('p');
  const [first, second] = [new Text('First. '), new Text('Second.')] as const;
  box.append(first, second);
  document.body.append(box);
  const translated = () => new Promise((resolve) => setTimeout(resolve, 50));
  const read = () => box.textContent.replaceAll('\u200b', '');
  await translated();
  const isTranslated = box.querySelectorAll('font > font').length === 2;
  first.nodeValue = 'Changed. ';
  await translated();
  const changed = read();
  box.insertBefore(document.createElement('b'), second).append('Between. ');
  await translated();
  const inserted = read();
  box.removeChild(first);
  await translated();
  return { isTranslated, changed, inserted, removed: read() };
}

test('On a page that nobody translates, a node that a parent lacks is still an error', async ({ page }) => {
  await page.goto('/terms');
  await waitUntilHydrated(page);
  const remove = () => document.body.removeChild(document.createElement('p'));
  await expect(page.evaluate(remove)).rejects.toThrow('NotFoundError');
  const insert = () => document.body.insertBefore(new Text('a'), document.createElement('p'));
  await expect(page.evaluate(insert)).rejects.toThrow('NotFoundError');
});

test('Without the guard, a change beside a translated text throws', async ({ page, context }) => {
  allowConsoleError(/NotFoundError|Minified React error/);
  await context.addInitScript(translate, 'moves the text' as TranslationWay);
  await context.addInitScript(() => {
    for (const name of ['removeChild', 'insertBefore'] as const) {
      const original = Node.prototype[name];
      Object.defineProperty(Node.prototype, name, { get: () => original, set: () => {} });
    }
  });
  await page.goto('/terms');
  await expect(page.evaluate(changeTexts)).rejects.toThrow('NotFoundError');
});
