import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { ProcessingCard } from './processing-card.tsx';
import { PROCESSING_START, type ProcessingStatus } from './processing-run.ts';

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
