import { paths } from './paths.ts';

/** The addresses within the back office. No visitor needs them, so the files of public pages do not carry them. */
export const officePaths = {
  tab: (tab: string) => `${paths.admin}?tab=${tab}`,
  booking: (bookingId: string) => `${paths.admin}?tab=bookings&booking=${encodeURIComponent(bookingId)}`,
  person: (userId: string) => `${paths.admin}?tab=users&person=${encodeURIComponent(userId)}`,
  categories: `${paths.admin}?tab=mentors&view=categories`,
  newMentor: `${paths.admin}/mentors/new/edit`,
  mentor: (mentorId: string) => `${paths.admin}/mentors/${encodeURIComponent(mentorId)}/edit`,
  mentorHours: (mentorId: string) => `${paths.admin}/mentors/${encodeURIComponent(mentorId)}/edit?tab=hours`,
  mentorBookings: (mentorId: string) => `${paths.admin}/mentors/${encodeURIComponent(mentorId)}/bookings`,
} as const;
