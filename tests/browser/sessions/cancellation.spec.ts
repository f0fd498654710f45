import type { Page } from '@playwright/test';
import { formatInr } from '#rules/money/rupees.ts';
import { formatDateFull, formatMoment, formatTimeRange, istToday, slotStart } from '#rules/shell/ist.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import {
  administratorToken,
  founderOf,
  openDashboard,
  signInAsNewFounder,
  signInAsReturningFounder,
} from '#tests/kit/browser/accounts.ts';
import { card, DAY, HOUR, startIn } from '#tests/kit/browser/admin-fixture.ts';
import { buyOffer, confirmChoice, findOffer, openProfile, pathWithChoice } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { goOffline, watchRequests } from '#tests/kit/browser/network.ts';

const cancelDialog = (page: Page) => page.getByRole('dialog', { name: 'Cancel Booking?' });

test('A new founder sees no sessions, then a booking, and cancels it with the refund', { tag: '@main' }, async ({
  page,
  adminFixture,
  sql,
}) => {
  test.slow();
  await openDashboard(page, await signInAsNewFounder(page));
  await expect(page.getByText('You have no sessions yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Mentors' })).toHaveAttribute('href', '/mentors');
  await expect(page.getByRole('link', { name: 'Find New Mentors' })).toHaveAttribute('href', '/mentors');
  await expectAccessible(page);

  const { mentor, slot, bookingId } = await adminFixture.buyBooking(await founderOf(page));
  await page.getByRole('button', { name: 'Refresh Bookings' }).click();
  await expect(page.getByText('Bookings refreshed')).toBeVisible();
  const pending = page.getByRole('region', { name: 'Pending Review' });
  await expect(pending).toContainText('Awaiting admin confirmation');
  await expect(pending).toContainText(formatDateFull(slot.date));
  await expect(pending).toContainText(`${formatTimeRange(slot.startTime, slot.endTime)} IST`);
  await expect(page.getByText('1 Under Review')).toBeVisible();
  await expect(pending).toContainText(
    /Free to cancel for 4 hours after paying, (and again from the confirmation until 24 hours before the session\. That means until .+ IST, and once confirmed until .+ IST\.|as long as)/,
  );
  await expect(pending).toContainText(/Expect the answer by .+ \d+:\d\d [AP]M IST\./);
  await expectAccessible(page);

  const cancel = pending.getByRole('button', { name: `Cancel booking with ${mentor.name}` });
  await cancel.click();
  const dialog = cancelDialog(page);
  await expect(dialog).toContainText('Are you sure you want to cancel this session? This action cannot be undone.');
  for (const text of [
    mentor.name,
    formatDateFull(slot.date),
    formatInr(mentor.price),
    'refunded in full',
    'Banks take 5 to 10 working days to show it.',
  ])
    await expect(dialog).toContainText(text);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'No, keep it' }).click();
  await expect(dialog).toBeHidden();
  await expect(cancel).toBeFocused();
  await cancel.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const requests = watchRequests(page, (request) => request.method() === 'PATCH');
  await cancel.click();
  await dialog.getByRole('button', { name: 'Yes, cancel session' }).dblclick();
  await expect(page.getByText('Booking cancelled. Your refund is on its way.')).toBeVisible();
  await expect(dialog).toBeHidden();
  const other = page.getByRole('region', { name: 'Other Sessions' });
  await expect(other.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(other.getByText(/^(Refund of )?₹[\d,]+ (on its way|refunded)$/)).toBeVisible();
  await expect(page.getByText('Under Review')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Your Sessions' })).toBeFocused();
  expect(requests).toHaveLength(1);
  await expectAccessible(page);

  // The refund is sent by a job; the card follows it.
  await expect(page.getByText(`${formatInr(mentor.price)} refunded`)).toBeVisible({ timeout: 20_000 });
  await expect(other.getByText(/^Razorpay paid it out on .+\. Banks usually show it by .+, on the card/)).toBeVisible();
  const [row] = await sql`select status from public.bookings where id = ${bookingId}`;
  expect(row?.status).toBe('cancelled');
});

