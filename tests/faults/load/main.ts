/**
 * `npm run faults:load`: the money path under load and under kill -9. Prints the results, and ends with an error
 * when an invariant was violated.
 *
 * --only=slot,soak,kill --topology=embedded,two-hosts --seed=N --buyers=N --payments=N --rounds=N --minutes=N (of a
 * soak, at most) --keep writes the results to docs/money-under-fire.md as well.
 */
import { correctDriver } from '#host/postgres/driver.ts';

// This process's own connections, too, must outlive the Postgres that it kills.
correctDriver();
await import('./load.ts');
