/** The home page's sections after the hero, from the top. */
export type HomeSection =
  | 'trustedBy'
  | 'featuredMentors'
  | 'whyChoose'
  | 'howItWorks'
  | 'podcasts'
  | 'videoStories'
  | 'closingCall';

interface Turn {
  section: HomeSection;
  /** Milliseconds after the page began to run: the latest moment at which the section loads. */
  delayMs: number;
  /** Whether the section's content is part of the page's HTML, and so there from the first paint on. */
  comesWithPage: boolean;
}

/**
 * When each section after the hero loads (founder side, section 2, "Home": 200, 1000, 1500, 2000 and 2500 ms).
 * Neighbouring text sections share a delay, as do the last carousel and the words after it. A delay is the latest
 * moment. Text and mentors come with the page, for search engines and people without scripts; the delays hold back the
 * three carousels, so that their data, pictures and code do not compete with the first paint.
 */
export const HOME_SCHEDULE: readonly Turn[] = [
  { section: 'trustedBy', delayMs: 200, comesWithPage: false },
  { section: 'featuredMentors', delayMs: 1000, comesWithPage: true },
  { section: 'whyChoose', delayMs: 1500, comesWithPage: true },
  { section: 'howItWorks', delayMs: 1500, comesWithPage: true },
  { section: 'podcasts', delayMs: 2000, comesWithPage: false },
  { section: 'videoStories', delayMs: 2500, comesWithPage: false },
  { section: 'closingCall', delayMs: 2500, comesWithPage: true },
];

/**
 * The longest that a section waits, in milliseconds; it loads earlier when it comes near the view.
 *
 * @throws Error for a section that is not in the schedule
 */
export function sectionDelayMs(section: HomeSection): number {
  const turn = HOME_SCHEDULE.find((candidate) => candidate.section === section);
  if (!turn) throw new Error(`${section} is not scheduled`);
  return turn.comesWithPage ? 0 : turn.delayMs;
}
