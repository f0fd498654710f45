/** The administrator's list of bookings. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';

/** The bookings tab, narrowed to one founder: all tests of a run share the list. */
export const bookingsPath = ({ email }: { email: string }) =>
  `/admin?tab=bookings&view=all&q=${encodeURIComponent(email)}`;

export const rowOf = (page: Page, { email }: { email: string }) => page.getByRole('row').filter({ hasText: email });

export const button = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name });

/** axe finds nothing once the rows are those that were asked for; until then they are faded. */
export async function expectListAccessible(page: Page): Promise<void> {
  const table = page.getByRole('table');
  await expect(table).toHaveAttribute('aria-busy', 'false');
  await expect(table.locator('tbody')).toHaveCSS('opacity', '1');
  await expectAccessible(page);
}
