import { expect, it } from 'vitest';
import { linkedinShareUrl, shareLink } from './share-dialog.tsx';

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
