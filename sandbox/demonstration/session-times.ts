import { addDays, type IstDate, type IstTime } from '#rules/shell/ist.ts';

export type SessionTime = { date: IstDate; startTime: IstTime; endTime: IstTime };

const DAY_MS = 86_400_000;

/**
 * Gives out times of mentors, each once. Of times to come it takes those that the mentor offers; the past has no
 * offers any more, so there it takes the mentor's usual hours: what is offered on the same day of a later week.
 *
 * @param offers each mentor's open times from `today` on, by the mentor's name
 */
export function createSessionTimes(offers: ReadonlyMap<string, readonly SessionTime[]>, today: IstDate) {
  const given = new Set<string>();

  /** The mentor's first time from `days` after today (before, where negative) that was not given out. */
  return function take(mentor: string, days: number): SessionTime {
    const offered = offers.get(mentor) ?? [];
    const from = addDays(today, days);
    const candidates = days < 0 ? offered.map((time) => usualTime(time, from)) : offered;
    const time = candidates
      .filter((one) => one.date >= from && !given.has(`${mentor} ${one.date} ${one.startTime}`))
      .toSorted((a, b) => `${a.date} ${a.startTime}`.localeCompare(`${b.date} ${b.startTime}`))[0];
    if (!time) throw new Error(`${mentor} has no time for a demonstration session from ${from}`);
    given.add(`${mentor} ${time.date} ${time.startTime}`);
    return time;
  };
}

/** The same time of the same day of the week, in the week that begins with `from`. */
function usualTime(time: SessionTime, from: IstDate): SessionTime {
  const days = (Date.parse(time.date) - Date.parse(from)) / DAY_MS;
  return { ...time, date: addDays(from, ((days % 7) + 7) % 7) };
}
