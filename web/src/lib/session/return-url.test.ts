import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths } from '#lib/paths.ts';
import { landingPath, returnUrlOf, safeReturnPath, withReturnUrl } from '#lib/session/return-url.ts';
import { anyText, testProperty } from '#tests/kit/property.ts';

describe('the return URL after signing in', () => {
  it('comes back to where the person was, query included', () => {
    const address = withReturnUrl(paths.login, '/mentors/asha-1?date=2026-12-01');
    expect(returnUrlOf({ state: null, search: new URL(address, 'https://x.example').search })).toBe(
      '/mentors/asha-1?date=2026-12-01',
    );
  });

  it('prefers the navigation state and falls back to none', () => {
    expect(returnUrlOf({ state: { returnUrl: '/mentors' }, search: '?returnUrl=/contact' })).toBe('/mentors');
    expect(returnUrlOf({ state: null, search: '' })).toBeNull();
  });

  it('lands a mentor on the mentor dashboard, and everybody else on their own', () => {
    expect(landingPath({ isMentor: true })).toBe(paths.mentorDashboard);
    expect(landingPath({ isMentor: false })).toBe(paths.dashboard);
    expect(landingPath(null)).toBe(paths.dashboard);
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

const ORIGIN = 'https://point-0.example';
const piece = fc.constantFrom(
  ...['/', '//', '\\', '.', '..', '%2e', '%2f', '%5c', ':', '@', '?', '#', '\t', '\n', '\r', '\0', ' '],
  ...['evil.example', 'https:', 'javascript:', 'mentors', '[', '\u202e', '。'],
);
const address = fc.oneof(
  fc.array(piece).map((pieces) => pieces.join('')),
  fc.array(piece).map((pieces) => `/${pieces.join('')}`),
  anyText,
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
);

testProperty(
  'no return address leads to another site',
  [address],
  (value) => {
    const path = safeReturnPath(value, '/dashboard');
    expect(path).toMatch(/^\/(?![/\\])/);
    expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
    expect(safeReturnPath(path, '/elsewhere')).toBe(path);
  },
  { numRuns: 500 },
);

testProperty(
  'an address that came through a sign-in page is as safe, whether it rode in the query or in the state',
  [address],
  (value) => {
    const { search } = new URL(withReturnUrl('/login', value), ORIGIN);
    for (const location of [
      { state: null, search },
      { state: { returnUrl: value }, search: '' },
    ]) {
      expect(new URL(returnUrlOf(location) ?? '/', ORIGIN).origin).toBe(ORIGIN);
    }
  },
);

testProperty('a page of this site comes back as it was', [fc.webPath(), fc.webQueryParameters()], (path, query) => {
  const page = `/mentors${path}?${query}`;
  const { pathname, search } = new URL(page, ORIGIN);
  expect(safeReturnPath(page, '/dashboard')).toBe(pathname + search);
});
