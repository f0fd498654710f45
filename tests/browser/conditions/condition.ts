import type { BrowserContext, Page } from '@playwright/test';
import type { Mail } from '#tests/kit/browser/mailbox.ts';

/** What must work for everybody (journeys.ts). */
export type JourneyName =
  | 'confirm and book'
  | 'Google'
  | 'find'
  | 'save and ask'
  | 'answer'
  | 'check-in'
  | 'approve'
  | 'name in a story';

/** What a person brings (conditions.ts). */
export interface Condition {
  /** Stands in the titles of its tests. */
  name: string;
  /** What went wrong under it, or why people bring it. */
  why: string;
  /** "confirm and book" runs under it without `--ci` as well: it broke most, or stands for its kind. */
  quick?: boolean;
  /** Before any page of the context is open. */
  prepare?: (context: BrowserContext, page: Page) => Promise<unknown> | unknown;
  /** On each page at which a journey arrives by an address, before it goes on. */
  onArrival?: (page: Page) => Promise<unknown>;
  /** With each e-mail, before the person opens one of its links. */
  onMail?: (mail: Mail, page: Page) => Promise<unknown>;
  /** In the open payment dialog, before its button is pressed. */
  onCheckout?: (page: Page) => Promise<unknown>;
  /** The control, at the end of a journey: the condition was there. Those that act on the way say so there. */
  isAtWork?: (page: Page) => Promise<unknown>;
  /** The browser keeps nothing, which the page says where it matters. */
  keepsNothing?: true;
  /** What else must hold under it, at the end of "confirm and book". */
  afterwards?: (page: Page) => Promise<unknown>;
  /** Errors on the console that are the condition's own. */
  allows?: RegExp[];
  /** What the browser needs: a worker that is allowed, or a back/forward cache. */
  needs?: 'worker' | 'kept pages';
  /** Journeys that make no sense under it, and why. */
  without?: Partial<Record<JourneyName, string>>;
  /** Journeys that fail, and why: to be taken away with the mend. */
  fixme?: Partial<Record<JourneyName, string>>;
}
