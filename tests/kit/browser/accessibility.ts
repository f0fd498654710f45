import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type * as Axe from 'axe-core';
import { atBothWidths } from './widths.ts';

/** In ASCII, which Chromium compiles in half the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').replace(
  /[\u0080-\uffff]/g,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
);
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe objects to on the page as it stands; measured against its default rules unless `options` names others. */
export async function findViolations(page: Page, options: Axe.RunOptions = {}): Promise<string[]> {
  for (const frame of page.frames()) {
    // Reading axe takes a browser longer than running it, so each document reads it once.
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
  }
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: typeof Axe };
    // Hidden stops around an open menu, which hand the focus on at once.
    const context = { exclude: [['[data-base-ui-focus-guard]']] };
    // What passed is of no interest, and describing it took more than half of axe's time.
    const { violations } = await axe.run(context, { ...options, resultTypes: ['violations'], preload: false });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')} (${failureSummary})`),
    );
  }, options);
}

/** Waits until nothing moves or fades: a colour in the middle of a transition is of no theme. */
const settled = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );

/** axe finds nothing to object to, measured against WCAG 2.2 AA and axe's best practice. */
export async function expectAccessible(
  page: Page,
  rules: Axe.RunOnly = { type: 'tag', values: STANDARDS },
): Promise<void> {
  const look = async () => {
    await settled(page);
    return findViolations(page, { runOnly: rules });
  };
  // A button may begin to fade while axe looks; what is wrong is so the second time too.
  const isRight = (await look()).length === 0;
  const violations = isRight ? [] : await look();
  expect(violations, `axe on ${page.url()}`).toEqual([]);
}

/** As the page stands at a phone's width, and at a desktop's. */
export const expectAccessibleAtBothWidths = (page: Page) => atBothWidths(page, () => expectAccessible(page));

/** As the page stands in the light theme, and in the dark one. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  // A theme changes colours, and nothing else.
  await expectAccessible(page, { type: 'rule', values: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
