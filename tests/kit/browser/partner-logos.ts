/** The partners' logos, which all tests of a run share, and the tab that lists them. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { signInAsAdministrator } from './accounts.ts';

export const TAB = '/admin?tab=partner-logos';

export interface PartnerLogosFixture {
  /** A name that no other test has. */
  name: string;
  add: (name: string) => Promise<void>;
  /** All names by their place. */
  stored: () => Promise<string[]>;
}

/** One test at a time, because all put one list in order. Afterwards the list is as it was. */
export async function openPartnerLogosFixture(
  sql: Sql,
): Promise<{ fixture: PartnerLogosFixture; close: () => Promise<void> }> {
  const lock = await sql.reserve();
  await lock`select pg_advisory_lock(hashtextextended('tests of partner logos', 0))`;
  const before = (await sql`select id from public.partner_logos order by order_index`).map(({ id }) => id);
  const fixture = {
    name: `Partner ${randomUUID().slice(0, 8)}`,
    add: async (name: string) => {
      await sql`
        insert into public.partner_logos (name, image_url, order_index)
        select ${name}, '/demo/partners/varsha-labs.svg', max(order_index) + 1 from public.partner_logos`;
    },
    stored: async () => {
      const rows = await sql`select name, order_index from public.partner_logos order by order_index`;
      expect(rows.map(({ order_index }) => order_index)).toEqual(rows.map((_, place) => place + 1));
      return rows.map(({ name }) => name);
    },
  };
  const close = async () => {
    await sql`delete from public.partner_logos where not id = any(${before})`;
    await sql`
      update public.partner_logos l set order_index = b.place
      from unnest(${before}::uuid[]) with ordinality b (id, place) where b.id = l.id`;
    await lock`select pg_advisory_unlock_all()`;
    lock.release();
  };
  return { fixture, close };
}

export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The names as the table has them, without its head. */
export const listed = async (page: Page) => {
  const names = await page.getByRole('row').evaluateAll((rows) => rows.map((each) => each.ariaLabel));
  return names.filter((name) => name !== null);
};

export async function openPartnerLogos(page: Page, kind: 'shared' | 'own' = 'shared'): Promise<string[]> {
  await signInAsAdministrator(page, TAB, kind);
  await expect(button(page, 'Add New Partner')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Partner Logos' })).not.toHaveAttribute('aria-busy', 'true');
  return listed(page);
}

/** The last name at the place of the one that stood `steps` before it. */
export function lifted(names: string[], steps: number): string[] {
  const others = names.slice(0, -1);
  return others.toSpliced(others.length - steps, 0, names.at(-1) ?? '');
}
