import { istToday } from '#rules/shell/ist.ts';

/** What the short form of a date of that year ends with: nothing in the year itself, else the year. */
export const inYear = (year: number): string => (istToday(new Date()).startsWith(String(year)) ? '' : ` ${year}`);
