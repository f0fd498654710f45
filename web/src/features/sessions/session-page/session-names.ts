import { sessionPage as copy } from '#copy/sessions/session-page.ts';
import type { SessionPageData } from './session-page.data.ts';

/** How the page calls the two people. */
export interface SessionNames {
  founder: string;
  mentor: string;
}

/** A founder whose name is not known, or whose account is deleted, is "A founder". */
export function sessionNames({ booking }: Pick<SessionPageData, 'booking'>): SessionNames {
  return { founder: booking.founder_name || copy.aFounder, mentor: booking.mentor_name || copy.aMentor };
}

/** The page's heading: the other side, or both for an administrator. */
export function sessionTitle(page: SessionPageData): string {
  const { founder, mentor } = sessionNames(page);
  if (page.role === 'founder') return copy.founderSession(mentor);
  return page.role === 'mentor' ? copy.mentorSession(founder) : copy.adminSession(founder, mentor);
}
