import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { addDays, formatDateFull, formatDateShort, istToday } from '#rules/shell/ist.ts';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { watchRequests } from '#tests/kit/browser/network.ts';
import { atBothWidths, PHONE } from '#tests/kit/browser/widths.ts';

const NEXT_WEEK = addDays(istToday(new Date()), 7);
const summary = (page: Page) => page.getByRole('region', { name: 'Please fix the following errors:' });
const save = (page: Page) => page.getByRole('button', { name: 'Save Mentor' });
const fileBox = (page: Page) => page.locator('input[type=file]');
/** The list of mentors, narrowed to a name. */
const mentorsPath = (name: string) => `/admin?tab=mentors&q=${encodeURIComponent(name)}`;
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const slots = (page: Page) => page.getByRole('region', { name: 'Availability Slots' });

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

test('An administrator adds a mentor, whom founders find', { tag: '@ci' }, async ({ page, mentorName, sql }) => {
  allowConsoleError(/Failed to load resource/);
  await signInAsAdministrator(page, '/admin?tab=mentors');
  await expect(page.getByText(/^Homepage mentors: \d\/4$/)).toBeVisible();
  for (const column of ['Name', 'Title', 'Expertise', 'Price (per hour)', 'Homepage', 'Actions'])
    await expect(page.getByRole('columnheader', { name: column })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add New Mentor' }).click();
  await expect(page).toHaveURL(/\/admin\/mentors\/new\/edit$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Mentor' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Mentor Bookings' })).toHaveCount(0);
  for (const section of ['Expertise Categories *', 'Profile Image *', 'Availability Slots *'])
    await expect(page.getByRole('heading', { name: section })).toBeVisible();
  await expect(page.getByText('JPEG, JPG, PNG or WebP, up to 3MB. Recommended: 300x300.')).toBeVisible();
  await expect(page.getByLabel('Price')).toHaveAttribute('placeholder', '7000');

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

  await page.getByLabel('Name').fill(mentorName);
  await page.getByLabel('Title').fill('Partner, Story Fund');
  await page.getByRole('textbox', { name: 'Expertise' }).fill('Stories');
  await page.getByLabel('Bio').fill('Tells stories.\n\nFor years.');
  await page.getByLabel('Price').fill('0');
  await page.getByLabel('Email (Admin Only)').fill('story@mentors');
  await page.getByRole('textbox', { name: 'Specializations' }).fill('Plots');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Specializations' }).fill('Endings');
  await page.getByRole('textbox', { name: 'Companies' }).fill('Marigold Kettle Works');
  await page.keyboard.press('Enter');
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
  const upload = '**/functions/v1/store-picture?*';
  await page.route(upload, (route) => route.abort('failed'));
  await save(page).click();
  await expect(summary(page).getByRole('link', { name: 'Image upload failed' })).toBeVisible();
  await page.unroute(upload);
  const saves = watchRequests(page, (request) => request.url().includes('/rpc/save_mentor'));
  await save(page).dblclick();
  await expect(page.getByText('Mentor created successfully!')).toBeVisible();
  await expect(page.getByText('Image uploaded successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\?tab=mentors$/);
  expect(saves).toHaveLength(1);

  const [mentor] = await sql`
    select m.price, m.specializations, m.companies, m.rating::text, m.image, p.email,
      (select array_agg(date::text order by date) from public.mentor_availability a where a.mentor_id = m.id) as days
    from public.mentors m join public.mentor_private p on p.mentor_id = m.id where m.name = ${mentorName}`;
  expect(mentor).toMatchObject({
    price: 7000,
    specializations: ['Plots', 'Endings'],
    companies: ['Marigold Kettle Works'],
    rating: '0.0',
    email: 'story@mentors.example',
    days: [NEXT_WEEK, addDays(NEXT_WEEK, 14)],
  });
  expect(mentor?.image).toMatch(/\/mentor_images\/mentors\/[\w-]+-640\.webp$/);
  for (const width of [160, 320, 640]) {
    const picture = await page.request.get(mentor?.image.replace('-640.', `-${width}.`));
    expect(picture.status()).toBe(200);
    expect(picture.headers()).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': expect.stringContaining('max-age=3600'),
    });
  }

  await page.goto(`/mentors?q=${encodeURIComponent(mentorName)}&category=Fundraising`);
  const card = page.getByRole('main').getByRole('article').filter({ hasText: mentorName });
  await expect(card).toContainText('₹7,000');
  const shown = () => card.locator('img').evaluate((img: HTMLImageElement) => img.currentSrc);
  await expect.poll(shown).toMatch(/\/mentor_images\/mentors\/[\w-]+\.webp/);
  await card.getByRole('link', { name: mentorName, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: mentorName })).toBeVisible();
});

