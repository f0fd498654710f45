import { randomUUID } from 'node:crypto';
import type { Locator, Page, Request } from '@playwright/test';
import type { Sql } from 'postgres';
import sharp from 'sharp';
import { expectAccessible } from '../support/accessibility.ts';
import { enterAsAdministrator } from '../support/accounts.ts';
import { test as base } from '../support/desk.ts';
import { expect } from '../support/fixtures.ts';

const TAB = '/admin?tab=partner-logos';
const REORDER = '**/rpc/reorder_partner_logos';
const ROWS = /\/rest\/v1\/partner_logos\?/;

interface Logos {
  sql: Sql;
  /** A name that no other story has. */
  name: string;
  add: (name: string) => Promise<void>;
  /** All names by their place. */
  stored: () => Promise<string[]>;
}

/** One story at a time: they all put one list in order. Afterwards it is as it was. */
const test = base.extend<{ logos: Logos }>({
  logos: async ({ desk: { sql } }, use) => {
    const lock = await sql.reserve();
    await lock`select pg_advisory_lock(hashtextextended('stories of partner logos', 0))`;
    const before = (await sql`select id from public.partner_logos order by order_index`).map(({ id }) => id);
    await use({
      sql,
      name: `Story ${randomUUID().slice(0, 8)}`,
      add: async (name) => {
        await sql`
          insert into public.partner_logos (name, image_url, order_index)
          select ${name}, '/demo/partners/varsha-labs.svg', max(order_index) + 1 from public.partner_logos`;
      },
      stored: async () => {
        const rows = await sql`select name, order_index from public.partner_logos order by order_index`;
        expect(rows.map(({ order_index }) => order_index)).toEqual(rows.map((_, place) => place + 1));
        return rows.map(({ name }) => name);
      },
    });
    await sql`delete from public.partner_logos where not id = any(${before})`;
    await sql`
      update public.partner_logos l set order_index = b.place
      from unnest(${before}::uuid[]) with ordinality b (id, place) where b.id = l.id`;
    await lock`select pg_advisory_unlock_all()`;
    lock.release();
  },
});

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const fileBox = (page: Page) => page.locator('input[type=file]');
/** The names as the table has them, without its head. */
const listed = async (page: Page) => {
  const names = await page.getByRole('row').evaluateAll((rows) => rows.map((each) => each.ariaLabel));
  return names.filter((name) => name !== null);
};

async function enterLogos(page: Page): Promise<string[]> {
  await enterAsAdministrator(page, TAB);
  await expect(button(page, 'Add New Partner')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Partner Logos' })).not.toHaveAttribute('aria-busy', 'true');
  return listed(page);
}

const png = () =>
  sharp({
    create: { width: 300, height: 120, channels: 4, background: { r: 180, g: 35, b: 24, alpha: 0.8 } },
  })
    .png()
    .toBuffer();

async function choose(page: Page, buffer: Buffer, name = 'logo.png', mimeType = 'image/png') {
  await fileBox(page).setInputFiles({ name, mimeType, buffer });
}

/** The last one at the place of the one that stood `steps` before it. */
function lifted(names: string[], steps: number): string[] {
  const others = names.slice(0, -1);
  return others.toSpliced(others.length - steps, 0, names.at(-1) ?? '');
}

test('a partner is added, put in its place, changed and deleted, and the home page follows', {
  tag: '@both',
}, async ({ page, logos }) => {
  const { name } = logos;
  const before = await enterLogos(page);
  await expect(
    page.getByRole('group', { name: 'Content Management' }).getByRole('link', { name: 'Partner Logos' }),
  ).toHaveAttribute('aria-current', 'page');
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
  expect(await logos.stored()).toEqual([...before, name]);
  await expect(row(page, name)).toContainText(String(before.length + 1));

  await button(page, `Move ${name} up`).click();
  await button(page, `Move ${name} up`).click();
  await expect(page.getByText('Partner logos reordered successfully')).toBeVisible();
  await expect(button(page, `Move ${name} up`)).toBeFocused();
  const order = lifted([...before, name], 2);
  await expect(
    page.getByText(`${name} is at place ${order.indexOf(name) + 1} of ${order.length}.`),
  ).toBeAttached();
  await expect.poll(logos.stored).toEqual(order);
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
  expect(await logos.stored()).toEqual(before);
});

/** Drags by the handle to the middle of another row: with a finger where there are fingers. */
async function drag(page: Page, handle: Locator, to: Locator, hasTouch: boolean) {
  await handle.scrollIntoViewIfNeeded();
  const middle = async (of: Locator) => {
    const box = await of.boundingBox();
    if (!box) throw new Error('Nothing to drag to or from');
    return { x: box.x + Math.min(box.width / 2, 20), y: box.y + box.height / 2 };
  };
  const [from, target] = [await middle(handle), await middle(to)];
  const way = Array.from({ length: 12 }, (_, step) => ({
    x: from.x + ((target.x - from.x) * (step + 1)) / 12,
    y: from.y + ((target.y - from.y) * (step + 1)) / 12,
  }));
  const frame = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  if (!hasTouch) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const { x, y } of way) {
      await page.mouse.move(x, y);
      await frame();
    }
    await page.mouse.up();
    return;
  }
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (const point of way) {
    await touch('touchMove', [point]);
    await frame();
  }
  await touch('touchEnd', []);
}

