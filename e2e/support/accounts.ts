import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { linkIn, type Mailbox } from './mailbox.ts';

export type Person = { name: string; email: string; password: string };

/** Somebody whom no other story knows: all stories of a run share one host. */
export function newPerson(name = 'Asha Rao'): Person {
  return { name, email: `asha-${randomUUID().slice(0, 8)}@example.test`, password: 'correct horse' };
}

/** Signs up on the sign-up page; afterwards the confirmation e-mail is on its way. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Full Name').fill(person.name);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('button', { name: 'Resend Confirmation Email' })).toBeVisible();
}

/** Opens the link in the confirmation e-mail, which ends on the login page. */
export async function confirmEmail(page: Page, mailbox: Mailbox, person: Person): Promise<void> {
  const mail = await mailbox.waitFor(person.email, /confirm/i);
  await page.goto(linkIn(mail, /verify|confirm/i));
  await expect(page).toHaveURL(/\/login\?.*confirmed=true/);
  await expect(page.getByText('Email Confirmed', { exact: true })).toBeVisible();
}

/** Logs in on the login page that is open, or on a fresh one; afterwards the person is where the login led. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  if (!new URL(page.url(), 'http://blank').pathname.startsWith('/login')) await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}
