/**
 * First parts of keys that a noun below invalidates without knowing whose queries they are; every other key stands in
 * the data file of its noun, and others import it from there.
 */

/** Of every list of the back office: each may show what an administrator changed. */
export const OFFICE = 'admin';
export const FOUNDER_BOOKINGS = 'bookings';
export const INVESTOR_INTEREST = 'investor-interest';
export const MENTOR_HOURS = 'mentor-hours';
export const MENTOR_REQUESTS = 'mentor-requests';
export const MENTOR_SESSIONS = 'mentor-sessions';
export const MENTOR_TODAY = 'mentor-today';