test('An administrator changes a mentor; sold times stay, and nothing typed is lost', {
  tag: ['@desktop', '@ci'],
}, async ({ page, addMentor, sql }) => {
  allowConsoleError(/409/);
  const { id, name } = await addMentor();
  await sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    values (${id}, ${NEXT_WEEK}, '10:00', '11:00'), (${id}, ${NEXT_WEEK}, '12:00', '13:00'),
      (${id}, ${NEXT_WEEK}, '17:00', '18:00')`;
  await sql`
    insert into private.slot_claims (mentor_id, during, kind, booking_id, expires_at)
    select ${id}, a.during, case when a.start_time = '10:00' then 'sale' else 'hold' end, gen_random_uuid(),
      case when a.start_time = '10:00' then null else now() + interval '10 minutes' end
    from public.mentor_availability a where a.mentor_id = ${id} and a.start_time < '13:00'`;

  await signInAsAdministrator(page, mentorsPath(name));
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

  await sql`update public.mentors set price = 9000 where id = ${id}`;
  await save(page).click();
  await expect(page.getByText('Somebody else changed this mentor after you opened it')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Load the latest version' }).click();
  await expect(page.getByLabel('Price')).toHaveValue('9000');
  await expect(page.getByLabel('Title')).toHaveValue('Managing Partner');
  await save(page).click();
  await expect(page.getByText('Mentor updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\?tab=mentors$/);

  const [saved] = await sql`
    select title, price, array(
      select left(start_time::text, 5) from public.mentor_availability where mentor_id = ${id} order by 1
    ) as starts from public.mentors where id = ${id}`;
  expect(saved).toEqual({ title: 'Managing Partner', price: 9000, starts: ['10:00', '12:00'] });
});

test('A mentor who takes no bookings until a day keeps the profile, which says so', {
  tag: ['@desktop', '@faults'],
}, async ({ page, addMentor, sql }) => {
  allowConsoleError(/422/);
  const { id, name } = await addMentor();
  await sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    values (${id}, ${NEXT_WEEK}, '10:00', '11:00')`;
  await signInAsAdministrator(page, `/admin/mentors/${id}/edit`);
  const notice = page.getByLabel('Minimum notice');
  await expect(notice).toHaveValue('12');
  await notice.fill('1');
  await page.getByRole('switch', { name: 'Not taking bookings' }).click();
  await page.getByLabel('Takes bookings again from').fill(istToday(new Date()));
  await save(page).click();
  await expect(summary(page).getByRole('link')).toHaveText(['Minimum notice must be 2 to 168 hours']);
  await notice.fill('2.5');
  await save(page).click();
  await expect(summary(page).getByRole('link')).toHaveText(['The day of return must be after today']);
  await page.getByLabel('Takes bookings again from').fill(NEXT_WEEK);
  await expectAccessible(page);
  await save(page).click();
  await expect(page.getByText('Mentor updated successfully!')).toBeVisible();
  await page.goto(mentorsPath(name));
  await expect(page.getByText(`Not taking bookings until ${formatDateShort(NEXT_WEEK)}`)).toBeVisible();

  await page.goto(`/mentors/${id}`);
  const panel = page.getByRole('complementary', { name: 'Book a Session' });
  await expect(panel).toContainText(`${name} is not taking bookings right now.`);
  await expect(panel).toContainText(`Back on ${formatDateFull(NEXT_WEEK)}.`);
  await expect(panel.getByRole('link', { name: 'Find another mentor' })).toHaveAttribute('href', '/mentors');
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expect(page.getByText(`${name} is not taking bookings right now.`).filter({ visible: true })).toBeVisible();
  await sql`update public.mentors set is_taking_bookings = true, taking_bookings_from = null where id = ${id}`;
  await page.reload();
  await expect(page.getByRole('button', { name: 'Select a Time Slot' })).toBeVisible();
});

