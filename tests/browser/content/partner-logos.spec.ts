import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { loseNextAnswer, watchRequests } from '#tests/kit/browser/network.ts';
import { button, lifted, listed, openPartnerLogos, row, TAB } from '#tests/kit/browser/partner-logos.ts';
import { openSections } from '#tests/kit/browser/sections.ts';

const ROWS = /\/rest\/v1\/partner_logos\?/;

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const fileBox = (page: Page) => page.locator('input[type=file]');

const png = () =>
  sharp({ create: { width: 300, height: 120, channels: 4, background: { r: 180, g: 35, b: 24, alpha: 0.8 } } })
    .png()
    .toBuffer();

async function choose(page: Page, buffer: Buffer, name = 'logo.png', mimeType = 'image/png') {
  await fileBox(page).setInputFiles({ name, mimeType, buffer });
}

test('A partner’s logo is added, moved, changed and deleted, and the home page follows', { tag: '@faults' }, async ({
  page,
  partnerLogos,
}) => {
  const { name } = partnerLogos;
  const before = await openPartnerLogos(page);
  const group = (await openSections(page)).getByRole('group', { name: 'Content Management' });
  await expect(group.getByRole('link', { name: 'Partner Logos' })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Escape');
  for (const heading of ['Image', 'Name', 'Order', 'Actions']) {
    await expect(page.getByRole('columnheader', { name: heading, exact: true })).toBeAttached();
  }
  await expect(button(page, `Move ${before[0]} up`)).toBeDisabled();
  await expect(button(page, `Move ${before.at(-1)} down`)).toBeDisabled();
  await expectAccessible(page);

  await button(page, 'Add New Partner').click();
  const adding = dialog(page, 'Add New Partner');
  await adding.getByRole('button', { name: 'Add Partner' }).click();
  await expect(adding.getByText('Please enter a partner name')).toBeVisible();
  await expect(adding.getByText('Please select an image')).toBeVisible();
  await expect(adding.getByLabel('Partner name')).toBeFocused();
  await choose(page, Buffer.from('<html><script>alert(1)</script>'));
  await expect(
    adding.getByText('Please select a valid image file (JPEG, PNG, or WebP)', { exact: true }),
  ).toBeVisible();
  await choose(page, Buffer.concat([await png(), Buffer.alloc(3 * 1024 * 1024)]));
  await expect(adding.getByText('Image size should be less than 3MB')).toBeVisible();
  await choose(page, await png());
  await adding.getByLabel('Partner name').fill(`  ${name} `);
  await expect(adding.getByRole('alert')).toHaveCount(0);
  await expect(adding.getByRole('figure')).toHaveText(['On light', 'On dark']);
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Add Partner' }).click();
  await expect(page.getByText('Partner logo added successfully')).toBeVisible();
  await expect(adding).toHaveCount(0);
  await expect(button(page, 'Add New Partner')).toBeFocused();
  expect(await partnerLogos.stored()).toEqual([...before, name]);
  await expect(row(page, name)).toContainText(String(before.length + 1));

  await button(page, `Move ${name} up`).click();
  await button(page, `Move ${name} up`).click();
  await expect(page.getByText('Partner logos reordered successfully')).toBeVisible();
  await expect(button(page, `Move ${name} up`)).toBeFocused();
  const order = lifted([...before, name], 2);
  await expect(page.getByText(`${name} is at place ${order.indexOf(name) + 1} of ${order.length}.`)).toBeAttached();
  await expect.poll(partnerLogos.stored).toEqual(order);
  expect(await listed(page)).toEqual(order);

  await button(page, `Edit ${name}`).click();
  const editing = dialog(page, 'Edit Partner Logo');
  await expect(editing.getByLabel('Partner name')).toHaveValue(name);
  await editing.getByLabel('Partner name').fill(`${name} Fund`);
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Partner logo updated successfully')).toBeVisible();
  await expect(button(page, `Edit ${name} Fund`)).toBeFocused();

  await page.goto('/');
  await page.getByRole('heading', { name: 'Trusted By' }).scrollIntoViewIfNeeded();
  const shown = page.getByRole('region', { name: 'Our partners', exact: true }).getByRole('img');
  const expected = order.map((each) => (each === name ? `${name} Fund` : each));
  await expect
    .poll(() => shown.evaluateAll((images) => images.map((each) => each.getAttribute('alt'))))
    .toEqual(expected);
  const own = shown.nth(expected.indexOf(`${name} Fund`));
  await own.scrollIntoViewIfNeeded();
  await expect.poll(() => own.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.goto(TAB);
  await button(page, `Delete ${name} Fund`).click();
  const asking = dialog(page, 'Delete Partner Logo');
  await expect(asking).toContainText(`${name} Fund`);
  await asking.getByRole('button', { name: 'Delete Logo' }).click();
  await expect(page.getByText('Partner logo deleted successfully')).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
  expect(await partnerLogos.stored()).toEqual(before);
});

test('A refused change of a partner’s logo is told above what was typed, and is not done twice', {
  tag: ['@desktop', '@faults'],
}, async ({ page, partnerLogos, sql }) => {
  allowConsoleError(/Failed to load resource/);
  const { name } = partnerLogos;
  const before = await openPartnerLogos(page, 'own');
  await button(page, 'Add New Partner').click();
  const adding = dialog(page, 'Add New Partner');
  await adding.getByLabel('Partner name').fill(name);
  const whole = await png();
  await choose(page, whole.subarray(0, whole.length / 2));
  await adding.getByRole('button', { name: 'Add Partner' }).click();
  await expect(page.getByText('Failed to upload logo image')).toBeVisible();
  await expect(adding.getByRole('alert')).toHaveText(
    'Failed to upload image. This image is damaged or not complete. Please choose another one.',
  );

  const uploads = watchRequests(page, (request) => request.url().includes('/store-picture'));
  await choose(page, whole);
  await loseNextAnswer(page, '**/rest/v1/partner_logos*');
  await adding.getByRole('button', { name: 'Add Partner' }).click();
  await expect(page.getByText('Failed to add partner logo')).toBeVisible();
  await expect(adding.getByRole('alert')).toContainText('Failed to add logo');
  await expect(adding.getByLabel('Partner name')).toHaveValue(name);
  await adding.getByRole('button', { name: 'Add Partner' }).click();
  await expect(page.getByText('Partner logo added successfully')).toBeVisible();
  expect(await partnerLogos.stored()).toEqual([...before, name]);
  expect(uploads).toHaveLength(1);

  // Another administrator changes it, then deletes it.
  await expect(row(page, name)).toBeVisible();
  await button(page, `Edit ${name}`).click();
  const editing = dialog(page, 'Edit Partner Logo');
  await editing.getByLabel('Partner name').fill(`${name}, mine`);
  await sql`update public.partner_logos set image_url = '/demo/partners/varsha-labs.svg' where name = ${name}`;
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  const question = dialog(page, 'Somebody else changed this meanwhile.');
  await expect(question.getByRole('region', { name: 'Logo' }).locator('img')).toHaveCount(2);
  await question.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Partner logo updated successfully')).toBeVisible();
  const [kept] = await sql`select name, image_url from public.partner_logos where name like ${`${name}%`}`;
  expect(kept).toEqual({ name: `${name}, mine`, image_url: '/demo/partners/varsha-labs.svg' });
  await button(page, `Edit ${name}, mine`).click();
  await sql`delete from public.partner_logos where name = ${`${name}, mine`}`;
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Failed to update partner logo')).toBeVisible();
  await expect(editing.getByRole('alert')).toContainText('Failed to update logo');
  await expect(editing.getByRole('alert')).toContainText('This logo no longer exists: somebody else has deleted it.');
  await editing.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, name)).toHaveCount(0);

  await button(page, `Delete ${before[0]}`).click();
  const asking = dialog(page, 'Delete Partner Logo');
  await expect(asking).toContainText(before[0] ?? '');
  await expectAccessible(page);
  await page.route(ROWS, (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
  await asking.getByRole('button', { name: 'Delete Logo' }).click();
  await expect(page.getByText('Failed to delete partner logo')).toBeVisible();
  await expect(asking.getByRole('alert')).toContainText('Failed to delete logo');
  await asking.getByRole('button', { name: 'Keep' }).click();
  await expect(page.getByText('Failed to load partner logos')).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.route(ROWS, (route) => route.fulfill({ json: [] }));
  await button(page, 'Try Again').click();
  await expect(page.getByText('No partner logos added yet')).toBeVisible();
  await expectAccessible(page);
  expect(await partnerLogos.stored()).toEqual(before);
});
