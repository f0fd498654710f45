import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import {
  addPerson,
  confirmEmail,
  logIn,
  newPerson,
  openDashboard,
  signInAsAdministrator,
  signInAsNewFounder,
} from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { linkIn, type Mailbox } from '#tests/kit/browser/mailbox.ts';
import { sharedHost } from '#tests/kit/browser/start-host.ts';

const SUBJECT = /You are invited to Point 0 as a mentor/;

async function addMentor(sql: Sql, email: string | null, name = `Dev ${randomUUID().slice(0, 8)}`) {
  const [mentor] = await sql`
    insert into public.mentors (name, title, expertise, bio, price, listing_state)
    values (${name}, 'Partner', 'Sales', 'Bio', 3000, 'draft') returning id`;
  const id = mentor?.id as string;
  if (email) await sql`insert into public.mentor_private (mentor_id, email) values (${id}, ${email})`;
  return { id, name };
}

/** Invites as an administrator's press does, without the browser; answers the link of the e-mail. */
async function invite(sql: Sql, mailbox: Mailbox, mentorId: string, email: string): Promise<string> {
  await sql`select public.create_mentor_invitation(${mentorId}, null)`;
  return linkIn(await mailbox.waitFor(email, SUBJECT), /mentor-invitation/);
}

const userOf = async (sql: Sql, mentorId: string) => {
  const [row] = await sql`
    select u.email from public.mentor_private mp left join auth.users u on u.id = mp.user_id
    where mp.mentor_id = ${mentorId}`;
  return row?.email ?? null;
};

const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Set up your mentor account' });

test('An invited mentor makes an account, confirms it, and takes the profile over', async ({ page, sql, mailbox }) => {
  const person = newPerson('Dev Rao');
  const mentor = await addMentor(sql, person.email);
  const link = await invite(sql, mailbox, mentor.id, person.email);

  // A mail scanner opens the link, and a browser fetches it in advance (docs/product/mentor-accounts.md#invitation).
  const before = await sql`select * from private.mentor_invitations where mentor_id = ${mentor.id}`;
  for (const method of ['GET', 'HEAD']) {
    const answer = await page.request.fetch(link, { method, headers: { 'sec-purpose': 'prefetch' } });
    expect(answer.status()).toBe(200);
    expect(answer.headers()['cache-control']).toContain('no-store');
  }
  expect(await sql`select * from private.mentor_invitations where mentor_id = ${mentor.id}`).toEqual(before);

  await page.goto(link);
  await expect(title(page)).toBeVisible();
  // The secret leaves the address.
  await expect(page).toHaveURL('/mentor-invitation');
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
  await expect(page.getByText(mentor.name, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log In', exact: true }).last()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create Account' }).click();
  await page.getByLabel('Full Name').fill(person.name);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('button', { name: 'Resend Confirmation Email' })).toBeVisible();
  await confirmEmail(page, mailbox, person);
  await logIn(page, person);

  // The confirmation's link names the way back; the dashboard does as well.
  await expect(page).toHaveURL('/mentor-invitation');
  await openDashboard(page, person);
  await page.getByRole('link', { name: 'Continue to your mentor profile' }).click();
  expect(await userOf(sql, mentor.id)).toBeNull();
  await page.getByRole('button', { name: `Accept as ${person.email}` }).click();
  await expect(page).toHaveURL('/mentor-dashboard');
  await expect(
    page.getByText(`Welcome, ${mentor.name}. Your mentor dashboard is ready.`, { exact: true }),
  ).toBeVisible();
  expect(await userOf(sql, mentor.id)).toBe(person.email);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'My Dashboard' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Mentor Dashboard' })).toBeVisible();
});

