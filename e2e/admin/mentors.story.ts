import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { addDays, formatDateFull, istToday } from '#rules/ist.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { enterAsAdministrator } from '../support/accounts.ts';
import { test as base } from '../support/desk.ts';
import { expect } from '../support/fixtures.ts';

type OwnMentor = { id: string; name: string };

/** Mentors of this story alone: they are gone afterwards, because all stories of a run share one catalogue. */
const test = base.extend<{ own: (change?: { featured?: boolean }) => Promise<OwnMentor>; ownName: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  ownName: async ({}, use) => use(`Story ${randomUUID().slice(0, 8)}`),
  own: [
    async ({ desk, ownName }, use) => {
      await use(async () => {
        const id = randomUUID();
        await desk.sql`
          insert into public.mentors (id, name, title, expertise, bio, image, price, rating, specializations)
          values (${id}, ${ownName}, 'Partner', 'Sales', 'Sold things.', '/placeholder.svg', 3500, 0, '{B2B}')`;
        await desk.sql`insert into public.mentor_private (mentor_id, email) values (${id}, 'own@mentors.example')`;
        return { id, name: ownName };
      });
      await desk.sql`
        update private.slot_claims set released_at = now()
        where mentor_id in (select id from public.mentors where name like ${`${ownName}%`}) and released_at is null`;
      await desk.sql`delete from public.mentors where name like ${`${ownName}%`}`;
    },
    { auto: true },
  ],
});

const NEXT_WEEK = addDays(istToday(new Date()), 7);
const summary = (page: Page) => page.getByRole('region', { name: 'Please fix the following errors:' });
const save = (page: Page) => page.getByRole('button', { name: 'Save Mentor' });
const fileBox = (page: Page) => page.locator('input[type=file]');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const slots = (page: Page) => page.getByRole('region', { name: 'Availability Slots' });
const listOf = (name: string) => `/admin?tab=mentors&q=${encodeURIComponent(name)}`;

async function photo(size: number): Promise<Buffer> {
  return sharp({ create: { width: size, height: size, channels: 3, background: '#fbbf24' } })
    .jpeg()
    .toBuffer();
}

async function typeSlot(page: Page, date: string, from: string, to: string, until = '') {
  await page.getByLabel('Date', { exact: true }).fill(date);
  await page.getByLabel('Start Time').fill(from);
  await page.getByLabel('End Time').fill(to);
  await page.getByLabel('Repeat weekly until').fill(until);
}

