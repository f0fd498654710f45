/** The places of a carousel's parts, shared by the carousel and its skeleton. */

/** Each slide has the gap itself: else a row that goes round has no gap between its last and its first slide. */
export const TRACK = '-ml-4 flex md:-ml-6';
export const SLIDE_GAP = 'pl-4 md:pl-6';

/** Below the row on phones; from tablets on beside the heading, at the end of the line above the row. */
export const CONTROLS_PLACE = 'max-md:order-last max-md:mt-6 md:absolute md:bottom-full md:right-0 md:mb-8';

/** The room for the controls below the row on phones. */
export const CONTROLS_ROOM = 'max-md:pb-17';
