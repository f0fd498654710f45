/** The driver of Postgres as a host has it, in every process of the backend's tests. */
import { correctDriver } from '#host/postgres/driver.ts';

correctDriver();
