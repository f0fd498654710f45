import { expect, test } from 'vitest';
import { HOME_SCHEDULE, type HomeSection, sectionDelayMs } from './deferred-section.tsx';

test('the sections load from the top down, at 200, 1000, 1500, 2000 and 2500 ms at the latest', () => {
  expect(HOME_SCHEDULE.map(({ section, delayMs }) => [section, delayMs])).toEqual([
    ['trustedBy', 200],
    ['featuredMentors', 1000],
    ['whyChoose', 1500],
    ['howItWorks', 1500],
    ['podcasts', 2000],
    ['videoStories', 2500],
    ['closingCall', 2500],
  ]);
  expect([...new Set(HOME_SCHEDULE.map(({ delayMs }) => delayMs))]).toEqual([200, 1000, 1500, 2000, 2500]);
});

test.each<[HomeSection, number]>([
  ['trustedBy', 200],
  ['podcasts', 2000],
  ['videoStories', 2500],
  ['featuredMentors', 0],
  ['whyChoose', 0],
  ['howItWorks', 0],
  ['closingCall', 0],
])('%s waits %i ms at most', (section, delayMs) => {
  expect(sectionDelayMs(section)).toBe(delayMs);
});

test('a section outside the schedule is a mistake', () => {
  expect(() => sectionDelayMs('hero' as HomeSection)).toThrow('hero is not scheduled');
});
