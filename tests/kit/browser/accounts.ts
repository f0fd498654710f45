import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { linkIn, type Mailbox } from './mailbox.ts';
import { storyHost } from './start-host.ts';

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

/** An account with its address confirmed, made through Auth's API: signing up by hand is the authentication stories' business. */
async function createAccount(page: Page, mailbox: Mailbox, person: Person): Promise<void> {
  const answer = await page.request.post('/auth/v1/signup', {
    headers: { apikey: storyHost().keys.publishable },
    data: { email: person.email, password: person.password, data: { name: person.name } },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const link = linkIn(await mailbox.waitFor(person.email, /confirm/i), /verify|confirm/i);
  expect((await page.request.get(link, { maxRedirects: 0 })).status(), 'the confirmation link').toBe(303);
}

/** Leaves a session in the browser, as logging in would have. */
async function takeSession(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: storyHost().keys.publishable },
    data: { email, password },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  // A page of the same origin, because storage belongs to an origin.
  await page.goto('/healthz');
  await page.evaluate((session) => localStorage.setItem('point-0-session', session), await answer.text());
}

/** The demonstration's administrator is logged in, with a page of the back office before them. */
export async function enterAsAdministrator(page: Page, path = '/admin'): Promise<void> {
  const { logins } = storyHost();
  if (!logins) throw new Error("The stories' host has no demonstration logins.");
  await takeSession(page, logins.admin);
  await page.goto(path);
}

/** A new person with a confirmed account, who is logged in and has the dashboard before them. */
export async function enter(page: Page, mailbox: Mailbox, name?: string): Promise<Person> {
  const person = newPerson(name);
  await createAccount(page, mailbox, person);
  await takeSession(page, person);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${person.name}` })).toBeVisible();
  return person;
}
