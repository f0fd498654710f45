/**
 * Library behaviour (0.10.0): of two uploads at once under one name, both find no file there, and both write theirs: the second's bytes
 * replace the first's, and then it is answered with 500.
 *
 * Correction: uploads under one name have their turns, so that the second finds the first's file. Hosts side by side do not
 * know of each other's; our own names hold the millisecond.
 */
export function createTurns(): <T>(name: string, act: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (name, act) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(act);
    const done = turn
      .catch(() => {})
      .finally(() => {
        if (last.get(name) === done) last.delete(name);
      });
    last.set(name, done);
    return turn;
  };
}
