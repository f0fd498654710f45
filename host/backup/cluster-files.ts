import { readFileSync } from 'node:fs';
import path from 'node:path';

/* Which files of a Postgres cluster belong in a backup, by Postgres' documentation (25.3.4) and pg_basebackup. */

/** The contents of directories that must exist; a server makes the contents anew. */
const EMPTIED = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./;
/** Files of the server that runs there, and files that each start throws away. */
const LEFT_OUT = /(^|\/)(postmaster\.[^/]*|pgsql_tmp[^/]*|pg_internal\.init[^/]*|backup_label(\.old)?|tablespace_map)$/;
/** The directories in pg_wal, which a server expects. */
const WAL_DIRECTORY = /^pg_wal\/(archive_status|summaries)$/;

export const CONTROL_FILE = 'global/pg_control';

/** Whether a path of the cluster stays out of a backup. */
export function isLeftOut(relative: string): boolean {
  if (LEFT_OUT.test(relative)) return true;
  return EMPTIED.test(relative) && !WAL_DIRECTORY.test(relative);
}

const SHUT_DOWN = 1;

/** What the control file of a stopped cluster says (struct ControlFileData of Postgres 13 to 18). */
export function readControlFile(data: string): { wasStoppedInOrder: boolean; checkpoint: bigint } {
  const bytes = readFileSync(path.join(data, CONTROL_FILE));
  return { wasStoppedInOrder: bytes.readInt32LE(16) === SHUT_DOWN, checkpoint: bytes.readBigUInt64LE(32) };
}

/** '0/3000028' as a number. */
export function parseLsn(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export function formatLsn(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase();
}

/** The names of the log's files from the one that holds `start` to the one that ends with `stop`. */
export function walSegments(start: bigint, stop: bigint, timeline: number, segmentSize: bigint): string[] {
  const perId = 0x1_0000_0000n / segmentSize;
  // A stop exactly at the border of two files needs only the first of them.
  const last = (stop > start ? stop - 1n : stop) / segmentSize;
  const names: string[] = [];
  for (let number = start / segmentSize; number <= last; number += 1n) {
    const parts = [BigInt(timeline), number / perId, number % perId];
    names.push(parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join(''));
  }
  return names;
}
