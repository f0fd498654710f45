import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { hashSync } from 'bcryptjs';
import type { Sql } from 'postgres';
import type { Founder } from '../app-client.ts';
import { mailedLinkIn } from '../mailed-link.ts';
import type { Mail, Mailbox } from './mailbox.ts';
import { sharedHost, sharedSql } from './start-host.ts';

export type Person = { name: string; email: string; password: string };
type Login = Pick<Person, 'email' | 'password'>;

/** Where the application keeps its session in the browser. */
export const SESSION_KEY = 'point-0-session';

const PASSWORD = 'correct horse';
const PASSWORD_HASH = hashSync(PASSWORD, 4);

/** A person of this test alone: all tests of a run share one host. */
export function newPerson(name = 'Asha Rao'): Person {
  return { name, email: `asha-${randomUUID().slice(0, 8)}@example.test`, password: PASSWORD };
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

/** Opens the link of an e-mail of Auth as a tab of its own would; nothing has happened then. */
export async function openMailedLink(page: Page, { text }: Pick<Mail, 'text'>): Promise<void> {
  // A link that differs from the open page by its fragment alone would load nothing.
  await page.goto('about:blank');
  await page.goto(mailedLinkIn(text).href);
}

/** Opens the link of an e-mail of Auth, and presses the button of its page. */
export async function pressMailedLink(page: Page, mail: Pick<Mail, 'text'>): Promise<void> {
  await openMailedLink(page, mail);
  await page.getByRole('button', { name: /^(Confirm my email|Confirm this address|Continue)$/ }).click();
}

/** Opens the link in the confirmation e-mail and presses its page's button, which ends on the login page. */
export async function confirmEmail(page: Page, mailbox: Mailbox, person: Pick<Person, 'email'>): Promise<void> {
  await pressMailedLink(page, await mailbox.waitFor(person.email, /confirm/i));
  await expect(page).toHaveURL(/\/login\?.*confirmed=true/);
  await expect(page.getByText('Email Confirmed', { exact: true })).toBeVisible();
}

/**
 * Presses "Log out" in the page's own heading once nothing is being read: a read on its way would be refused, and the
 * browser would report that on its console.
 */
export async function logOut(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
}

/** Logs in on the login page that is open, or on a fresh one; afterwards the person is where the login led. */
export async function logIn(page: Page, { email, password }: Login): Promise<void> {
  if (!new URL(page.url(), 'http://blank').pathname.startsWith('/login')) await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** A new person whose account is confirmed, made in the database: signing up by hand is for the tests about it. */
export async function addPerson(
  name?: string,
  { email = newPerson().email, sql = sharedSql() }: { email?: string; sql?: Sql } = {},
): Promise<Person> {
  const person = { ...newPerson(name), email };
  const id = randomUUID();
  await sql`
    with account as (
      insert into auth.users
        (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
      values (${id}, 'authenticated', 'authenticated', ${email}, ${PASSWORD_HASH}, now(),
        jsonb_build_object('provider', 'email', 'providers', array['email']),
        jsonb_build_object('sub', ${id}::text, 'email', ${email}::text, 'name', ${person.name}::text,
          'email_verified', true))
      returning id)
    insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    select gen_random_uuid(), 'email', ${id}, id,
      jsonb_build_object('sub', ${id}::text, 'email', ${email}::text, 'email_verified', true)
    from account`;
  return person;
}

/** A new session as Auth answers a login with it, as JSON. */
export async function requestSession({ email, password }: Login): Promise<string> {
  const { url, keys } = sharedHost();
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: keys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const session = await answer.text();
  expect(answer.status, session).toBe(200);
  return session;
}

/** The administrator's session, which no test ends: one for all tests of a worker. */
let administratorSession: Promise<string> | undefined;

export async function administratorToken(): Promise<string> {
  administratorSession ??= requestSession(sharedHost().logins.admin);
  return JSON.parse(await administratorSession).access_token;
}

/** Leaves a session in the browser, as logging in would have. */
export async function storeSession(page: Page, session: string): Promise<void> {
  // A page of the same origin, because storage belongs to an origin.
  await page.goto('/healthz');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [SESSION_KEY, session] as const);
}

/**
 * Forgets who is logged in and all else that the site has stored, on a page without scripts: a page of the application
 * might ask for something without its session, and the browser would report the refusal.
 */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate(() => localStorage.clear());
}

/**
 * The demonstration's administrator is logged in, with a page of the back office open. A test in which a row is gone
 * takes a session of its `own`: the page renews it then, after which no other test can.
 */
export async function signInAsAdministrator(
  page: Page,
  path = '/admin',
  kind: 'shared' | 'own' = 'shared',
): Promise<void> {
  if (kind === 'shared') await administratorToken();
  const session = kind === 'own' ? requestSession(sharedHost().logins.admin) : administratorSession;
  await storeSession(page, (await session) ?? '');
  await page.goto(path);
}

/** A new founder with a confirmed account is logged in; no page of the application is open yet. */
export async function signInAsNewFounder(page: Page, name?: string): Promise<Person> {
  const person = await addPerson(name);
  await storeSession(page, await requestSession(person));
  return person;
}

/** A new account, linked to the mentor. */
export async function addMentorAccount(mentorId: string): Promise<Person> {
  const person = await addPerson('Dev Mentor');
  await sharedSql()`
    insert into public.mentor_private (mentor_id, email, user_id)
    select ${mentorId}, u.email, u.id from auth.users u where u.email = ${person.email}
    on conflict (mentor_id) do update set user_id = excluded.user_id`;
  return person;
}

/** A new account, linked to the mentor, is logged in; no page of the application is open yet. */
export async function signInAsMentor(page: Page, mentorId: string): Promise<Person> {
  const person = await addMentorAccount(mentorId);
  await storeSession(page, await requestSession(person));
  return person;
}

/** Like signInAsNewFounder; the investor form is filled in already, so that the dashboard does not show it. */
export async function signInAsReturningFounder(page: Page): Promise<Person> {
  const person = await signInAsNewFounder(page);
  await sharedSql()`
    update public.profiles set profile_completed = true, vc_interest_submitted = true where email = ${person.email}`;
  return person;
}

/** Opens the dashboard of the person who is logged in. */
export async function openDashboard(page: Page, { name }: Pick<Person, 'name'>): Promise<void> {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${name}` })).toBeVisible();
}

/** The founder who is logged in on the page. */
export async function founderOf(page: Page): Promise<Founder> {
  const stored = await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY);
  const session = JSON.parse(stored ?? 'null');
  return { id: session.user.id, email: session.user.email, token: session.access_token };
}
