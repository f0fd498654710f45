import { expect, test } from 'vitest';
import { mailLink } from './mail-link.ts';

test('what would end the address or the line early is escaped', () => {
  expect(mailLink('help@point0.example', { subject: 'A & B? #1', body: 'One\nTwo & three' })).toBe(
    'mailto:help@point0.example?subject=A%20%26%20B%3F%20%231&body=One%0D%0ATwo%20%26%20three',
  );
  expect(mailLink('a@b.example', { subject: '50%' })).toBe('mailto:a@b.example?subject=50%25');
});
