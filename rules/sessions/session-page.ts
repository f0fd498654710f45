/** Limits of a session's page (docs/product/sessions.md#session-page); the database's are private.session_page_limits(). */

/** Characters of a private note. */
export const NOTE_LIMIT = 5000;
/** Characters of a summary. */
export const SUMMARY_LENGTH = { min: 20, max: 2000 } as const;
/** Characters of an action item. */
export const ITEM_LENGTH = { min: 3, max: 200 } as const;
/** Action items of one session. */
export const MOST_ITEMS = 5;
/** How many days ahead an action item may be due. */
export const ITEM_DAYS_AHEAD = 180;
