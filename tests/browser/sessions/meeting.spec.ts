import { readFile } from 'node:fs/promises';
import { formatDateFull, formatMoment, formatTimeRange, istTimeOfDay, istToday, slotStart } from '#rules/shell/ist.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { founderOf, signInAsReturningFounder } from '#tests/kit/browser/accounts.ts';
import { card, DAY, LINK, startIn } from '#tests/kit/browser/admin-fixture.ts';
import { buyOffer } from '#tests/kit/browser/booking-flow.ts';
import { hideServerTime } from '#tests/kit/browser/device-clock.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

test('The link to join a session stands out when it is time, and is gone when it is over', async ({
  page,
  adminFixture,
}) => {
  await signInAsReturningFounder(page);
  const start = startIn(25);
  await adminFixture.addBooking(await founderOf(page), {
    mentorName: 'Meera Joshi',
    status: 'confirmed',
    start,
    minutes: 20,
    link: LINK,
  });
  await hideServerTime(page);
  await page.clock.install();
  await page.goto('/dashboard');
  const ticket = page.getByRole('region', { name: 'Next session' });
  const join = ticket.getByRole('link', { name: 'Join Meeting with Meera Joshi' });
  await expect(join).toHaveAttribute('href', LINK);
  await expect(join).toHaveAttribute('target', '_blank');
  const fill = () => join.evaluate((link) => getComputedStyle(link).backgroundColor);
  const quiet = await fill();
  await expectAccessible(page);

  const jumpTo = async (instant: number) => page.clock.pauseAt(new Date(instant));
  await jumpTo(start.getTime() - 15 * 60_000 - 2_000);
  expect(await fill()).toBe(quiet);
  await page.clock.runFor(3_000);
  await expect.poll(fill).not.toBe(quiet);
  const loud = await fill();
  // axe measures with timers, which stand still until the clock goes on.
  await page.clock.resume();
  await expectAccessible(page);

  await jumpTo(start.getTime() + 60_000);
  await expect(ticket).toContainText('Happening now');
  expect(await fill()).toBe(loud);

  await jumpTo(start.getTime() + 20 * 60_000 + 1_000);
  await expect(ticket).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Join Meeting' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toHaveCount(0);
});

test('A confirmed session goes into the founder’s calendar', { tag: '@ci' }, async ({ page, adminFixture }) => {
  await signInAsReturningFounder(page);
  const start = startIn(3 * DAY);
  const id = await adminFixture.addBooking(await founderOf(page), {
    mentorName: 'Rao, Asha; CFO 🚀',
    status: 'confirmed',
    start,
    link: LINK,
  });
  await page.goto('/dashboard');
  const open = page.getByRole('button', { name: 'Add to calendar' }).first();
  await open.click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await expectAccessible(page);

  const utc = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, '');
  const end = new Date(start.getTime() + 30 * 60_000);
  const google = new URL((await menu.getByRole('menuitem', { name: 'Google Calendar' }).getAttribute('href')) ?? '');
  expect(google.hostname).toBe('calendar.google.com');
  expect(google.searchParams.get('dates')).toBe(`${utc(start)}/${utc(end)}`);
  expect(google.searchParams.get('location')).toBe(LINK);
  const outlook = new URL((await menu.getByRole('menuitem', { name: 'Outlook' }).getAttribute('href')) ?? '');
  expect(outlook.hostname).toBe('outlook.live.com');
  expect(outlook.searchParams.get('startdt')).toBe(start.toISOString());

  const downloading = page.waitForEvent('download');
  await menu.getByRole('menuitem', { name: 'Download .ics file' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`point-0-session-${istToday(start)}.ics`);
  const file = (await readFile(await download.path(), 'utf8')).replaceAll(/\r\n[ \t]/g, '');
  for (const line of [
    'BEGIN:VCALENDAR',
    `UID:p0${id.replaceAll('-', '')}@google.com`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    'SUMMARY:Mentoring session with Rao\\, Asha\\; CFO 🚀',
    `URL:${LINK}`,
    'TRIGGER:-PT15M',
    'END:VCALENDAR',
  ])
    expect(file.split('\r\n')).toContain(line);
  await expect(menu).toBeHidden();

  await open.focus();
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
});

