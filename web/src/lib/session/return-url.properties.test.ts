import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeReturnPath } from '#lib/paths.ts';
import { returnUrlOf, withReturnUrl } from '#lib/session/return-url.ts';

/** Every code unit, halves of characters included. fast-check's own 'binary' takes seconds to set up. */
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

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

it('no return address leads to another site', () => {
  fc.assert(
    fc.property(address, (value) => {
      const path = safeReturnPath(value, '/dashboard');
      expect(path).toMatch(/^\/(?![/\\])/);
      expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
      expect(safeReturnPath(path, '/elsewhere')).toBe(path);
    }),
    { numRuns: 500 },
  );
});

it('an address that came through a sign-in page is as safe, whether it rode in the query or in the state', () => {
  fc.assert(
    fc.property(address, (value) => {
      const { search } = new URL(withReturnUrl('/login', value), ORIGIN);
      for (const location of [
        { state: null, search },
        { state: { returnUrl: value }, search: '' },
      ]) {
        expect(new URL(returnUrlOf(location), ORIGIN).origin).toBe(ORIGIN);
      }
    }),
  );
});

it('a page of this site comes back as it was', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
      const page = `/mentors${path}?${query}`;
      const { pathname, search } = new URL(page, ORIGIN);
      expect(safeReturnPath(page, '/dashboard')).toBe(pathname + search);
    }),
  );
});
