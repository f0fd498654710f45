import { doctorCopy } from '#copy/office/doctor.ts';
import { type Check, fail, ok, skip, warn } from '../finding.ts';

const FAILS_AT_SECONDS = 30;
const WARNS_AT_SECONDS = 5;

export const clock: Check = {
  id: 'clock',
  async run({ questions }) {
    const copy = doctorCopy.clock;
    const answer = await questions.askReport();
    if (answer.status !== 200) return skip(doctorCopy.noReport);
    const { now } = await questions.readReport();
    const { began, ended } = answer;
    const date = answer.headers.get('date');
    const database = secondsOff(Date.parse(now), began, ended);
    // This header has whole seconds.
    const gateway = date === null ? 0 : secondsOff(Date.parse(date) + 500, began - 500, ended + 500);
    const offsets = [0, database, gateway];
    const difference = Math.max(...offsets) - Math.min(...offsets);
    const text = copy.wrong(database.toFixed(1), gateway.toFixed(1));
    if (difference >= FAILS_AT_SECONDS) return fail(text);
    // All of them may be one machine, whose time is wrong.
    const beyond = await questions.readInside().then(
      (inside) => inside.payments.seconds_off,
      () => 0,
    );
    if (Math.abs(beyond) >= FAILS_AT_SECONDS) return fail(copy.provider(String(beyond)));
    return difference >= WARNS_AT_SECONDS ? warn(text) : ok(copy.good(difference.toFixed(1)));
  },
};

/** How far a clock is from this machine's, when it was read at some moment between two of ours. */
function secondsOff(time: number, began: number, ended: number): number {
  const beyond = time < began ? time - began : Math.max(time - ended, 0);
  return beyond / 1000;
}
