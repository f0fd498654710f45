import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { readBookingSummary } from '#rules/sessions/booking-query.ts';
import { inYear } from '#tests/kit/in-year.ts';
import { PROCESSING_START, type ProcessingStatus } from './processing-run.ts';
import { ProcessingCard, supportLink } from './processing-view.tsx';

function render(status: ProcessingStatus, loginUrl: string | null = null): string {
  const view = { ...PROCESSING_START, status, message: 'What happened.', progress: 50, attempt: 2 };
  return renderToStaticMarkup(
    <MemoryRouter>
      <ProcessingCard view={view} supportUrl="https://chat.example/" loginUrl={loginUrl} onRetry={() => {}} />
    </MemoryRouter>,
  );
}

describe('the card of the processing page', () => {
  it.each([
    ['timeout', 'Taking Longer Than Expected', true],
    ['error', 'Something Went Wrong', true],
    ['verification_failed', 'Verification Issue', false],
  ] as const)('shows %s as an alert', (status, heading, canTryAgain) => {
    const html = render(status);
    expect(html).toContain('role="alert"');
    expect(html).toContain(`${heading}</h2>`);
    expect(html).toContain('What happened.');
    expect(html.includes('Try Again')).toBe(canTryAgain);
    expect(html).toContain('Contact Support');
    expect(html).not.toContain('role="progressbar"');
  });

  it('speaks each step and shows how far it is', () => {
    const html = render('processing');
    expect(html).toMatch(/role="status"[^>]*>.*What happened\.<\/p>/);
    expect(html).toContain('aria-valuenow="50"');
    expect(html).toContain('Attempt 2 of 3');
    expect(html).not.toContain('Try Again');
  });

  it('counts no attempts once the booking is found', () => {
    expect(render('completed')).not.toContain('Attempt');
  });

  it('offers to log in where that is what is missing', () => {
    expect(render('error', '/login?returnUrl=x')).toContain('href="/login?returnUrl=x"');
  });
});

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
    `Date: Tue 24 Nov${inYear(2026)}`,
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