test('A forwarded invitation ends in a claim, and an administrator confirms it in the list of mentors', {
  tag: '@faults',
}, async ({ page, sql, mailbox }) => {
  const invited = newPerson().email;
  const mentor = await addMentor(sql, invited);
  const link = await invite(sql, mailbox, mentor.id, invited);
  const person = await addPerson('Ravi Other');
  await page.goto(link);
  await page.getByRole('link', { name: 'Log In', exact: true }).last().click();
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, person);
  await expect(
    page.getByText(`This invitation was sent to ${invited[0]}•••@example.test. You are signed in as ${person.email}.`),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in with another account' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ask to use this address' }).click();
  await expect(page.getByText('We asked our team to confirm. You get an e-mail.')).toBeVisible();
  expect(await userOf(sql, mentor.id)).toBeNull();
  await mailbox.waitFor(
    sharedHost().logins.admin.email,
    new RegExp(`${person.email} asks for the mentor account of ${mentor.name}`),
  );

  await signInAsAdministrator(page, `/admin?tab=mentors&q=${encodeURIComponent(mentor.name)}`);
  await page.getByRole('button', { name: `Asks to use ${person.email}` }).click();
  await page.getByRole('menuitem', { name: `Confirm ${person.email}` }).click();
  await expect(page.getByRole('checkbox', { name: 'Also send session e-mails there' })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Confirm ${person.email}` }).click();
  await expect(page.getByRole('button', { name: `Linked: ${mentor.name}` })).toBeVisible();
  expect(await userOf(sql, mentor.id)).toBe(person.email);
  await mailbox.waitFor(person.email, /Your mentor profile is ready/);

  await page.getByRole('button', { name: `Linked: ${mentor.name}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Invite' })).toBeDisabled();
  await page.getByRole('menuitem', { name: 'Unlink account' }).click();
  await page.getByRole('button', { name: 'Unlink account' }).click();
  await expect(page.getByText('Account unlinked')).toBeVisible();
  await expect(page.getByRole('button', { name: `Not invited: ${mentor.name}` })).toBeVisible();
});

