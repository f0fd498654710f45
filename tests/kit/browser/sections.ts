import type { Locator, Page } from '@playwright/test';
import { isPhone } from './widths.ts';

/** The links to the sections of the back office: in its rail, which a phone has no room for, or in its menu. */
export async function openSections(page: Page): Promise<Locator> {
  if (isPhone(page)) await page.getByRole('banner').getByRole('button', { name: 'Open menu' }).click();
  return page.getByRole('navigation', { name: 'Sections' });
}

export async function openSection(page: Page, name: string): Promise<void> {
  const sections = await openSections(page);
  await sections.getByRole('link', { name, exact: name === 'Payments' }).click();
}
