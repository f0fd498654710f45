/**
 * First parts of keys that a noun invalidates which stands below theirs; every other key stands in the data file of its
 * noun, and others import it from there.
 */
export const FOUNDER_BOOKINGS = 'bookings';
export const DISCREPANCIES = 'money-discrepancies';
export const INVESTOR_INTEREST = 'investor-interest';
export const MENTOR_HOURS = 'mentor-hours';
export const MENTOR_REQUESTS = 'mentor-requests';
export const MENTOR_SESSIONS = 'mentor-sessions';
export const MENTOR_TODAY = 'mentor-today';
export const SESSION_PAGE = 'session-page';
