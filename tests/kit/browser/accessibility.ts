import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { atBothWidths } from './widths.ts';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** axe finds nothing to object to on the page as it stands, measured against WCAG 2.2 AA and axe's best practice. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // What passed is of no interest, and describing it took more than half of axe's time.
    .options({ resultTypes: ['violations'] })
    .withTags(STANDARDS)
    // Otherwise results are put together on a page opened for that; only frames of other origins need it.
    .setLegacyMode(true)
    // Hidden stops around an open menu, which hand the focus on at once: nobody ever stands on them.
    .exclude('[data-base-ui-focus-guard]')
    .analyze();
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')} (${failureSummary})`),
  );
  expect(findings, `axe on ${page.url()}`).toEqual([]);
}

/** As it stands at a phone's width, and at a desktop's. */
export const expectAccessibleAtBothWidths = (page: Page) => atBothWidths(page, () => expectAccessible(page));
