/** Saved mentors of a person, in the account as in a browser; private.favourite_limits() has the same (docs/product/favourites.md#saving). */
export const MOST_FAVOURITES = 200;

/** Waiting alerts of a person (docs/product/favourites.md#alerts). */
export const MOST_ALERTS = 20;