test('One sentence says until when cancelling is free: before paying, on the card, and in the e-mail', {
  tag: '@ci',
}, async ({ page, app, adminFixture, mailbox, sql }) => {
  test.slow();
  await signInAsReturningFounder(page);
  const founder = await founderOf(page);
  const offer = await findOffer();
  const sentence =
    'Free to cancel for 4 hours after paying, and again from the confirmation until 24 hours before the session.';
  const inIst = (at: Date) => `${formatMoment(at)} IST`;
  const early = inIst(new Date(slotStart(offer.slot).getTime() - DAY * 60_000));
  await openProfile(page, pathWithChoice(offer));
  await confirmChoice(page);
  await expect(page.getByRole('dialog', { name: 'Confirm Booking' })).toContainText(
    `Cancellations are allowed up to 24 hours before the session.${sentence} Once confirmed, you can cancel until ${early}.`,
  );
  await expectAccessible(page);

  const bookingId = await buyOffer(app, founder, offer);
  const [row] = await sql`select created_at from public.bookings where id = ${bookingId}`;
  const first = inIst(new Date(row?.created_at.getTime() + 4 * HOUR * 60_000));
  const paid = `${sentence} That means until ${first}, and once confirmed until ${early}.`;
  await page.goto('/dashboard');
  await expect(card(page, offer.mentor.name)).toContainText(paid);
  const mail = await mailbox.waitFor(founder.email, /^Booking received/);
  expect(mail.text.replace(/\s+/g, ' ')).toContain(paid);

  await adminFixture.backdate(bookingId, 5);
  await page.reload();
  await expect(card(page, offer.mentor.name)).toContainText(
    `You can cancel again once it is confirmed. It is free to cancel until ${early}.`,
  );
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  await page.reload();
  await expect(card(page, offer.mentor.name)).toContainText(`It is free to cancel until ${early}.`);
  const approved = await mailbox.waitFor(founder.email, /^Approved/);
  expect(approved.text.replace(/\s+/g, ' ')).toContain(`It is free to cancel until ${early}.`);
});

test('A booking that was decided on cannot be cancelled, and is shown as it stands', { tag: '@ci' }, async ({
  page,
  adminFixture,
}) => {
  test.slow();
  allowConsoleError(/status of 409/);
  await signInAsReturningFounder(page);
  const { mentor, bookingId } = await adminFixture.buyBooking(await founderOf(page));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  await cancelDialog(page).getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(
    page.getByText('This booking was answered in the meantime, so it was not cancelled. Here is the latest.'),
  ).toBeVisible();
  await expect(cancelDialog(page)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Upcoming Sessions' })).toContainText(mentor.name);
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toHaveCount(0);
});

test('The database’s clock ends the time to cancel, whatever the page believes', { tag: '@ci' }, async ({
  page,
  adminFixture,
  sql,
}) => {
  allowConsoleError(/status of 409/);
  await signInAsReturningFounder(page);
  const booking = { mentorName: 'Slow Clock', status: 'pending_admin_review', start: startIn(3 * DAY) };
  const id = await adminFixture.addBooking(await founderOf(page), booking);
  await page.goto('/dashboard');
  const previewed = page.waitForResponse('**/rpc/preview_cancellation*');
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await previewed;
  await sql`update public.bookings set created_at = now() - interval '4 hours' where id = ${id}`;
  const dialog = cancelDialog(page);
  await dialog.getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'This booking is more than 4 hours old, so it can no longer be cancelled here.',
  );
  await expect(dialog.getByRole('button', { name: 'Yes, cancel session' })).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'No, keep it' }).click();
  await expect(page.getByText('Awaiting admin confirmation')).toBeVisible();
});

test('A cancellation that is lost changes nothing and can be tried again', { tag: '@faults' }, async ({
  page,
  adminFixture,
  sql,
}) => {
  allowConsoleError(/Failed to load resource/);
  await signInAsReturningFounder(page);
  const booking = { mentorName: 'Lost Line', status: 'pending_admin_review', start: startIn(3 * DAY) };
  const id = await adminFixture.addBooking(await founderOf(page), booking);
  // What the page loads after its first paint is here before the network goes.
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  const dialog = cancelDialog(page);
  await goOffline(page);
  await dialog.getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(
    dialog.getByText('Your booking was not cancelled. Please check your connection and try again.'),
  ).toBeVisible();
  await page.context().setOffline(false);
  const [row] = await sql`select status from public.bookings where id = ${id}`;
  expect(row?.status).toBe('pending_admin_review');
  await dialog.getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(page.getByText('Booking cancelled.')).toBeVisible();
  await expect(card(page, 'Lost Line')).toContainText('Cancelled');
});

