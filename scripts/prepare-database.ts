/**
 * npm run prepare-database: prints the SQL that a superuser runs once, so that the role of DATABASE_URL (of the environment
 * or .env) can be an ordinary one (docs/deploy/own-postgres.md). It connects to nothing.
 */
import { databaseCopy } from '#copy/office/database.ts';
import { superuserSql } from '#host/postgres/superuser-sql.ts';
import { readVariables } from './doctor/deployment.ts';

const { DATABASE_URL: given } = readVariables(undefined, process.env);
if (given === undefined || !/^postgres(ql)?:/.test(given) || !URL.canParse(given)) {
  console.error(databaseCopy.noAddress);
  process.exit(1);
}
const url = new URL(given);
const role = decodeURIComponent(url.username);
const database = decodeURIComponent(url.pathname.slice(1)) || role;
console.log(databaseCopy.prepareHead(database));
console.log(superuserSql({ role, database }));