test('A founder moves a session to free times of the same length, twice, and then asks for another', {
  tag: '@faults',
}, async ({ page, app, addMentor, adminFixture }) => {
  test.slow();
  allowConsoleError(/status of 409/);
  await signInAsReturningFounder(page);
  const founder = await founderOf(page);
  const { id: mentorId, name } = await addMentor();
  const addSlot = (daysAhead: number, startTime: string, endTime: string) =>
    app.addSlot({ mentorId, daysAhead, startTime, endTime });
  const slot = await addSlot(5, '10:00:00', '11:00:00');
  const mentor = { id: mentorId, name, title: 'Partner', price: 3500 };
  const bookingId = await buyOffer(app, founder, { mentor, slot, path: '' });
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  const [lost, first, second] = [
    await addSlot(6, '15:00:00', '16:00:00'),
    await addSlot(6, '17:00:00', '18:00:00'),
    await addSlot(7, '09:00:00', '10:00:00'),
  ];
  await addSlot(6, '12:00:00', '12:30:00');
  await page.goto('/dashboard');
  const own = card(page, name);
  const open = page.getByRole('button', { name: `Change or cancel the session with ${name}` });
  const dialog = page.getByRole('dialog');
  const picker = page.getByRole('dialog', { name: 'Choose another time' });
  const time = (one: typeof slot) => formatTimeRange(one.startTime, one.endTime);
  const choose = async (one: typeof slot) => {
    const day = picker.getByRole('button', { name: `${formatDateFull(one.date)}, slots open` });
    await expect(picker.getByRole('grid')).toBeVisible();
    if (!(await day.isVisible())) await picker.getByRole('button', { name: 'Next month' }).click();
    await day.click();
    await picker.getByRole('radio', { name: time(one), exact: true }).check();
  };
  const momentOf = (one: typeof slot) => formatMoment(slotStart(one));

  await open.press('Enter');
  await dialog.getByRole('button', { name: 'Choose another time' }).press('Enter');
  await choose(lost);
  await expect(picker.getByRole('radio')).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
  const rival = await app.addFounder();
  await buyOffer(app, rival, { mentor, slot: lost, path: '' });
  await picker.getByRole('button', { name: `Move to ${momentOf(lost)}` }).click();
  await expect(picker.getByRole('alert')).toHaveText('This time was taken a moment ago. Please choose another one.');
  await expect(picker.getByRole('radio', { name: time(lost) })).toHaveCount(0);
  await choose(first);
  await picker.getByRole('button', { name: `Move to ${momentOf(first)}` }).dblclick();
  await expect(page.getByText(`Session moved to ${momentOf(first)} IST.`)).toBeVisible();
  await expect(own).toContainText('Rescheduled: moved by the founder.');
  await expect(own).toContainText(formatDateFull(first.date));

  // A tab that shows the old time does not move the session away from the new one.
  const stale = await page.context().newPage();
  await stale.goto('/dashboard');
  await stale.getByRole('button', { name: `Change or cancel the session with ${name}` }).click();
  await stale.getByRole('button', { name: 'Choose another time' }).click();
  await stale.getByRole('radio').first().check();

  await open.click();
  await expect(dialog).toContainText('You can do this once more.');
  await dialog.getByRole('button', { name: 'Choose another time' }).click();
  await choose(second);
  await picker.getByRole('button', { name: `Move to ${momentOf(second)}` }).click();
  await expect(page.getByText(`Session moved to ${momentOf(second)} IST.`)).toBeVisible();
  await stale.getByRole('button', { name: /^Move to / }).click();
  await expect(
    stale.getByText('This session was changed in the meantime, so nothing was done. Here is the latest.'),
  ).toBeVisible();
  await stale.close();
  await expect(own).toContainText(formatDateFull(second.date));

  await open.click();
  await expect(dialog).toContainText(
    'You have moved this session twice. For another time, ask us: your mentor decides.',
  );
  await dialog.getByRole('button', { name: 'Ask for another time' }).click();
  await dialog.getByRole('textbox', { name: 'Times that suit you (optional)' }).fill('Any evening.');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(own).toContainText('Your message: Any evening.');
});

test.describe('far from India', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('A session names India’s time and the founder’s own', async ({ page, adminFixture }) => {
    await signInAsReturningFounder(page);
    const start = startIn(3 * DAY);
    await adminFixture.addBooking(await founderOf(page), { mentorName: 'Far Away', status: 'confirmed', start });
    await page.goto('/dashboard');
    const own = new Intl.DateTimeFormat('en-US', {
      weekday: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'Europe/Berlin',
    }).format(start);
    const session = card(page, 'Far Away');
    await expect(session).toContainText(formatDateFull(istToday(start)));
    const end = new Date(start.getTime() + 30 * 60_000);
    await expect(session).toContainText(`${formatTimeRange(istTimeOfDay(start), istTimeOfDay(end))} IST`);
    await expect(session).toContainText(`${own} on your clock`);
    await expectAccessible(page);
  });
});
