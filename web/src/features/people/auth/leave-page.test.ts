import { expect, test } from 'vitest';
import { needsSession, signInPageFor } from './leave-page.ts';

const at = (address: string) => new URL(address, 'http://point-0.test');
const ID = 'b7c1a0de-3c41-4d5e-9a52-1f1f4b0f7a10';

test('a person who must sign in comes back to the page that they were on', () => {
  expect(signInPageFor(at('/dashboard#sessions'))).toBe('/login?returnUrl=%2Fdashboard%23sessions');
  expect(signInPageFor(at('/admin?tab=users'))).toBe('/admin-login?returnUrl=%2Fadmin%3Ftab%3Dusers');
  // What the checkout signed does not travel through addresses.
  expect(signInPageFor(at(`/booking-processing/${ID}?signature=s&paymentId=p&verified=true`))).toBe(
    `/login?returnUrl=%2Fbooking-processing%2F${ID}%3Fverified%3Dtrue`,
  );
});

test('a page for signing in is not left for itself', () => {
  for (const path of ['/login?returnUrl=%2Fmentors', '/admin-login', '/signup', '/reset-password']) {
    expect(signInPageFor(at(path)), path).toBeNull();
  }
});

test('pages that show nothing to visitors are told from those that anyone may read', () => {
  for (const path of [
    '/dashboard',
    '/account',
    `/receipts/${ID}`,
    '/admin',
    '/admin/mentors/x/edit',
    '/oauth-callback',
  ])
    expect(needsSession(at(path)), path).toBe(true);
  for (const path of ['/', '/mentors', '/account-alert', '/login', '/admin-login', '/dashboards'])
    expect(needsSession(at(path)), path).toBe(false);
});
