/**
 * `npm run faults:load`: the money path under load and under kill -9. Prints its figures, and ends with an error when a
 * promise was broken.
 *
 * --only=slot,soak,kill  --way=embedded,two-hosts  --seed=N  --buyers=N  --payments=N  --rounds=N  --minutes=N (of a soak, at most)
 * --keep writes the figures to docs/money-under-fire.md as well.
 */
import { correctDriver } from '#host/postgres/driver.ts';

// This program's own connections, too, must outlive the Postgres that it kills.
correctDriver();
await import('./program.ts');
