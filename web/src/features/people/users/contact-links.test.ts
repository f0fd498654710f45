import { expect, it } from 'vitest';
import { TEL_LINKS } from '#tests/kit/text-examples.ts';
import { mailLink, phoneLink } from './contact-links.ts';

it.each(TEL_LINKS)('the phone number %s is dialled as %s', (phone, link) => {
  expect(phoneLink(phone)).toBe(link);
});

it.each([
  ['asha@example.test', 'mailto:asha@example.test'],
  ['asha+news@example.test', 'mailto:asha%2Bnews@example.test'],
  ['asha@example.test?bcc=x@y.z', 'mailto:asha@example.test%3Fbcc%3Dx%40y.z'],
])('a message to %s begins at %s', (email, link) => {
  expect(mailLink(email)).toBe(link);
});
