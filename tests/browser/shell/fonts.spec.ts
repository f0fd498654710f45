import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectNoLayoutShift } from '#tests/kit/browser/layout-shift.ts';

test('On a first visit with late fonts the page is painted, its headings wait for their own face, and nothing moves', async ({
  page,
}) => {
  let arrive = () => {};
  const isTime = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/fonts/*.woff2', async (route) => {
    await isTime;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const statusOf = (family: string) =>
    page.evaluate((name) => [...document.fonts].find((face) => face.family.includes(name))?.status, family);
  expect(await statusOf('Bricolage Grotesque')).toBe('loading');
  arrive();
  await expect.poll(() => statusOf('Bricolage Grotesque')).toBe('loaded');
  await expectNoLayoutShift(page);

  const devTools = await page.context().newCDPSession(page);
  await devTools.send('DOM.enable');
  await devTools.send('CSS.enable');
  const { root } = await devTools.send('DOM.getDocument');
  const { nodeIds } = await devTools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'h1, h2' });
  const families = new Set<string>();
  for (const nodeId of nodeIds) {
    const { computedStyle } = await devTools.send('CSS.getComputedStyleForNode', { nodeId });
    // Some small headings are set in the text face.
    const family = computedStyle.find(({ name }) => name === 'font-family')?.value;
    if (!family?.startsWith('"Bricolage Grotesque"')) continue;
    const { fonts } = await devTools.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const { familyName } of fonts) families.add(familyName.replace(/^(Bricolage Grotesque).*/, '$1'));
  }
  expect([...families]).toEqual(['Bricolage Grotesque']);
});
