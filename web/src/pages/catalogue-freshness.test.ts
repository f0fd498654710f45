import { expect, it } from 'vitest';
import { mentorSlotsQuery } from '#features/mentors/availability/mentor-slots.data.ts';
import { featuredMentorsQuery, mentorListQuery } from '#features/mentors/listing/listing.data.ts';
import { NO_FILTERS } from '#rules/mentors/listing-address.ts';

const MINUTE_MS = 60_000;

it('keeps mentors, featured mentors and availability fresh for 10, 15 and 5 minutes', () => {
  expect(featuredMentorsQuery()).toMatchObject({ staleTime: 15 * MINUTE_MS, gcTime: 60 * MINUTE_MS });
  expect(mentorListQuery(NO_FILTERS)).toMatchObject({ staleTime: 10 * MINUTE_MS, retry: 1 });
  expect(mentorSlotsQuery('any')).toMatchObject({ staleTime: 5 * MINUTE_MS });
});
