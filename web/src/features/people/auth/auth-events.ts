/** The browser event that follows every change of the session. */
export const AUTH_STATE_CHANGED = 'authStateChanged';

/** Asks the session provider to load the auth client, which public pages leave out until someone signs in. */
export const AUTH_REQUIRED = 'auth:required';
