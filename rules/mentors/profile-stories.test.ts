import { expect, it } from 'vitest';
import { mentorProfile } from '#copy/mentors/profile.ts';

it('a profile leads to its one story, or names how many there are', () => {
  expect(mentorProfile.stories.all(1)).toBe('See it on the Wall of Impact');
  expect(mentorProfile.stories.all(3)).toBe('All 3 stories');
});
