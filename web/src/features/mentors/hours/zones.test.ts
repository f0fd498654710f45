import { expect, test } from 'vitest';
import { zoneGroups, zoneName } from '#features/mentors/hours/zones.ts';
import { isTimeZone } from '#rules/mentors/hours.ts';

test('zones have their present names, India’s first of all, then those of the form and the browser, and none twice', () => {
  const groups = zoneGroups('America/New_York');
  expect(groups[0]?.zones.slice(0, 2)).toEqual(['Asia/Kolkata', 'America/New_York']);
  expect(zoneGroups('Asia/Kolkata')[0]?.zones[0]).toBe('Asia/Kolkata');
  const all = groups.flatMap(({ zones }) => zones);
  expect(all).toContain('UTC');
  expect(all).toContain('Asia/Ho_Chi_Minh');
  expect(all).not.toContain('Asia/Calcutta');
  expect(new Set(all).size).toBe(all.length);
  expect(all.every(isTimeZone)).toBe(true);
});

test('a zone is called by its city, and India’s by its name', () => {
  expect(zoneName('Asia/Kolkata')).toBe('India (IST)');
  expect(zoneName('America/New_York')).toBe('New York');
  expect(zoneName('America/Argentina/Buenos_Aires')).toBe('Buenos Aires (Argentina)');
  expect(zoneName('UTC')).toBe('UTC');
});
