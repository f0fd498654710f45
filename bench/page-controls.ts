/** What `npm run bench:pages` taps, and what shows that a tap was answered. Selectors are CSS. */
import { carouselCopy } from '#copy/content/carousel.ts';
import { impactStories } from '#copy/content/impact-stories.ts';
import { mentorListing } from '#copy/mentors/listing.ts';

/** The pages that are measured, as the tables name them. */
export type PageName = 'home' | 'listing' | 'profile' | 'wall of impact';

/** What is on the screen after a tap, and was not before it. `path` begins the address that it is on. */
export type Effect = (
  | { /** Something of it can be seen. */ shows: string }
  | { /** Its words are others, and none of it is marked as busy. */ changes: string }
  | { /** It moved sideways. */ moves: string }
) & { path?: string };

export interface Control {
  name: string;
  tap: string;
  /** The words of what is tapped, where the selector is not enough. */
  text?: string;
  /** A popover that is open before the tap. */
  within?: string;
  /** A section whose control comes late, when the section is in view. */
  section?: string;
  /** Typed after the tap; the effect is then counted from the first key. */
  types?: string;
  /** The effect is still there when React has been attached. */
  stays?: true;
  /** Has to be opened with more stories than the demonstration has: see `addStories` (page-taps.ts). */
  needsStories?: true;
  /**
   * What answers where no script runs: the HTML alone, without the network; the page behind a link, by its name or path;
   * or nothing, because a script has to.
   */
  answer: 'HTML' | 'script' | { page: PageName | `/${string}` };
  effect: Effect;
}

/** The first words of another page are painted. */
const opens = (path: string): Effect => ({ changes: 'main h1', path });

const MENU: Control = {
  name: 'menu',
  tap: '[popovertarget=menu][aria-haspopup]',
  answer: 'HTML',
  effect: { shows: '#menu:popover-open' },
};

const LOGO: Control = { name: 'logo', tap: 'header a[href="/"]', answer: { page: 'home' }, effect: opens('/') };

export const TAPPED: Record<PageName, Control[]> = {
  home: [
    MENU,
    {
      name: 'Wall of Impact, in the open menu',
      within: '#menu',
      tap: '#menu a[href="/wall-of-impact"]',
      answer: { page: 'wall of impact' },
      effect: opens('/wall-of-impact'),
    },
    { name: 'Find a Mentor', tap: 'main a[href="/mentors"]', answer: { page: 'listing' }, effect: opens('/mentors') },
    {
      name: 'a mentor beside the heading',
      tap: 'main article a[href^="/mentors/"]',
      answer: { page: 'profile' },
      effect: opens('/mentors/'),
    },
    {
      name: 'View All Mentors',
      tap: 'main a[href="/mentors"]',
      text: mentorListing.featured.viewAll,
      answer: { page: 'listing' },
      effect: opens('/mentors'),
    },
    {
      name: 'Next, of the partners',
      section: '[data-section=trustedBy]',
      tap: `[data-section=trustedBy] [aria-label=${carouselCopy.next}]`,
      answer: 'script',
      effect: { moves: '[data-section=trustedBy] img' },
    },
    {
      name: 'Next, of the podcasts',
      section: '[data-section=podcasts]',
      tap: `[data-section=podcasts] [aria-label=${carouselCopy.next}]`,
      answer: 'script',
      effect: { moves: '[data-section=podcasts] article' },
    },
    {
      name: 'Play, of a podcast',
      section: '[data-section=podcasts]',
      tap: '[data-section=podcasts] article button',
      answer: 'script',
      effect: { shows: '[data-section=podcasts] iframe' },
    },
  ],
  listing: [
    MENU,
    {
      name: 'Filters',
      tap: '[popovertarget=filters][aria-haspopup]',
      answer: 'HTML',
      effect: { shows: '#filters:popover-open' },
    },
    {
      name: 'typing in the search field',
      tap: 'input[type=search]',
      types: 'a',
      stays: true,
      answer: 'HTML',
      effect: { shows: 'input[type=search]:focus:not(:placeholder-shown)' },
    },
    {
      name: 'the list of what is typed',
      tap: 'input[type=search]',
      types: 'karthik',
      answer: 'script',
      effect: { changes: 'main article :is(h2, h3)' },
    },
    {
      name: 'a category',
      tap: 'main nav li:nth-child(2) a',
      answer: { page: 'listing' },
      effect: { changes: 'main article :is(h2, h3)', path: '/mentors?category=' },
    },
    { name: 'a mentor', tap: 'main article a', answer: { page: 'profile' }, effect: opens('/mentors/') },
    {
      name: 'Load More',
      tap: 'main a[href="/mentors?page=2"]',
      answer: { page: 'listing' },
      effect: { changes: 'main article :is(h2, h3)' },
    },
    LOGO,
  ],
  profile: [
    MENU,
    {
      name: 'Book a Session',
      tap: 'main [popovertarget=booking][aria-haspopup]',
      answer: 'HTML',
      effect: { shows: '#booking:popover-open' },
    },
    {
      name: 'a day, in the open panel',
      within: '#booking',
      tap: '#booking details + div li:nth-child(3) a',
      answer: { page: 'profile' },
      effect: { changes: '#booking:popover-open fieldset > legend' },
    },
    {
      name: 'a time, in the open panel',
      within: '#booking',
      tap: '#booking label:has([name=slot]:enabled)',
      answer: 'HTML',
      effect: { shows: '#booking label:has(:checked)' },
    },
    {
      name: 'More days, in the open panel',
      within: '#booking',
      tap: '#booking summary',
      answer: 'HTML',
      effect: { shows: '#booking details[open]' },
    },
    { name: 'Expertise', tap: '[role=tab][href="#expertise"]', answer: 'HTML', effect: { shows: '#expertise h2' } },
    {
      name: 'Share',
      tap: 'main details:not(#booking *) > summary, main button[aria-haspopup=dialog]:not([popovertarget])',
      answer: 'HTML',
      effect: { shows: 'main details:not(#booking *)[open] a, [role=dialog]:not(#booking, #menu) a' },
    },
    { name: 'All mentors', tap: 'main a[href="/mentors"]', answer: { page: 'listing' }, effect: opens('/mentors') },
  ],
  'wall of impact': [
    MENU,
    {
      name: 'Close, in the open menu',
      within: '#menu',
      tap: '#menu [popovertargetaction=hide]',
      answer: 'HTML',
      effect: { shows: 'body:not(:has(#menu:popover-open)) main' },
    },
    {
      name: 'Log In, in the open menu',
      within: '#menu',
      tap: '#menu a[href="/login"]',
      answer: { page: '/login' },
      effect: opens('/login'),
    },
    {
      name: 'Share Your Story',
      tap: 'main a[href="/share-your-story"]',
      answer: { page: '/share-your-story' },
      effect: { shows: ':is([role=dialog], main) textarea' },
    },
    {
      name: 'Show More Stories',
      needsStories: true,
      tap: 'main :is(a, button)',
      text: impactStories.more,
      answer: 'script',
      effect: { changes: 'main article h2' },
    },
    LOGO,
    {
      name: 'Find a Mentor, below the page',
      tap: 'footer a[href="/mentors"]',
      answer: { page: 'listing' },
      effect: opens('/mentors'),
    },
    {
      name: 'Terms and Conditions, below the page',
      tap: 'footer a[href="/terms"]',
      answer: { page: '/terms' },
      effect: opens('/terms'),
    },
  ],
};
