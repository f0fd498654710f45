import { describe, expect, it } from 'vitest';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();
const fixture = openBookingFixture(app);

describe('a session that did not take place as agreed', () => {
  it.each(['confirmed', 'completed'])(
    'whose founder did not come, and that was %s: both are told once',
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

  it('and was cancelled or moved for a reason: the e-mails give it', async () => {
    const [absent, moved] = [await fixture.addApprovedBooking(), await fixture.addApprovedBooking()];
    await fixture.moveToYesterday(absent.id);
    await app.sql`
      update public.bookings set status = 'cancelled', incident = 'mentor_no_show', incident_at = now()
      where id = ${absent.id}`;
    await app.sql`
      update public.bookings
      set status = 'rescheduled', start_time = '15:00', end_time = '16:00', incident = 'mentor_cancels', incident_at = now()
      where id = ${moved.id}`;
    await fixture.run();
    const cancelled = await fixture.waitForMails(absent.id, ['cancelled:founder:1', 'cancelled:mentor:1']);
    expect(cancelled.find(({ key }) => key === 'cancelled:founder:1')?.text).toContain('did not come to your session');
    const rescheduled = await fixture.waitForMails(moved.id, ['rescheduled:founder:1', 'rescheduled:mentor:1']);
    expect(rescheduled.find(({ key }) => key === 'rescheduled:founder:1')?.text).toContain('free of charge');
  });
});
