import { formatInr } from '#rules/money/rupees.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { addPerson, forgetSession, founderOf, logIn, signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import { DAY, startIn } from '#tests/kit/browser/admin-fixture.ts';
import { buyOffer, findOffer } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { watchRequests } from '#tests/kit/browser/network.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';

test('Founder and mentor prepare a session and keep what was agreed on its page', { tag: '@ci' }, async ({
  page,
  app,
  sql,
  adminFixture,
}) => {
  test.slow();
  const person = await signInAsNewFounder(page, 'Asha Rao');
  const founder = await founderOf(page);
  const offer = await findOffer();
  const bookingId = await buyOffer(app, founder, offer);
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  await sql`
    insert into public.session_briefs (booking_id, user_id, mentor_id, question, link)
    values (${bookingId}, ${founder.id}, ${offer.mentor.id}, 'How do I price a pilot?', 'https://deck.example/a')`;
  await adminFixture.moveBooking(bookingId, -5);
  await signInAsNewFounder(page, 'Dev Mentor');
  const mentor = await founderOf(page);
  await sql`
    insert into public.mentor_private (mentor_id, email, user_id)
    values (${offer.mentor.id}, ${mentor.email}, ${mentor.id})
    on conflict (mentor_id) do update set user_id = excluded.user_id`;
  const block = (name: string) => page.getByRole('region', { name });

  await test.step('the mentor reads the brief and shares a summary with items', async () => {
    await page.goto(`/sessions/${bookingId}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Session with Asha Rao' })).toBeVisible();
    await expect(block('What Asha Rao wants to leave with')).toContainText('How do I price a pilot?');
    await expect(page.getByText(founder.email)).toHaveCount(0);
    const summary = block('Summary');
    await summary.getByLabel('What did you agree on?').fill('Too short');
    await summary.getByRole('button', { name: 'Save draft' }).click();
    await expect(summary).toContainText('Please write 20 to 2,000 characters.');
    await summary.getByLabel('What did you agree on?').fill('Ask for twenty thousand rupees.\nSend the offer today.');
    await summary.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('Your draft is saved. Only you can read it.')).toBeVisible();
    await summary.getByRole('button', { name: 'Share with Asha Rao' }).click();
    await expect(page.getByText('Shared. Asha Rao gets an e-mail.')).toBeVisible();
    await summary.getByLabel('What did you agree on?').fill('Ask for thirty thousand rupees.');
    await summary.getByRole('button', { name: 'Save changes' }).click();
    await expect(summary).toContainText('Send it again by e-mail?');
    await summary.getByRole('button', { name: 'Not now' }).click();
    // What was typed upon an older text, and kept through a reload, replaces a newer one only when the mentor says so.
    await summary.getByLabel('What did you agree on?').fill('Ask for forty thousand rupees.');
    await sql`update public.session_summaries set revision = revision + 1 where booking_id = ${bookingId}`;
    allowConsoleError(/409/);
    await page.reload();
    await expect(summary.getByLabel('What did you agree on?')).toHaveValue('Ask for forty thousand rupees.');
    await summary.getByRole('button', { name: 'Save changes' }).click();
    await expect(summary).toContainText('This was changed meanwhile.');
    await summary.getByRole('button', { name: 'Take theirs' }).click();
    await expect(summary.getByLabel('What did you agree on?')).toHaveValue('Ask for thirty thousand rupees.');

    const items = block('Action items');
    await items.getByRole('button', { name: 'Add an item' }).click();
    await items.getByRole('button', { name: 'Save' }).click();
    await expect(items).toContainText('Please write 3 to 200 characters.');
    await items.getByLabel('What is to be done?').fill('Call five customers');
    await items.getByLabel('By', { exact: true }).fill('2020-01-01');
    await items.getByLabel('Who').selectOption('Asha Rao');
    await items.getByRole('button', { name: 'Save' }).click();
    await expect(items).toContainText('Please choose a day from today on.');
    await items.getByLabel('By', { exact: true }).fill('');
    await items.getByRole('button', { name: 'Save' }).click();
    await expect(items.getByText('Call five customers', { exact: true })).toBeVisible();
    await expect(items.getByRole('button', { name: 'Mark done' })).toHaveCount(0);
    await expectAccessibleInBothThemes(page);
  });

  await test.step('the founder notes, marks and shares', async () => {
    await forgetSession(page);
    await page.goto(`/login?returnUrl=${encodeURIComponent(`/sessions/${bookingId}`)}`);
    await logIn(page, person);
    await expect(page.getByRole('heading', { level: 1, name: `Session with ${offer.mentor.name}` })).toBeVisible();
    await expect(block('Summary')).toContainText('Ask for thirty thousand rupees.');
    const items = block('Action items');
    await items.getByRole('button', { name: 'Mark done' }).click();
    await expect(items).toContainText('Done on');
    await expect(items.getByRole('button', { name: 'Not done yet' })).toBeVisible();

    const notes = block('My notes');
    await notes.getByLabel('My notes').fill('Of the first tab');
    await notes.getByLabel('My notes').blur();
    await expect(notes).toContainText('Saved');
    // Another tab writes meanwhile.
    await sql`update public.session_notes set body = 'Of the second tab', revision = revision + 1
      where booking_id = ${bookingId} and author_id = ${founder.id}`;
    allowConsoleError(/409/);
    await notes.getByLabel('My notes').fill('Of the first tab, longer');
    await notes.getByLabel('My notes').blur();
    await expect(notes).toContainText('This was changed meanwhile.');
    await expect(notes).toContainText('Of the second tab');
    await expect(notes.getByLabel('My notes')).toHaveValue('Of the first tab, longer');
    await expectAccessible(page);
    await notes.getByRole('button', { name: 'Keep mine' }).click();
    await expect(notes).toContainText('Saved');
    const [row] = await sql`select body from public.session_notes where booking_id = ${bookingId}`;
    expect(row?.body).toBe('Of the first tab, longer');
    // Left and opened again, the page has what was saved, not what it read first.
    await page.getByRole('main').getByRole('link', { name: 'My Dashboard' }).first().click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goBack();
    await expect(notes.getByLabel('My notes')).toHaveValue('Of the first tab, longer');

    const contact = block('Contact details');
    await expect(contact).toContainText('Add a phone number first.');
    await contact.getByRole('switch', { name: `Share my e-mail with ${offer.mentor.name}` }).click();
    await expect(contact.getByRole('switch')).toBeChecked();
    await expectAccessible(page);
  });

  await test.step('no public address answers any of it, nor what is kept of its answer', async () => {
    await sql`
      insert into private.check_ins (booking_id, day, due_at, state, answer, change, is_released)
      values (${bookingId}, 7, now(), 'answered', 'yes', 'A marked change', true)`;
    const read = async (address: string) => (await page.request.get(address)).text();
    const listed = [...(await read('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, address = '']) => new URL(address).pathname,
    );
    expect(listed).toEqual(expect.arrayContaining(['/', '/mentors', '/about-us']));
    const others = ['/sitemap.xml', '/robots.txt', '/_root.data', '/mentors.data', `${offer.path}.data`];
    const closed = [`/mentors/${offer.mentor.id}`, `/sessions/${bookingId}`, `/booking-success/${bookingId}`];
    const addresses = [
      ...new Set([...listed, ...others, ...closed, offer.path, '/login', '/dashboard', '/mentor-dashboard']),
    ];
    const markers = [
      'price a pilot',
      'thirty thousand',
      'Call five customers',
      'Of the first tab',
      'Of the second tab',
      'A marked change',
    ];
    const found: string[] = [];
    // The second answer is the one that was kept.
    for (let reading = 0; reading < 2; reading += 1) {
      const texts = await Promise.all(addresses.map(read));
      for (const [at, address] of addresses.entries()) {
        found.push(...markers.filter((marker) => texts[at]?.includes(marker)).map((marker) => `${address}: ${marker}`));
      }
    }
    expect(found).toEqual([]);
    expect(await (await page.request.get('/robots.txt')).text()).toContain('/sessions/');
  });

  await sql`update public.mentor_private set user_id = null where mentor_id = ${offer.mentor.id}`;
});

// docs/product/sessions.md#contact-details
test('A founder adds a phone number in the account, shares it with the mentor, and removes it', async ({
  page,
  app,
  sql,
}) => {
  test.slow();
  await signInAsNewFounder(page, 'Asha Rao');
  const { id } = await founderOf(page);
  const offer = await findOffer();
  const bookingId = await buyOffer(app, await founderOf(page), offer);
  await page.goto(`/sessions/${bookingId}`);
  const contact = page.getByRole('region', { name: 'Contact details' });
  await expect(contact).toContainText('Add a phone number first.');
  await contact.getByRole('link', { name: 'Open your account' }).click();

  const details = page.getByRole('region', { name: 'Your details' });
  const phone = details.getByLabel('Phone number');
  await expect(phone).toBeFocused();
  await expect(phone).toBeInViewport({ ratio: 1 });
  await atBothWidths(page, () => expectAccessibleInBothThemes(page));
  const save = details.getByRole('button', { name: 'Save phone number' });
  await expect(save).toBeDisabled();
  await phone.fill('98765');
  await save.click();
  await expect(details.getByText('Phone number must be at least 10 digits')).toBeVisible();
  await phone.fill('+91 98765 43210');
  await save.click();
  await expect(page.getByText('Phone number saved.')).toBeVisible();
  await expect(save).toBeDisabled();

  await page.goBack();
  const share = contact.getByRole('switch', { name: `Share my phone number with ${offer.mentor.name}` });
  await share.click();
  await expect(share).toBeChecked();
  const shared = () => sql`
    select p.phone, p.vc_interest_submitted, c.shares_phone
    from public.profiles p, public.session_contacts c where p.id = ${id} and c.booking_id = ${bookingId}`;
  await expect.poll(shared).toEqual([{ phone: '+91 98765 43210', vc_interest_submitted: false, shares_phone: true }]);

  await page.goto('/account#phone');
  await expect(phone).toHaveValue('+91 98765 43210');
  await phone.fill('');
  await save.click();
  await expect(page.getByText('Phone number removed. No mentor sees it any more.')).toBeVisible();
  expect(await shared()).toEqual([{ phone: null, vc_interest_submitted: false, shares_phone: false }]);

  // A number of the investor form alone goes with its consent, until it is saved here.
  await sql`update public.profiles set phone = '9812345678' where id = ${id}`;
  await page.reload();
  await expect(
    details.getByText(
      'From the investor form. Save it here to keep it when you withdraw the introductions to investors.',
    ),
  ).toBeVisible();
  await save.click();
  await expect(details.getByText('Optional. A mentor sees it only if you share it for a session.')).toBeVisible();
  expect(await sql`select is_phone_kept from public.profiles where id = ${id}`).toEqual([{ is_phone_kept: true }]);
});

test('The page of a booking under review has its amount, the time of the answer and the way to cancel, and no empty block', {
  tag: '@ci',
}, async ({ page, app, sql }) => {
  test.slow();
  await signInAsNewFounder(page);
  const offer = await findOffer();
  const bookingId = await buyOffer(app, await founderOf(page), offer);
  const [row] = await sql`select answer_by from public.bookings where id = ${bookingId}`;
  await page.goto(`/sessions/${bookingId}`);
  const facts = page.getByRole('region', { name: 'Session', exact: true });
  await expect(facts).toContainText(formatInr(offer.mentor.price));
  await expect(facts).toContainText(`Answer by ${formatMoment(row?.answer_by)} IST`);
  await expect(facts).toContainText('Free to cancel for 4 hours after paying');
  await expect(page.getByText('Summary and action items open when it starts.')).toBeVisible();
  for (const name of ['Summary', 'Action items', /^Earlier sessions/]) {
    await expect(page.getByRole('region', { name })).toHaveCount(0);
  }
  await atBothWidths(page, () => expectAccessibleInBothThemes(page));
  await facts.getByRole('button', { name: `Cancel booking with ${offer.mentor.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Booking?' });
  await expect(dialog).toContainText(formatInr(offer.mentor.price));
  await dialog.getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(page.getByText('Booking cancelled. Your refund is on its way.')).toBeVisible();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(facts.getByRole('button', { name: /^Cancel booking/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('The page of a session that cannot be read has a heading, tries again and leads to the dashboard', async ({
  page,
  adminFixture,
}) => {
  allowConsoleError(/500.*rpc\/session_page/);
  await signInAsNewFounder(page);
  const bookingId = await adminFixture.addBooking(await founderOf(page), {
    mentorName: 'Asha Menon',
    status: 'confirmed',
    start: startIn(3 * DAY),
  });
  const answers = '**/rest/v1/rpc/session_page';
  await page.route(answers, (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
  await page.goto(`/sessions/${bookingId}`);
  const failed = page.getByRole('heading', { level: 1, name: 'We could not load this session.' });
  await expect(failed).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute('href', '/dashboard');
  await expectAccessible(page);
  await page.unroute(answers);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Session with Asha Menon' })).toBeVisible();
});

test('Another’s session, an unknown and a malformed id do not exist; a visitor is asked to log in', {
  tag: '@faults',
}, async ({ page, app, adminFixture }) => {
  const offer = await findOffer();
  const bookingId = await buyOffer(app, await adminFixture.addFounder('Asha Rao'), offer);
  await adminFixture.moveBooking(bookingId, DAY);
  await page.goto(`/sessions/${bookingId}`);
  await expect(page.getByText('Please log in to see this session.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  const person = await addPerson('Ravi Kumar');
  await logIn(page, person);
  await expect(page).toHaveURL(new RegExp(`/sessions/${bookingId}`));
  allowConsoleError(/404/);
  for (const id of [bookingId, '00000000-0000-4000-8000-000000000000', 'malformed']) {
    await page.goto(`/sessions/${id}`);
    await expect(page.getByText('This session does not exist, or it belongs to somebody else.')).toBeVisible();
  }
  await expectAccessible(page);
});

test('A note that was not saved is not sent by the next person in this browser', { tag: '@ci' }, async ({
  page,
  app,
  adminFixture,
}) => {
  allowConsoleError(/ERR_FAILED/);
  await signInAsNewFounder(page, 'Asha Rao');
  const bookingId = await buyOffer(app, await founderOf(page), await findOffer());
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  await page.goto(`/sessions/${bookingId}`);
  await page.route('**/rpc/save_session_note', (route) => route.abort('failed'));
  const notes = page.getByRole('region', { name: 'My notes' });
  await notes.getByLabel('My notes').fill('For me alone');
  await notes.getByLabel('My notes').blur();
  await expect(notes).toContainText('Not saved');
  // As after a log-in in this tab.
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('point-0-session') ?? '{}');
    session.user.id = crypto.randomUUID();
    localStorage.setItem('point-0-session', JSON.stringify(session));
  });
  const sent = watchRequests(page, (request) => request.url().includes('save_session_note'));
  await page.waitForTimeout(7000);
  expect(sent).toEqual([]);
});