test('The offer to cancel a booking ends while the page is open', async ({ page, adminFixture }) => {
  await signInAsReturningFounder(page);
  await adminFixture.addBooking(await founderOf(page), {
    mentorName: 'Closing Window',
    status: 'pending_admin_review',
    start: startIn(3 * DAY),
    ageMinutes: 4 * HOUR - 10,
  });
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toBeVisible();
  await page.clock.fastForward('09:00');
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toBeVisible();
  await page.clock.fastForward('01:05');
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toHaveCount(0);
  await expect(page.getByText('Awaiting admin confirmation')).toBeVisible();
  // From now on the card says when the answer comes: 24 hours after the payment.
  const paid = Date.now() - (4 * HOUR - 10) * 60_000;
  const answer = [0, 1].map((minutes) => formatMoment(new Date(paid + DAY * 60_000 - minutes * 60_000)));
  await expect(page.getByText(/^Expect the answer by/)).toHaveText(
    new RegExp(`^Expect the answer by (${answer.join('|')}) IST\\.$`),
  );
  await expect(page.getByRole('button', { name: 'Change or cancel' })).toHaveCount(0);
});

test('An open dialog asks the policy again each minute, and says when its answer has changed', { tag: '@ci' }, async ({
  page,
  adminFixture,
}) => {
  await signInAsReturningFounder(page);
  const founder = await founderOf(page);
  const booking = { mentorName: 'Passing Mark', status: 'confirmed', start: startIn(2 * DAY) };
  const id = await adminFixture.addBooking(founder, booking);
  await page.clock.install();
  await page.goto('/dashboard');
  const dialog = page.getByRole('dialog');
  await changeButton(page, 'Passing Mark').click();
  // Nothing was paid online, so nothing is said of money.
  await expect(dialog.getByRole('button', { name: 'Cancel this session' })).toBeVisible();
  await expect(dialog).toContainText('Nothing was paid online for this session, so there is nothing to refund.');
  await adminFixture.moveBooking(id, 18 * HOUR);
  await page.clock.fastForward('01:01');
  await expect(dialog.getByRole('alert')).toContainText('Your options have changed since you opened this.');
  await expect(dialog.getByRole('button', { name: 'Ask to cancel' })).toBeVisible();
  await expect(dialog).toContainText(formatDateFull(istToday(startIn(18 * HOUR))));
  await adminFixture.moveBooking(id, 6 * HOUR);
  await page.clock.fastForward('01:01');
  await dialog.getByRole('button', { name: 'Cancel this session' }).click();
  await page.getByRole('dialog', { name: 'Cancel this session?' }).getByRole('button', { name: 'Yes, cancel' }).click();
  await expect(page.getByText('Session cancelled.')).toBeVisible();
});

const changeDialog = (page: Page) => page.getByRole('dialog', { name: 'Change or cancel this session' });
const changeButton = (page: Page, mentorName: string) =>
  page.getByRole('button', { name: `Change or cancel the session with ${mentorName}` });

