import { describe, expect, it } from 'vitest';
import { contactLink, linkedinProfile } from './application-contact.ts';

describe('a LinkedIn profile', () => {
  it.each([
    ['https://www.linkedin.com/in/asha-rao', 'in/asha-rao'],
    ['https://linkedin.com/in/asha-rao/', 'in/asha-rao'],
    ['https://in.linkedin.com/in/asha-rao?trk=public', 'in/asha-rao'],
    ['https://www.linkedin.com/in/jos%C3%A9', 'in/josé'],
    ['https://www.linkedin.com/', 'www.linkedin.com'],
    ['https://www.linkedin.com/in/%E2%80%AEoar', 'in/%E2%80%AEoar'],
    ['https://www.linkedin.com/in/%FF', 'in/%FF'],
    [' HTTPS://WWW.LINKEDIN.COM/in/asha ', 'in/asha'],
  ])('%s is shown as %s', (address, path) => {
    expect(linkedinProfile(address)?.path).toBe(path);
  });

  it.each([
    'javascript:alert(1)',
    'http://www.linkedin.com/in/asha',
    'https://linkedin.com.evil.example/in/asha',
    'https://evil-linkedin.com/in/asha',
    'https://www.linkedin.com@evil.example/in/asha',
    'https://someone@www.linkedin.com/in/asha',
    'https://www.linkedin.com:8443/in/asha',
    'linkedin.com/in/asha',
    'in/asha',
    '',
  ])('%j is no link', (address) => {
    expect(linkedinProfile(address)).toBeNull();
  });
});

it('a message to an applicant is begun with their name, and nothing they wrote adds a header', () => {
  const link = contactLink({ name: ' Asha & Co?bcc=x@evil.example ', email: null });
  expect(link.startsWith('mailto:?subject=')).toBe(true);
  const fields = new URLSearchParams(link.slice('mailto:?'.length));
  expect([...fields.keys()]).toEqual(['subject', 'body']);
  expect(fields.get('subject')).toBe('Your mentor application at Project Point 0');
  expect(fields.get('body')).toBe(
    'Hi Asha & Co?bcc=x@evil.example,\r\n\r\nThank you for applying to become a mentor at Project Point 0.\r\n\r\n',
  );
});

it('a message goes to the address that an applicant left, which adds no header either', () => {
  expect(contactLink({ name: 'Asha', email: 'asha@startup.example' })).toMatch(
    /^mailto:asha%40startup\.example\?subject=/,
  );
  expect(contactLink({ name: 'Asha', email: 'a?bcc=x@evil.example' })).toMatch(/^mailto:a%3Fbcc%3Dx%40evil\.example\?/);
});
