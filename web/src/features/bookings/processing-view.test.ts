import { expect, it } from 'vitest';
import { readBookingSummary } from '#rules/booking-query.ts';
import { supportLink } from './processing-view.tsx';

const textOf = (link: string) => new URL(link).searchParams.get('text');

it('tells support everything about the booking', () => {
  const summary = readBookingSummary(
    new URLSearchParams('mentorName=Ananya&date=2026-11-24&startTime=10:00&endTime=11:00&amount=7000'),
  );
  const link = supportLink('https://chat.example/point-0?lang=en', {
    summary,
    bookingId: 'b1',
    paymentId: 'pay_1',
    issue: 'Booking not found.',
  });
  expect(link.startsWith('https://chat.example/point-0?lang=en&text=')).toBe(true);
  expect(textOf(link)?.split('\n').slice(1)).toEqual([
    'Booking ID: b1',
    'Payment ID: pay_1',
    'Mentor: Ananya',
    'Amount: ₹7,000',
    'Date: November 24, 2026',
    'Time: 10:00 AM – 11:00 AM IST',
    'Issue: Booking not found.',
  ]);
});

it('leaves gaps where nothing is known', () => {
  const link = supportLink('https://chat.example/', {
    summary: readBookingSummary(new URLSearchParams()),
    bookingId: 'b1',
    paymentId: '',
    issue: 'x',
  });
  expect(textOf(link)).toContain('Payment ID: -\nMentor: -');
});