test('a logo is dragged by mouse, by finger and by keys, and each place is told', { tag: '@both' }, async ({
  page,
  logos,
  hasTouch,
}) => {
  const { name } = logos;
  await logos.add(name);
  const before = await enterLogos(page);
  const handle = button(page, `Drag ${name}`);
  const neighbour = before.at(-2) ?? '';
  await drag(page, handle, row(page, neighbour), hasTouch);
  await expect(page.getByText('Partner logos reordered successfully')).toBeVisible();
  await expect.poll(logos.stored).toEqual(lifted(before, 1));
  expect(await listed(page)).toEqual(lifted(before, 1));

  const said = page.getByRole('status').filter({ hasText: name });
  const count = before.length;
  await expect(handle).toHaveAccessibleDescription(
    'Press the space bar to pick the logo up, the arrow keys to move it, and the space bar again to put it down. Escape leaves it where it was.',
  );
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(said).toHaveText(`Picked up ${name}, at place ${count - 1} of ${count}.`);
  await page.keyboard.press('ArrowUp');
  await expect(said).toHaveText(`${name} moves to place ${count - 2} of ${count}.`);
  await page.keyboard.press('Escape');
  await expect(said).toHaveText(`Nothing moved: ${name} stays at place ${count - 1} of ${count}.`);
  await expect.poll(() => listed(page)).toEqual(lifted(before, 1));
  await expect(handle).toBeFocused();

  await page.keyboard.press('Space');
  await expect(said).toHaveText(`Picked up ${name}, at place ${count - 1} of ${count}.`);
  await page.keyboard.press('ArrowDown');
  await expect(said).toHaveText(`${name} moves to place ${count} of ${count}.`);
  await page.keyboard.press('Space');
  await expect(said).toHaveText(`${name} is at place ${count} of ${count}.`);
  await expect.poll(logos.stored).toEqual(before);
  await expect(handle).toBeFocused();
  await expectAccessible(page);
});

test('two administrators who move logos at once end in one order', { tag: '@desktop' }, async ({
  page,
  context,
  logos,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  const { name } = logos;
  await logos.add(name);
  const before = await enterLogos(page);
  const other = await context.newPage();
  await other.goto(TAB);
  await expect.poll(() => listed(other)).toEqual(before);

  await button(page, `Move ${name} up`).click();
  await expect(page.getByText('Partner logos reordered successfully')).toBeVisible();
  await button(other, `Move ${before[0]} down`).click();
  await expect(
    other.getByText(
      'Somebody else changed the logos meanwhile. The list is up to date now: please move it again.',
    ),
  ).toBeVisible();
  await expect.poll(() => listed(other)).toEqual(lifted(before, 1));
  expect(await logos.stored()).toEqual(lifted(before, 1));

  await button(other, `Move ${name} up`).click();
  await expect(other.getByText('Partner logos reordered successfully')).toBeVisible();
  expect(await logos.stored()).toEqual(lifted(before, 2));
});

test('clicks in a row are saved together, and what cannot be saved is undone', { tag: '@desktop' }, async ({
  page,
  logos,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/);
  const { name } = logos;
  await logos.add(name);
  const before = await enterLogos(page);
  const up = button(page, `Move ${name} up`);

  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
  const saves: Request[] = [];
  await page.route(REORDER, async (route) => {
    saves.push(route.request());
    if (saves.length === 1) await isHeld;
    await route.continue();
  });
  for (const steps of [1, 2, 3]) {
    await up.click();
    expect(await listed(page)).toEqual(lifted(before, steps));
  }
  letGo();
  await expect(page.getByText('Partner logos reordered successfully')).toBeVisible();
  expect(await logos.stored()).toEqual(lifted(before, 3));
  expect(saves).toHaveLength(2);
  await page.unrouteAll();

  await page.route(REORDER, (route) => route.abort('failed'));
  await up.click();
  await expect(page.getByText('Failed to reorder partner logos')).toBeVisible();
  await expect(
    page.getByText('The server could not be reached. Please check your connection.'),
  ).toBeVisible();
  expect(await listed(page)).toEqual(lifted(before, 3));
  expect(await logos.stored()).toEqual(lifted(before, 3));
});

test('what is refused is said over what was typed, and is not done twice', { tag: '@desktop' }, async ({
  page,
  logos,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/);
  const { name } = logos;
  const before = await enterLogos(page);
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

  let uploads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/store-picture')) uploads += 1;
  });
  await choose(page, whole);
  // The answer is lost, not the request.
  await page.route(
    '**/rest/v1/partner_logos*',
    async (route) => {
      await route.fetch();
      await route.abort('failed');
    },
    { times: 1 },
  );
  await adding.getByRole('button', { name: 'Add Partner' }).click();
  await expect(page.getByText('Failed to add partner logo')).toBeVisible();
  await expect(adding.getByRole('alert')).toContainText('Failed to add logo');
  await expect(adding.getByLabel('Partner name')).toHaveValue(name);
  await adding.getByRole('button', { name: 'Add Partner' }).click();
  await expect(page.getByText('Partner logo added successfully')).toBeVisible();
  expect(await logos.stored()).toEqual([...before, name]);
  expect(uploads).toBe(1);

  // Somebody else deletes it.
  await expect(row(page, name)).toBeVisible();
  await button(page, `Edit ${name}`).click();
  await logos.sql`delete from public.partner_logos where name = ${name}`;
  const editing = dialog(page, 'Edit Partner Logo');
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Failed to update partner logo')).toBeVisible();
  await expect(editing.getByRole('alert')).toContainText('Failed to update logo');
  await expect(editing.getByRole('alert')).toContainText(
    'This logo is not there any more: somebody else has deleted it.',
  );
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
  expect(await logos.stored()).toEqual(before);
});
