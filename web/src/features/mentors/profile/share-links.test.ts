import { expect, it } from 'vitest';
import { emailShareUrl, linkedinShareUrl, shareLink, shareTargets, whatsappShareUrl } from './share-links.ts';

const profile = 'https://point0.example/mentors/ananya-rao-1';

it('marks a shared link with where it was shared', () => {
  expect(shareLink(profile, 'copy_link')).toBe(
    `${profile}?utm_source=copy_link&utm_medium=social&utm_campaign=mentor_share`,
  );
});

it('hands LinkedIn the marked link', () => {
  const url = new URL(linkedinShareUrl(profile));
  expect(url.origin + url.pathname).toBe('https://www.linkedin.com/sharing/share-offsite/');
  expect(url.searchParams.get('url')).toBe(shareLink(profile, 'linkedin'));
});

it('writes a message for WhatsApp and a mail, with each its own mark', () => {
  const text = new URL(whatsappShareUrl(profile, 'Book a session with Asha & Co')).searchParams.get('text');
  expect(text).toBe(`Book a session with Asha & Co\n${shareLink(profile, 'whatsapp')}`);
  expect(emailShareUrl(profile, 'A & B')).toBe(
    `mailto:?subject=A%20%26%20B&body=${encodeURIComponent(shareLink(profile, 'email'))}`,
  );
});

it('offers WhatsApp first', () => {
  expect(shareTargets(profile, '').map(({ id }) => id)).toEqual(['whatsapp', 'linkedin', 'email']);
});