test('an administrator adds a mentor, whom founders find', { tag: '@both' }, async ({
  page,
  desk,
  ownName,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/);
  await enterAsAdministrator(page, '/admin?tab=mentors');
  await expect(page.getByText(/^Homepage mentors: \d\/4$/)).toBeVisible();
  for (const column of ['Name', 'Title', 'Expertise', 'Price (per hour)', 'Homepage', 'Actions'])
    await expect(page.getByRole('columnheader', { name: column })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add New Mentor' }).click();
  await expect(page).toHaveURL(/\/admin\/mentors\/new\/edit$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Mentor' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Mentor Bookings' })).toHaveCount(0);

  await save(page).click();
  await expect(page.getByText('Please fill in all required fields')).toBeVisible();
  await expect(summary(page)).toBeFocused();
  for (const sentence of [
    'Name is required',
    'Title is required',
    'Expertise is required',
    'Bio is required',
    'Valid price is required',
    'Email is required',
    'Profile image is required',
  ])
    await expect(summary(page).getByRole('link', { name: sentence })).toBeVisible();
  await expectAccessible(page);
  await summary(page).getByRole('link', { name: 'Bio is required' }).click();
  await expect(page.getByLabel('Bio')).toBeFocused();

  await page.getByLabel('Name').fill(ownName);
  await page.getByLabel('Title').fill('Partner, Story Fund');
  await page.getByRole('textbox', { name: 'Expertise' }).fill('Stories');
  await page.getByLabel('Bio').fill('Tells stories.\n\nFor years.');
  await page.getByLabel('Price').fill('0');
  await page.getByLabel('Email (Admin Only)').fill('story@mentors');
  await page.getByRole('textbox', { name: 'Specializations' }).fill('Plots');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Specializations' }).fill('Endings');
  await page.getByLabel('Fundraising').check();

  const wrongType = 'Please select a valid image file (JPEG, PNG, or WebP)';
  await fileBox(page).setInputFiles({
    name: 'me.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<script>alert(1)</script>'),
  });
  await expect(page.getByText(wrongType)).toBeVisible();
  const large = Buffer.concat([await photo(8), Buffer.alloc(3 * 1024 * 1024)]);
  await fileBox(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: large });
  await expect(page.getByText('Image size should be less than 3MB')).toBeVisible();
  await fileBox(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo(300) });
  await expect(page.getByRole('img', { name: 'Preview of the profile image' })).toBeVisible();

  await slots(page).getByRole('button', { name: 'Add Time Slot' }).click();
  await expect(slots(page).getByText('Please fill all time slot fields')).toBeVisible();
  await typeSlot(page, NEXT_WEEK, '15:00', '14:00');
  await slots(page).getByRole('button', { name: 'Add Time Slot' }).click();
  await expect(slots(page).getByText('End time must be later than start time')).toBeVisible();
  await typeSlot(page, NEXT_WEEK, '15:00', '16:00', addDays(NEXT_WEEK, 15));
  await expect(slots(page).getByText('3 slots will be added.')).toBeVisible();
  await slots(page).getByRole('button', { name: 'Add 3 time slots' }).click();
  await expect(slots(page).getByText('3 slots to come')).toBeVisible();
  await slots(page)
    .getByRole('button', { name: `Remove ${formatDateFull(addDays(NEXT_WEEK, 7))}, 3:00 PM – 4:00 PM` })
    .click();
  await expect(slots(page).getByText('2 slots to come')).toBeVisible();

  await save(page).click();
  await expect(summary(page).getByRole('link')).toHaveText([
    'Valid price is required',
    'Valid email address is required',
  ]);
  await page.getByLabel('Price').fill('7000');
  await page.getByLabel('Email (Admin Only)').fill('story@mentors.example');
  const upload = '**/storage/v1/object/mentor_images/**';
  await page.route(upload, (route) => route.abort('failed'));
  await save(page).click();
  await expect(summary(page).getByRole('link', { name: 'Image upload failed' })).toBeVisible();
  await page.unroute(upload);
  const saves: string[] = [];
  page.on('request', (request) => request.url().includes('/rpc/save_mentor') && saves.push(request.url()));
  await save(page).dblclick();
  await expect(page.getByText('Mentor created successfully!')).toBeVisible();
  await expect(page.getByText('Image uploaded successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\?tab=mentors$/);
  expect(saves).toHaveLength(1);

  const [mentor] = await desk.sql`
    select m.price, m.specializations, m.rating::text, m.image, p.email,
      (select array_agg(date::text order by date) from public.mentor_availability a where a.mentor_id = m.id) as days
    from public.mentors m join public.mentor_private p on p.mentor_id = m.id where m.name = ${ownName}`;
  expect(mentor).toMatchObject({
    price: 7000,
    specializations: ['Plots', 'Endings'],
    rating: '0.0',
    email: 'story@mentors.example',
    days: [NEXT_WEEK, addDays(NEXT_WEEK, 14)],
  });
  const picture = await page.request.get(mentor?.image);
  expect(picture.headers()['cache-control']).toContain('max-age=3600');

  await page.goto(`/mentors?q=${encodeURIComponent(ownName)}&category=Fundraising`);
  const card = page.getByRole('main').getByRole('article').filter({ hasText: ownName });
  await expect(card).toContainText('₹7,000');
  await card.getByRole('link', { name: ownName, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: ownName })).toBeVisible();
});

