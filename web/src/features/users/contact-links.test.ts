import { expect, it } from 'vitest';
import { mailLink, phoneLink } from './contact-links.ts';

it.each([
  ['+91 98765 43210', 'tel:+919876543210'],
  ['(022) 2345-6789', 'tel:02223456789'],
  ['98765;43210', 'tel:9876543210'],
  ['no number', null],
])('the phone number %s is dialled as %s', (phone, link) => {
  expect(phoneLink(phone)).toBe(link);
});

it.each([
  ['asha@example.test', 'mailto:asha@example.test'],
  ['asha+news@example.test', 'mailto:asha%2Bnews@example.test'],
  ['asha@example.test?bcc=x@y.z', 'mailto:asha@example.test%3Fbcc%3Dx%40y.z'],
])('a message to %s begins at %s', (email, link) => {
  expect(mailLink(email)).toBe(link);
});