test('24 hours ahead a founder cancels with the refund, once from two tabs; past a mark they are asked anew', {
  tag: '@faults',
}, async ({ page, context, adminFixture, sql }) => {
  test.slow();
  allowConsoleError(/status of 409/);
  await signInAsReturningFounder(page);
  const { mentor, bookingId } = await adminFixture.buyBooking(await founderOf(page));
  const amount = formatInr(mentor.price);
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  await adminFixture.moveBooking(bookingId, 4 * DAY);
  await page.goto('/dashboard');
  const open = changeButton(page, mentor.name);
  const dialog = changeDialog(page);
  const cancel = dialog.getByRole('button', { name: `Cancel and get ${amount} back` });

  await open.press('Enter');
  await expect(dialog).toContainText(/Your options right now \(.+ IST\):/);
  await expect(dialog).toContainText(new RegExp(`You get your ${amount} back in full if you cancel by .+ IST\\.`));
  await expect(dialog).toContainText('Banks take 5 to 10 working days to show it.');
  await expect(dialog).toContainText('There is nothing to pay for it. You can do this twice.');
  await expect(dialog.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', /subject=My%20session.+P0-/);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  // The 24 hours pass while the dialog is open: what it said no longer holds, and nothing is done.
  await open.press('Enter');
  await expect(cancel).toBeVisible();
  await adminFixture.moveBooking(bookingId, 18 * HOUR);
  await cancel.click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Your options have changed since you opened this. Nothing was done. Here are your options now.',
  );
  await expect(dialog.getByRole('button', { name: 'Ask to cancel' })).toBeVisible();
  await expect(cancel).toHaveCount(0);
  await expectAccessible(page);
  const [still] = await sql`select status from public.bookings where id = ${bookingId}`;
  expect(still?.status).toBe('confirmed');
  await page.keyboard.press('Escape');

  // Two tabs show the same offer; a double click in one, then a click in the other: one cancellation, one refund.
  await adminFixture.moveBooking(bookingId, 4 * DAY);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/dashboard');
    await changeButton(tab, mentor.name).click();
    await expect(changeDialog(tab).getByRole('button', { name: `Cancel and get ${amount} back` })).toBeVisible();
  }
  const requests = watchRequests(page, (request) => request.url().endsWith('/rpc/cancel_session'));
  await cancel.dblclick();
  await expect(page.getByText(`Session cancelled. Your ${amount} is on its way back.`)).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(requests).toHaveLength(1);
  await changeDialog(other)
    .getByRole('button', { name: `Cancel and get ${amount} back` })
    .click();
  await expect(other.getByText(`Session cancelled. Your ${amount} is on its way back.`)).toBeVisible();
  await other.close();
  await expect(card(page, mentor.name)).toContainText('This session was cancelled at your request.');
  await expect(card(page, mentor.name).getByText(/^(Refund of )?₹[\d,]+ (on its way|refunded)$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Sessions' })).toBeFocused();
  const refunds = await sql`
    select r.id from private.refunds r join private.payments p on p.id = r.payment_id where p.booking_id = ${bookingId}`;
  expect(refunds).toHaveLength(1);
});

test('24 to 12 hours ahead a founder asks to cancel, withdraws, and reads every answer on the card', {
  tag: '@faults',
}, async ({ page, context, app, adminFixture, sql }) => {
  test.slow();
  allowConsoleError(/status of 409/);
  await signInAsReturningFounder(page);
  const { mentor, bookingId } = await adminFixture.buyBooking(await founderOf(page));
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  await adminFixture.moveBooking(bookingId, 18 * HOUR);
  await page.goto('/dashboard');
  const own = card(page, mentor.name);
  const open = changeButton(page, mentor.name);
  const dialog = page.getByRole('dialog');

  await open.click();
  await expect(dialog).toContainText('It starts in less than 24 hours, so your mentor has to agree.');
  await expect(dialog).toContainText('What counts is when you ask, not when we answer.');
  await expect(dialog.getByRole('button', { name: 'Ask for another time' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Ask to cancel' }).click();
  const message = dialog.getByRole('textbox', { name: 'Your reason (optional)' });
  await message.fill('x'.repeat(501));
  await expect(dialog.getByRole('alert')).toHaveText('Please shorten it to 500 characters.');
  await expect(dialog.getByRole('button', { name: 'Send request' })).toBeDisabled();
  await expectAccessible(page);
  await message.fill('My pitch was moved to that hour.');
  await dialog.getByRole('button', { name: 'Send request' }).dblclick();
  await expect(page.getByText('Request sent. You will find our reply here and in your e-mail.')).toBeVisible();
  await expect(own).toContainText(/You asked to cancel on .+ IST\./);
  await expect(own).toContainText('Your message: My pitch was moved to that hour.');
  await expectAccessibleInBothThemes(page);

  // Another tab that has not heard of it.
  const other = await context.newPage();
  await other.route('**/rest/v1/change_requests*', (route) => route.fulfill({ json: [] }));
  await other.goto('/dashboard');
  await changeButton(other, mentor.name).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Ask for another time' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Send request' }).click();
  await expect(
    other.getByText('You have asked us about this session already, perhaps in another tab. Nothing was sent twice.'),
  ).toBeVisible();
  await other.close();

  await open.click();
  await expect(dialog).toContainText('You have asked for this. We will reply before the session starts.');
  await expect(dialog).toContainText(
    'You have asked us for something else already. Withdraw that request first to ask for this.',
  );
  await expect(dialog.getByRole('button', { name: 'Ask to cancel' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await own.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Request withdrawn. Your session stays as it is.')).toBeVisible();
  await expect(own).toContainText('You withdrew your request to cancel.');
  await expect(page.getByRole('heading', { name: 'Your Sessions' })).toBeFocused();

  const answer = async (rpc: string, body: object) => {
    const [request] = await sql`
      select id from public.change_requests where booking_id = ${bookingId} and state = 'open'`;
    const by = { token: await administratorToken() };
    const { status } = await app.rest(`rpc/${rpc}`, { by, body: { p_request_id: request?.id, ...body } });
    expect(status).toBe(204);
    await page.getByRole('button', { name: 'Refresh Bookings' }).click();
  };
  const send = async (action: string) => {
    await open.click();
    await dialog.getByRole('button', { name: action }).click();
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(own.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  };
  await send('Ask for another time');
  await expect(own).toContainText(/You asked for another time on .+ IST\./);
  await answer('decline_request', { p_reason: 'The mentor travels that week.' });
  await expect(own).toContainText('Your request for another time was declined.');
  await expect(own).toContainText('Reason: The mentor travels that week.');
  await expectAccessible(page);

  // Answered while the founder was about to withdraw it.
  await send('Ask to cancel');
  const [request] = await sql`select id from public.change_requests where booking_id = ${bookingId} and state = 'open'`;
  const by = { token: await administratorToken() };
  await app.rest('rpc/grant_request', { by, body: { p_request_id: request?.id, p_mentor_agrees: true } });
  await own.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Your request was answered in the meantime. Here is the latest.')).toBeVisible();
  await expect(own).toContainText('Your request to cancel was granted.');
  await expect(own).toContainText('This session was cancelled at your request.');

  await sql`update public.change_requests set state = 'expired' where id = ${request?.id ?? ''}`;
  await page.reload();
  await expect(own).toContainText('The session was changed in another way, so your request has ended.');
  await sql`
    update public.change_requests set answered_at = now() + interval '2 days' where id = ${request?.id ?? ''}`;
  await page.reload();
  await expect(own).toContainText(
    'We did not answer your request before the session started. That is our fault, not yours. Please write to us and we will fix it.',
  );
});

test('Under 12 hours a founder cancels without a refund only after the amount was named twice', {
  tag: '@faults',
}, async ({ page, adminFixture, sql }) => {
  test.slow();
  allowConsoleError(/Failed to load resource/);
  await signInAsReturningFounder(page);
  const { mentor, bookingId } = await adminFixture.buyBooking(await founderOf(page));
  const amount = formatInr(mentor.price);
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  await adminFixture.moveBooking(bookingId, 6 * HOUR);
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  const open = changeButton(page, mentor.name);
  const dialog = page.getByRole('dialog');

  await open.press('Enter');
  await expect(dialog).toContainText(`Your ${amount} cannot be refunded: it is under 12 hours to the start.`);
  await dialog.getByRole('button', { name: 'Cancel without a refund' }).click();
  const confirm = page.getByRole('dialog', { name: 'Cancel without a refund?' });
  await expect(confirm).toContainText(`You do not get your ${amount} back. This action cannot be undone.`);
  await expectAccessibleInBothThemes(page);
  await confirm.getByRole('button', { name: 'No, keep it' }).click();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  const [kept] = await sql`select status from public.bookings where id = ${bookingId}`;
  expect(kept?.status).toBe('confirmed');

  await open.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel without a refund' }).click();
  await goOffline(page);
  await confirm.getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(confirm.getByRole('alert')).toHaveText(
    'No answer came, so we cannot say whether this was done. Please check your connection and try again: ' +
      'nothing is done twice.',
  );
  await page.context().setOffline(false);
  await confirm.getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(page.getByText('Session cancelled without a refund.')).toBeVisible();
  await expect(card(page, mentor.name)).toContainText(`${amount} not refunded`);
  const refunds = await sql`
    select r.id from private.refunds r join private.payments p on p.id = r.payment_id where p.booking_id = ${bookingId}`;
  expect(refunds).toHaveLength(0);
});
