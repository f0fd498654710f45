import type { Locator, Page, Request } from '@playwright/test';
import { expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { button, lifted, listed, openPartnerLogos, row, TAB } from '#tests/kit/browser/partner-logos.ts';

const REORDER = '**/rpc/reorder_partner_logos';

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

test('A partner’s logo is dragged by mouse', { tag: ['@desktop', '@faults'] }, async ({
  page,
  partnerLogos,
  hasTouch,
}) => {
  const { name } = partnerLogos;
  await partnerLogos.add(name);
  const before = await openPartnerLogos(page);
  await drag(page, button(page, `Drag ${name}`), row(page, before.at(-2) ?? ''), hasTouch);
  await expect(page.getByText('Partner logos reordered successfully')).toBeVisible();
  await expect.poll(partnerLogos.stored).toEqual(lifted(before, 1));
  expect(await listed(page)).toEqual(lifted(before, 1));
});

test('A partner’s logo is dragged by finger and by keys, and each place is told', { tag: '@faults' }, async ({
  page,
  partnerLogos,
  hasTouch,
}) => {
  const { name } = partnerLogos;
  await partnerLogos.add(name);
  const before = await openPartnerLogos(page);
  const handle = button(page, `Drag ${name}`);
  const neighbour = before.at(-2) ?? '';
  await drag(page, handle, row(page, neighbour), hasTouch);
  await expect(page.getByText('Partner logos reordered successfully')).toBeVisible();
  await expect.poll(partnerLogos.stored).toEqual(lifted(before, 1));
  expect(await listed(page)).toEqual(lifted(before, 1));

  const said = page.getByRole('status').filter({ hasText: name });
  const count = before.length;
  await expect(handle).toHaveAccessibleDescription(
    'Press the space bar to pick the logo up, the arrow keys to move it, and the space bar again to ' +
      'put it down. Escape leaves it where it was.',
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
  await expect.poll(partnerLogos.stored).toEqual(before);
  await expect(handle).toBeFocused();
  // Whatever the bar covers half at this place of the list counts as too small a target.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessibleAtBothWidths(page);
});

test('Two administrators who move logos at once end in one order', { tag: ['@desktop', '@faults'] }, async ({
  page,
  context,
  partnerLogos,
}) => {
  allowConsoleError(/409/);
  const { name } = partnerLogos;
  await partnerLogos.add(name);
  const before = await openPartnerLogos(page);
  const other = await context.newPage();
  await other.goto(TAB);
  await expect.poll(() => listed(other)).toEqual(before);

  await button(page, `Move ${name} up`).click();
  await expect(page.getByText('Partner logos reordered successfully')).toBeVisible();
  await button(other, `Move ${before[0]} down`).click();
  await expect(
    other.getByText('Somebody else changed the logos meanwhile. The list is up to date now: please move it again.'),
  ).toBeVisible();
  await expect.poll(() => listed(other)).toEqual(lifted(before, 1));
  expect(await partnerLogos.stored()).toEqual(lifted(before, 1));

  await button(other, `Move ${name} up`).click();
  await expect(other.getByText('Partner logos reordered successfully')).toBeVisible();
  expect(await partnerLogos.stored()).toEqual(lifted(before, 2));
});

test('Moves of a partner’s logo in a row are saved together; what cannot be saved is undone', {
  tag: ['@desktop', '@faults'],
}, async ({ page, partnerLogos }) => {
  allowConsoleError(/Failed to load resource/);
  const { name } = partnerLogos;
  await partnerLogos.add(name);
  const before = await openPartnerLogos(page);
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
  expect(await partnerLogos.stored()).toEqual(lifted(before, 3));
  expect(saves).toHaveLength(2);
  await page.unrouteAll();

  await page.route(REORDER, (route) => route.abort('failed'));
  await up.click();
  await expect(page.getByText('Failed to reorder partner logos')).toBeVisible();
  await expect(page.getByText('The server could not be reached. Please check your connection.')).toBeVisible();
  expect(await listed(page)).toEqual(lifted(before, 3));
  expect(await partnerLogos.stored()).toEqual(lifted(before, 3));
});
