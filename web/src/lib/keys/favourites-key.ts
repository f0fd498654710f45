/**
 * The mentors that were saved in this browser without an account, newest first: their ids, separated by spaces. Hearts
 * that are pressed before the application runs are written there too (shell/start/before-start-scripts.ts).
 */
export const FAVOURITES_KEY = 'favourites';

/** The name of the box that stands for a heart until the application runs. */
export const HEART = 'heart';
