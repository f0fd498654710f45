import { expect, it } from 'vitest';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();
const fixture = openBookingFixture(app);

it.each(['confirmed', 'completed'])(
  'both sides of a %s session whose founder did not come are told once',
  async (status) => {
    const booking = await fixture.addApprovedBooking();
    await fixture.moveToYesterday(booking.id);
    if (status === 'completed') await fixture.run();
    await app.sql`
      update public.bookings set status = 'completed', incident = 'founder_no_show', incident_at = now()
      where id = ${booking.id}`;
    await fixture.run();
    const mails = await fixture.waitForMails(booking.id, ['missed:founder:0', 'missed:mentor:0']);
    expect(mails).toHaveLength(4);
    expect(mails.find(({ key }) => key === 'missed:founder:0')?.subject).toContain('Missed: your session with');
  },
);

it('the e-mails about a session that was cancelled or moved after an incident give the reason', async () => {
  const [absent, moved] = [await fixture.addApprovedBooking(), await fixture.addApprovedBooking()];
  await fixture.moveToYesterday(absent.id);
  await app.sql`
      update public.bookings set status = 'cancelled', incident = 'mentor_no_show', incident_at = now()
      where id = ${absent.id}`;
  await app.sql`
      update public.bookings
      set status = 'rescheduled', start_time = '15:00', end_time = '16:00', incident = 'mentor_cancels',
        incident_at = now()
      where id = ${moved.id}`;
  await fixture.run();
  const cancelled = await fixture.waitForMails(absent.id, ['cancelled:founder:1', 'cancelled:mentor:1']);
  expect(cancelled.find(({ key }) => key === 'cancelled:founder:1')?.text).toContain('did not join your session');
  const rescheduled = await fixture.waitForMails(moved.id, ['rescheduled:founder:1', 'rescheduled:mentor:1']);
  expect(rescheduled.find(({ key }) => key === 'rescheduled:founder:1')?.text).toContain('free of charge');
});