test('An invitation is kept for another account of the same person, and not for the next one in this browser', {
  tag: '@ci',
}, async ({ page, sql, mailbox }) => {
  const person = await addPerson('Dev Invited');
  const mentor = await addMentor(sql, person.email);
  const link = await invite(sql, mailbox, mentor.id, person.email);
  await signInAsNewFounder(page);
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in with another account' }).click();
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, person);
  await expect(page.getByRole('button', { name: `Accept as ${person.email}` })).toBeVisible();
  await openDashboard(page, person);
  await expect(page.getByText('You were invited to set up your mentor account.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  const next = await addPerson('Ravi Next');
  await page.goto('/login');
  await logIn(page, next);
  await page.goto('/mentor-invitation');
  await expect(page.getByText('Please open the link in the e-mail that invited you.')).toBeVisible();
  // The link itself still works.
  await page.goto(link);
  await expect(page.getByText(`You are signed in as ${next.email}.`)).toBeVisible();
});

test('An administrator invites, sends again and revokes, and a dead link says what it is', { tag: '@faults' }, async ({
  page,
  sql,
  mailbox,
}) => {
  const email = newPerson().email;
  const mentor = await addMentor(sql, null);
  await signInAsAdministrator(page, `/admin?tab=mentors&q=${encodeURIComponent(mentor.name)}`);
  await page.getByRole('button', { name: `Not invited: ${mentor.name}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Invite' })).toBeDisabled();
  await expect(page.getByText('Add an e-mail address first.')).toBeVisible();
  await page.keyboard.press('Escape');
  await sql`insert into public.mentor_private (mentor_id, email) values (${mentor.id}, ${email})`;
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: `Not invited: ${mentor.name}` }).click();
  await page.getByRole('menuitem', { name: 'Invite' }).click();
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
  const link = linkIn(await mailbox.waitFor(email, SUBJECT), /mentor-invitation/);
  const account = page.getByRole('button', { name: new RegExp(`^Invited .*${mentor.name}$`) });
  await account.click();
  await page.getByRole('menuitem', { name: 'Send again' }).click();
  await expect
    .poll(async () => (await sql`select id from private.mentor_invitations where mentor_id = ${mentor.id}`).length)
    .toBe(2);
  await account.click();
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click();
  await expect(page.getByText('Invitation revoked')).toBeVisible();
  await expect(page.getByRole('button', { name: `Not invited: ${mentor.name}` })).toBeVisible();

  allowConsoleError(/404/);
  await page.goto(link);
  await expect(page.getByText('This link is not valid. Ask us for a new invitation.')).toBeVisible();
  await expectAccessible(page);
});

test('A profile is made of an approved application, whose address is asked for', { tag: '@faults' }, async ({
  page,
  sql,
  mailbox,
}) => {
  const name = `Meera ${randomUUID().slice(0, 8)}`;
  const email = newPerson().email;
  await sql`
    insert into public.mentor_applications (name, phone, linkedin, status)
    values (${name}, '+91 98765 43210', 'https://www.linkedin.com/in/meera-iyer', 'approved')`;
  await signInAsAdministrator(page, `/admin?tab=applications&q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Create profile and invite ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Where does the invitation go?' });
  await dialog.getByLabel('Email').fill('meera@');
  await dialog.getByRole('button', { name: 'Create profile and invite' }).click();
  await expect(dialog.getByText('Please enter a valid email address.')).toBeVisible();
  await expect(dialog.getByLabel('Email')).toHaveValue('meera@');
  await expectAccessible(page);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Create profile and invite' }).click();
  await expect(page.getByText(`Profile created. Invitation sent to ${email}`)).toBeVisible();
  await mailbox.waitFor(email, SUBJECT);
  const [made] = await sql`select mentor_id from public.mentor_applications where name = ${name}`;
  await expect(page.getByRole('link', { name: `Open profile of ${name}` })).toHaveAttribute(
    'href',
    `/admin/mentors/${made?.mentor_id}/edit`,
  );
  const visit = await page.request.get(`/mentors/${made?.mentor_id}`);
  expect(visit.status()).toBe(404);
  expect(await (await page.request.get('/sitemap.xml')).text()).not.toContain(made?.mentor_id);
});

// docs/product/applications.md#profile-from-an-application
test('A contacted application becomes an invited mentor in two presses', { tag: ['@desktop', '@ci'] }, async ({
  page,
  sql,
  mailbox,
}) => {
  const name = `Asha ${randomUUID().slice(0, 8)}`;
  const email = newPerson().email;
  await sql`
    insert into public.mentor_applications (name, phone, linkedin, status, email)
    values (${name}, '+91 98765 43210', 'https://www.linkedin.com/in/asha-rao', 'contacted', ${email}),
      (${`${name} too`}, '+91 98765 43210', 'https://www.linkedin.com/in/asha-too', 'pending', null)`;
  await signInAsAdministrator(page, `/admin?tab=applications&q=${encodeURIComponent(name)}`);
  const [waiting] = await sql`select count(*)::integer as n from public.mentor_applications where status = 'pending'`;
  const rail = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: /^Applications/ });
  await expect(rail).toContainText(
    waiting?.n === 1 ? '1 application to review' : `${waiting?.n} applications to review`,
  );
  // The first press, and the second.
  await page.getByRole('button', { name: `Create profile and invite ${name}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Where does the invitation go?' });
  await expect(dialog).toContainText(`This also approves the application of ${name}.`);
  await expect(dialog.getByLabel('Email')).toHaveValue(email);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create profile and invite' }).click();
  await expect(page.getByText(`Profile created. Invitation sent to ${email}`)).toBeVisible();
  await mailbox.waitFor(email, SUBJECT);
  await expect(page.getByRole('combobox', { name: `Status of ${name}`, exact: true })).toHaveValue('approved');
});

test('A mentor who has left keeps the profile, without a way to book and out of search engines', async ({
  page,
  sql,
}) => {
  const mentor = await addMentor(sql, null);
  await sql`update public.mentors set listing_state = 'left' where id = ${mentor.id}`;
  await page.goto(`/mentors/${mentor.id}`);
  await expect(page.getByText(`${mentor.name} is no longer on Point 0.`)).toBeVisible();
  await expect(page.getByRole('button', { name: /Book a Session|Select a Time Slot|See times/ })).toHaveCount(0);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectAccessible(page);
});
