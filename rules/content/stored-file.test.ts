import { expect, test } from 'vitest';
import { fileAddress, sanitisedName, storedName, videoFileName } from './stored-file.ts';

test.each([
  ['My Great Talk.mp4', 'my-great-talk'],
  ['../../etc/passwd.mp4', 'passwd'],
  ['C:\\Users\\asha\\Talk (1).MP4', 'talk-1'],
  ['Søren  –  résumé.mp4', 'sren-resume'],
  ['आशा.mp4', 'file'],
  ['', 'file'],
  ['--a--.png', 'a'],
  [`${'x'.repeat(200)}.png`, 'x'.repeat(80)],
  ['a\0b%2e%2e.png', 'ab2e2e'],
])('%s becomes %s', (name, sanitised) => {
  expect(sanitisedName(name)).toBe(sanitised);
});

test('a video is named by the time and its own name', () => {
  expect(videoFileName('Asha speaks.mp4', new Date(1_700_000_000_000))).toBe('1700000000000-asha-speaks.mp4');
});

test('an address is a path where the files are the site’s own', () => {
  const file = { bucket: 'partner_logos', name: '1-a-480.webp' } as const;
  const path = '/storage/v1/object/public/partner_logos/1-a-480.webp';
  const siteUrl = 'https://point0.example';
  expect(fileAddress(file, { apiUrl: 'https://point0.example', siteUrl })).toBe(path);
  expect(fileAddress(file, { apiUrl: 'https://x.supabase.co', siteUrl })).toBe(`https://x.supabase.co${path}`);
});

const PUBLIC = '/storage/v1/object/public/mentor_images';
test.each([
  [`${PUBLIC}/impact-stories/1-a-320.webp`, 'impact-stories/1-a-320.webp'],
  [`https://anywhere.example${PUBLIC}/a.webp?cache=3600`, 'a.webp'],
  ['/storage/v1/object/public/partner_logos/a.webp', null],
  [`${PUBLIC}/`, null],
  [`${PUBLIC}/../secret`, null],
  [`${PUBLIC}/a/../../secret`, null],
  [`${PUBLIC}/%2e%2e/secret`, null],
  [`x${PUBLIC}/a.webp`, null],
  ['javascript:alert(1)', null],
])('%s names the file %s', (address, name) => {
  expect(storedName(address, 'mentor_images')).toBe(name);
});
