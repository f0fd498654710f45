import postgres from 'postgres';
import { backupCopy } from '#copy/office/backup.ts';
import { ExplainedError } from '../explained-error.ts';
import { parseLsn, walSegments } from './cluster-files.ts';

const LABEL = 'point-0';
const SLOT = 'point_0_backup';
/** How long to wait for missing files: a missing file may be in deletion, or lost for good. */
const FILES_LIMIT_MS = 2_000;

export interface ClusterBackup {
  sql: postgres.Sql;
  postgresVersion: string;
  stop(): Promise<StoppedBackup>;
  end(): Promise<void>;
}

export interface StoppedBackup {
  startLsn: string;
  stopLsn: string;
  /** By the database's clock, at the end of the backup. */
  stateAt: Date;
  /** Must be written byte for byte. */
  label: string;
  segments: string[];
}

/**
 * Tells the running server that its files are being copied. One session does it all: when the session ends, for any
 * reason, the server forgets the backup and the slot. A new connection of the driver could not end the backup.
 *
 * @throws ExplainedError when the server does not take part
 */
export async function beginClusterBackup(url: string): Promise<ClusterBackup> {
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    // Otherwise the driver replaces a connection after about an hour.
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: 'point-0 backup', statement_timeout: 0, idle_session_timeout: 0 },
  });
  try {
    const [facts] = await explained(
      () => sql<{ version: string; timeline: number; segment: string }[]>`
        select current_setting('server_version') as version,
          (select timeline_id from pg_control_checkpoint()) as timeline,
          (select setting from pg_settings where name = 'wal_segment_size') as segment`,
    );
    if (!facts) throw new Error('The server said nothing of itself.');
    // The slot comes first: it keeps the log on the disk until the log is copied.
    await explained(() => sql`select pg_create_physical_replication_slot(${SLOT}, true, true)`);
    const [begun] = await explained(() => sql<{ lsn: string }[]>`select pg_backup_start(${LABEL}, true)::text as lsn`);
    const startLsn = begun?.lsn ?? '';
    return {
      sql,
      postgresVersion: facts.version,
      async stop() {
        const [stopped] = await explained(
          () => sql<{ lsn: string; label: string; map: string; at: Date }[]>`
            select lsn::text as lsn, labelfile as label, spcmapfile as map, clock_timestamp() as at
            from pg_backup_stop(false)`,
        );
        if (!stopped) throw new Error('The server did not say where the backup ends.');
        if (stopped.map.trim() !== '') throw new ExplainedError(backupCopy.tablespaces(stopped.map.trim()));
        return {
          startLsn,
          stopLsn: stopped.lsn,
          stateAt: stopped.at,
          label: stopped.label,
          segments: walSegments(parseLsn(startLsn), parseLsn(stopped.lsn), facts.timeline, BigInt(facts.segment)),
        };
      },
      end: () => sql.end({ timeout: 1 }),
    };
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}

type HasBytes = (bucket: string, key: string) => Promise<boolean>;
type StoredFile = { bucket: string; key: string };

/** Waits until each row of a stored file has its bytes: a deletion removes the bytes before the row. */
export async function awaitStoredFiles(sql: postgres.Sql, hasBytes: HasBytes): Promise<void> {
  const giveUpAt = Date.now() + FILES_LIMIT_MS;
  let missing = await findMissingFiles(sql, hasBytes);
  while (missing.length > 0 && Date.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    missing = await findMissingFiles(sql, hasBytes, missing);
  }
}

/**
 * The rows of stored files that have lost their bytes.
 *
 * @param among only these files are checked
 */
export async function findMissingFiles(
  sql: postgres.Sql,
  hasBytes: HasBytes,
  among?: StoredFile[],
): Promise<StoredFile[]> {
  const missing: StoredFile[] = [];
  for (const file of await explained(
    () => sql<StoredFile[]>`
      select bucket_id as bucket, name as key from storage.objects
      where ${among === undefined} or name = any (${(among ?? []).map(({ key }) => key)})`,
  )) {
    if (!(await hasBytes(file.bucket, file.key))) missing.push(file);
  }
  return missing;
}

/** Records the backup for the alarm `backup_old`. */
export async function recordBackup(sql: postgres.Sql, finishedAt: Date): Promise<void> {
  const [row] = await sql<{ exists: boolean }[]>`
    select to_regprocedure('private.record_backup(timestamptz)') is not null as exists`;
  if (row?.exists) await sql`select private.record_backup(${finishedAt})`;
}

async function explained<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new ExplainedError(backupCopy.databaseFailed((error as Error).message), { cause: error });
  }
}
