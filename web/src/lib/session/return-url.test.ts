import { describe, expect, it } from 'vitest';
import { paths, safeReturnPath } from '#lib/paths.ts';
import { returnUrlOf, withReturnUrl } from '#lib/session/return-url.ts';

describe('the return URL after signing in', () => {
  it('comes back to where the person was, query included', () => {
    const address = withReturnUrl(paths.login, '/mentors/asha-1?date=2026-12-01');
    expect(returnUrlOf({ state: null, search: new URL(address, 'https://x.example').search })).toBe(
      '/mentors/asha-1?date=2026-12-01',
    );
  });

  it('prefers the navigation state and falls back to the dashboard', () => {
    expect(returnUrlOf({ state: { returnUrl: '/mentors' }, search: '?returnUrl=/contact' })).toBe('/mentors');
    expect(returnUrlOf({ state: null, search: '' })).toBe(paths.dashboard);
  });

  it('keeps query and place', () => {
    expect(safeReturnPath('/terms?a=1#refunds', paths.dashboard)).toBe('/terms?a=1#refunds');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'mentors',
    '/\t/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/mentors/..//evil.example',
  ])('refuses %s', (value) => {
    expect(safeReturnPath(value, paths.dashboard)).toBe(paths.dashboard);
  });
});