test('What was typed about a mentor survives every failure of a save', { tag: ['@desktop', '@faults'] }, async ({
  page,
  addMentor,
}) => {
  allowConsoleError(/Failed to load resource/);
  const { id, name } = await addMentor();
  await signInAsAdministrator(page, `/admin/mentors/${id}/edit`);
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
  const whole = await photo(300);
  // Half of a photo begins like a whole one: only who draws it finds out.
  const half = whole.subarray(0, whole.length >> 1);
  await fileBox(page).setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: half });

  const refuse = (status: number, body: object) =>
    page.route('**/rpc/save_mentor', (route) => route.fulfill({ status, json: body }));
  await refuse(422, { code: 'PT422', message: 'bio_required', details: 'bio_required,email_invalid', hint: null });
  await save(page).click();
  await expect(
    page.getByText('Failed to upload image: This image is damaged or not complete. Please choose another one.'),
  ).toBeVisible();
  await expect(page.getByText('Using existing image as upload failed')).toBeVisible();
  await expect(page.getByText('Failed to save mentor data: Bio is required')).toBeVisible();
  await expect(summary(page).getByRole('link')).toHaveText(['Bio is required', 'Valid email address is required']);

  await page.unrouteAll();
  await page.route('**/rpc/save_mentor', (route) => route.abort('failed'));
  await save(page).click();
  await expect(
    page.getByText('Failed to save mentor data: the server could not be reached. Please check your connection.'),
  ).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByLabel('Title')).toHaveValue('Typed with care');

  await page.evaluate(() => localStorage.removeItem('point-0-session'));
  await save(page).click();
  await expect(page.getByText('Admin session expired. Please log in again.')).toBeVisible();
  await expect(page).toHaveURL(/\/admin-login$/);
  await signInAsAdministrator(page, `/admin/mentors/${id}/edit`);
  await expect(page.getByText('Your unsaved changes are back')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Typed with care');
  await save(page).click();
  await expect(page.getByText('Mentor updated successfully!')).toBeVisible();
  await page.goto(mentorsPath(name));
  await expect(row(page, name)).toContainText('Typed with care');
});

test('A word of a hundred letters makes no page of a mentor wider than a phone’s screen', { tag: '@faults' }, async ({
  page,
  addMentor,
  sql,
}) => {
  const { id, name } = await addMentor();
  const word = 'Spezialisierung'.repeat(7).slice(0, 100);
  await sql`
    update public.mentors set title = ${word}, expertise = ${word}, specializations = ${[word]}, companies = ${[word.slice(0, 80)]} where id = ${id}`;
  await signInAsAdministrator(page, `/admin/mentors/${id}/edit`);
  for (const [path, landmark] of [
    [`/admin/mentors/${id}/edit`, page.getByRole('list', { name: 'Specializations' })],
    [`/mentors/${id}`, page.getByRole('heading', { level: 1, name })],
    [`/mentors?q=${word.slice(0, 40)}`, page.getByText('Showing 1 mentor', { exact: true })],
    ['/admin?tab=mentors', page.getByRole('button', { name: 'Refresh' })],
  ] as const) {
    await page.goto(path);
    await expect(landmark).toBeVisible();
    await atBothWidths(page, async () => {
      const width = await page.evaluate(() => Math.max(innerWidth, document.documentElement.scrollWidth));
      expect(width, path).toBe(page.viewportSize()?.width);
    });
  }
});

// docs/product/earnings.md#marketplace-share
test('A mentor’s own share is set and ended; without one the editor shows the default and stores nothing', {
  tag: '@desktop',
}, async ({ page, addMentor, sql }) => {
  const mentor = await addMentor();
  const stored = async () =>
    (await sql`select fee_bps from private.mentor_fees where mentor_id = ${mentor.id} order by valid_from`).map(
      (row) => row.fee_bps,
    );
  await signInAsAdministrator(page, `/admin/mentors/${mentor.id}/edit`);
  const field = page.getByLabel('Marketplace share');
  const saveShare = async () => {
    const saving = page.waitForResponse('**/rpc/set_mentor_fee');
    await page.getByRole('button', { name: 'Save share' }).click();
    await saving;
  };
  await expect(field).toHaveValue('');
  await expect(page.getByText('This mentor has the marketplace’s default, 0 %.')).toBeVisible();
  await saveShare();
  expect(await stored()).toEqual([]);
  await field.fill('51');
  await page.getByRole('button', { name: 'Save share' }).click();
  await expect(page.getByText('Please enter a share from 0 to 50 %, with at most two decimals.')).toBeVisible();
  await field.fill('12,5');
  await saveShare();
  await expect(page.getByText('Leave it empty for the marketplace’s default, 0 %.')).toBeVisible();
  await expect(field).toHaveValue('12.5');
  await expectAccessible(page);
  await field.fill('');
  await saveShare();
  await expect(page.getByText('This mentor has the marketplace’s default, 0 %.')).toBeVisible();
  expect(await stored()).toEqual([1250, null]);
});
