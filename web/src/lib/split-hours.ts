const MINUTES_PER_DAY = 24 * 60;

/** A span of time in whole days, hours and minutes. */
export function splitHours(hours: number): { days: number; hours: number; minutes: number } {
  const minutes = Math.max(0, Math.round(hours * 60));
  return {
    days: Math.floor(minutes / MINUTES_PER_DAY),
    hours: Math.floor((minutes % MINUTES_PER_DAY) / 60),
    minutes: minutes % 60,
  };
}