test('an administrator changes a mentor; sold times stay, and nothing typed is lost', {
  tag: '@desktop',
}, async ({ page, desk, own, expectComplaint }) => {
  expectComplaint(/409/);
  const { id, name } = await own();
  await desk.sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    values (${id}, ${NEXT_WEEK}, '10:00', '11:00'), (${id}, ${NEXT_WEEK}, '12:00', '13:00'), (${id}, ${NEXT_WEEK}, '17:00', '18:00')`;
  await desk.sql`
    insert into private.slot_claims (mentor_id, during, kind, booking_id, expires_at)
    select ${id}, a.during, case when a.start_time = '10:00' then 'sale' else 'hold' end, gen_random_uuid(),
      case when a.start_time = '10:00' then null else now() + interval '10 minutes' end
    from public.mentor_availability a where a.mentor_id = ${id} and a.start_time < '13:00'`;

  await enterAsAdministrator(page, listOf(name));
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Mentor' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Mentor Bookings' })).toHaveAttribute(
    'href',
    `/admin/mentors/${id}/bookings`,
  );
  await expect(page.getByLabel('Email (Admin Only)')).toHaveValue('own@mentors.example');
  await expect(slots(page).getByText('Booked', { exact: true })).toBeVisible();
  await expect(slots(page).getByText('Being paid for', { exact: true })).toBeVisible();
  await expect(slots(page).getByRole('button', { name: /^Remove/ })).toHaveCount(1);
  await slots(page)
    .getByRole('button', { name: /^Remove.*5:00 PM/ })
    .click();
  await typeSlot(page, NEXT_WEEK, '12:30', '14:00');
  await slots(page).getByRole('button', { name: 'Add Time Slot' }).click();
  await expect(slots(page).getByText('This time overlaps the slot 12:00 PM – 1:00 PM')).toBeVisible();
  await page.getByLabel('Title').fill('Managing Partner');
  await save(page).click();
  await expect(summary(page).getByRole('link')).toHaveText([
    'A time slot is typed but not added. Add it, or clear its times.',
  ]);
  await typeSlot(page, NEXT_WEEK, '', '');

  await page.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await expect(question).toContainText(name);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep Editing' }).click();

  await desk.sql`update public.mentors set price = 9000 where id = ${id}`;
  await save(page).click();
  await expect(page.getByText('Somebody else changed this mentor after you opened it')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Load the latest version' }).click();
  await expect(page.getByLabel('Price')).toHaveValue('9000');
  await expect(page.getByLabel('Title')).toHaveValue('Managing Partner');
  await save(page).click();
  await expect(page.getByText('Mentor updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\?tab=mentors$/);

  const [saved] = await desk.sql`
    select title, price, array(
      select left(start_time::text, 5) from public.mentor_availability where mentor_id = ${id} order by 1
    ) as starts from public.mentors where id = ${id}`;
  expect(saved).toEqual({ title: 'Managing Partner', price: 9000, starts: ['10:00', '12:00'] });
});

test('the homepage has four places, each for one mentor', { tag: '@desktop' }, async ({
  page,
  desk,
  own,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/);
  const { name } = await own();
  const [first] = await desk.sql`select id, name from public.mentors where homepage_display_order = 1`;
  const [second] = await desk.sql`select name from public.mentors where homepage_display_order = 2`;
  await enterAsAdministrator(page, listOf(name));
  await page.getByRole('switch', { name: `${name} on the homepage` }).click();
  await expect(page.getByText('Maximum 4 mentors can be featured on homepage')).toBeVisible();
  await expect(page.getByRole('switch')).not.toBeChecked();

  const unreachable = 'The server could not be reached. Please check your connection.';
  await page.route('**/rpc/set_*', (route) => route.abort('failed'));
  await page.getByRole('switch').click();
  await expect(page.getByText(`Failed to update homepage feature: ${unreachable}`)).toBeVisible();

  await page.getByRole('searchbox').fill(first?.name);
  const order = page.getByRole('textbox', { name: `Display order of ${first?.name}` });
  await order.fill('');
  await order.press('Enter');
  await expect(page.getByText(`Failed to update display order: ${unreachable}`)).toBeVisible();
  await page.unrouteAll();
  await order.fill('5');
  await order.press('Enter');
  await expect(page.getByText('Display order must be between 1 and 4')).toBeVisible();
  await expect(order).toHaveValue('5');
  const taken = page.getByText(`Display order 2 is already taken by ${second?.name}`);
  await order.fill('2');
  await order.press('Enter');
  await expect(taken).toBeVisible();

  // A list that is out of date: the database says the same.
  await page.route('**/rest/v1/mentors?*is_featured_on_homepage=eq.true*', (route) =>
    route.fulfill({ json: [] }),
  );
  await page.reload();
  await expect(page.getByText('Homepage mentors: 0/4')).toBeVisible();
  await order.fill('2');
  await order.press('Enter');
  await expect(taken).toBeVisible();
  await expect(order).toHaveValue('2');
  await expect(order).toHaveAttribute('aria-invalid', 'true');
  await page.unrouteAll();

  await page.reload();
  await order.fill('');
  await order.press('Enter');
  await expect(page.getByText(`${first?.name} has no fixed place on the homepage any more`)).toBeVisible();
  const toggle = page.getByRole('switch', { name: `${first?.name} on the homepage` });
  await toggle.click();
  await expect(page.getByText('Mentor removed from homepage')).toBeVisible();
  await expect(page.getByText('Homepage mentors: 3/4')).toBeVisible();
  await toggle.click();
  await expect(page.getByText('Mentor added to homepage')).toBeVisible();
  await order.fill('1');
  await order.press('Enter');
  await expect(page.getByText(`${first?.name} now has place 1 on the homepage`)).toBeVisible();
  const [after] =
    await desk.sql`select homepage_display_order as place from public.mentors where id = ${first?.id}`;
  expect(after).toEqual({ place: 1 });
});

test('a mentor is deleted after a question; one with open bookings is not', { tag: '@desktop' }, async ({
  page,
  desk,
  own,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  const founder = await desk.addFounder('Ravi Kumar');
  const { mentor } = await desk.buy(page, founder);
  await enterAsAdministrator(page, listOf(mentor.name));
  await page.getByRole('button', { name: `Delete ${mentor.name}` }).click();
  const question = page.getByRole('dialog', { name: `Delete ${mentor.name}?` });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete Mentor' }).click();
  await expect(question).toContainText(
    'Failed to delete mentor: This mentor has bookings that are still open. Complete, reject or cancel them first.',
  );
  await expect(question.getByRole('link', { name: 'View Mentor Bookings' })).toBeVisible();
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect(page.getByRole('button', { name: `Delete ${mentor.name}` })).toBeFocused();

  const { id, name } = await own();
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Mentor' }).click();
  await expect(page.getByText('Mentor deleted successfully!')).toBeVisible();
  await expect(page.getByText(`No mentor matches “${name}”.`)).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);

  await page.goto(`/admin/mentors/${id}/edit`);
  const sentence = 'Mentor not found. Please check if the mentor still exists.';
  await expect(page.getByRole('main').getByText(sentence)).toBeVisible();
  await expect(page.getByText(`Mentor ID: ${id}`)).toBeVisible();
  for (const cause of [/deleted/, /permission/, /connection/])
    await expect(page.getByRole('listitem').filter({ hasText: cause })).toBeVisible();
  await expectAccessible(page);
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('main').getByText(sentence)).toBeVisible();
  await page.clock.runFor(16_000);
  await expect(page).toHaveURL(/\/admin$/);
});

test('what was typed survives every failure of a save', { tag: '@desktop' }, async ({
  page,
  own,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/);
  const { id, name } = await own();
  await enterAsAdministrator(page, `/admin/mentors/${id}/edit`);
  await page.getByLabel('Title').fill('Typed with care');
  await page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = () => {
      Blob.prototype.arrayBuffer = read;
      return Promise.reject(new Error('The file is gone'));
    };
  });
  await fileBox(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo(300) });
  await expect(page.getByText('Error processing image. Please try again.')).toBeVisible();
  await fileBox(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo(300) });

  const refuse = (status: number, body: object) =>
    page.route('**/rpc/save_mentor', (route) => route.fulfill({ status, json: body }));
  await page.route('**/storage/v1/object/mentor_images/**', (route) =>
    route.fulfill({ status: 500, json: { statusCode: '500', error: 'x', message: 'The disk is full' } }),
  );
  await refuse(422, {
    code: 'PT422',
    message: 'bio_required',
    details: 'bio_required,email_invalid',
    hint: null,
  });
  await save(page).click();
  await expect(page.getByText('Failed to upload image: The disk is full')).toBeVisible();
  await expect(page.getByText('Using existing image as upload failed')).toBeVisible();
  await expect(page.getByText('Failed to save mentor data: Bio is required')).toBeVisible();
  await expect(summary(page).getByRole('link')).toHaveText([
    'Bio is required',
    'Valid email address is required',
  ]);

  await page.unrouteAll();
  await page.route('**/rpc/save_mentor', (route) => route.abort('failed'));
  await save(page).click();
  await expect(
    page.getByText(
      'Failed to save mentor data: the server could not be reached. Please check your connection.',
    ),
  ).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByLabel('Title')).toHaveValue('Typed with care');

  await page.evaluate(() => localStorage.removeItem('point-0-session'));
  await save(page).click();
  await expect(page.getByText('Admin session expired. Please log in again.')).toBeVisible();
  await expect(page).toHaveURL(/\/admin-login$/);
  await enterAsAdministrator(page, `/admin/mentors/${id}/edit`);
  await expect(page.getByText('Your unsaved changes are back')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Typed with care');
  await save(page).click();
  await expect(page.getByText('Mentor updated successfully!')).toBeVisible();
  await page.goto(listOf(name));
  await expect(row(page, name)).toContainText('Typed with care');
});

test('lists that do not arrive say so', { tag: '@desktop' }, async ({ page, own, expectComplaint }) => {
  expectComplaint(/Failed to load resource/);
  const { id, name } = await own();
  const down = (path: string) =>
    page.route(`**/rest/v1/${path}?*`, (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
  await down('mentors');
  await enterAsAdministrator(page, listOf(name));
  await expect(
    page.getByText('Failed to load mentors. Please check your connection and try again.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/admin/mentors/${id}/edit`);
  await expect(
    page
      .getByRole('main')
      .getByText('Failed to load mentor data. Please ensure you have the right permissions.'),
  ).toBeVisible();
  await page.unrouteAll();
  await down('categories');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Failed to load categories.')).toBeVisible();
  await page.unrouteAll();
  await page.route('**/rest/v1/categories?*', (route) => route.fulfill({ json: [] }));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No categories found. Please add categories first.')).toBeVisible();
});
