/** npm start: host/program.ts, over a Postgres driver that outlives a connection which is cut off. */
import { correctDriver } from './postgres/driver.ts';

// Before anything loads the driver, which therefore is not imported above.
correctDriver();
await import('./program.ts');
