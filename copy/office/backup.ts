/** What `npm run backup` and `npm run restore` say, and what a deletion is told while a backup runs. */

export const backupCopy = {
  usage: 'Usage: npm run backup -- --to DIR [--keep N]   (N: how many backups stay in DIR, 1 or more)',
  done: (size: string, seconds: string, path: string) => `Backed up ${size} in ${seconds} s to ${path}.`,
  keepPrivate: 'Keep this folder private: it holds keys and personal data.',
  ownDatabase:
    'DATABASE_URL is set: back up this database with pg_dump or point-in-time recovery (docs/operations/backup.md).',
  noSpace: (dir: string, needed: string, free: string) => `Not enough space in ${dir}: ${needed} needed, ${free} free.`,
  notWritable: (dir: string, reason: string) =>
    `${dir} cannot be written (${reason}): name a directory that this user may write.`,
  running: (pid: number) => `Another backup is running (process ${pid}).`,
  noDatabase: (dataDir: string) => `There is no database in ${dataDir}.`,
  notServing: (pid: number) =>
    `The host (process ${pid}) runs, but its database takes no connections at the moment. Try again in a minute.`,
  databaseFailed: (reason: string) => `The database could not be backed up: ${reason}. No backup was kept.`,
  notRecorded: (reason: string) =>
    `The backup is complete, but System Health will not know of it: its time could not be recorded (${reason}).`,
  tablespaces: (path: string) => `The database has files outside of its directory (${path}), which are not backed up.`,
  filesKept: 'Files cannot be deleted while a backup is being made. Try again in 10 seconds.',
} as const;

export const restoreCopy = {
  usage: 'Usage: npm run restore -- --from BACKUP --to DATA_DIR',
  done: (when: string) => `Restored the state of ${when} IST. Changes after that are not in it.`,
  notEmpty: (dir: string) => `${dir} is not empty. Nothing was restored.`,
  notWritable: (dir: string, reason: string) =>
    `${dir} cannot be written (${reason}): name a directory that this user may write. Nothing was restored.`,
  mountPoint: (dir: string) =>
    `${dir} is the root of a file system and cannot be replaced: name a directory in it. Nothing was restored.`,
  incomplete: (reason: string) => `This backup is not complete: ${reason}. Nothing was restored.`,
  damaged: (count: number, first: string) =>
    `${count} files of this backup are damaged, the first is ${first}. Nothing was restored.`,
  otherPostgres: (backup: string, ours: string) =>
    `This backup is of Postgres ${backup}, this version runs ${ours}. Nothing was restored.`,
  laterRelease: (backup: number, ours: number) =>
    `This backup was made by release ${backup}, this is release ${ours}. Update first.`,
  noSpace: (dir: string, needed: string, free: string) =>
    `Not enough space in ${dir}: ${needed} needed, ${free} free. Nothing was restored.`,
  running: (pid: number) => `Another restore is running (process ${pid}). Nothing was restored.`,
  databaseFailed: (reason: string) => `The restored database cannot be used: ${reason}. Nothing was restored.`,
  violations: (count: number) =>
    `Restored, but ${count} rows break a promise about money. Keep the site closed until a developer has looked.`,
  missingFiles: (count: number) => `Restored, but ${count} stored files are missing.`,
  /** What administrators read beside an e-mail that was ready when the backup was made. */
  held: 'Held: restored from a backup',
  reasons: {
    noFolder: 'there is no such folder',
    unfinished: 'its name ends with .partial, so it was not finished',
    noManifest: 'manifest.json is missing',
    badManifest: 'manifest.json cannot be read',
    missing: (file: string) => `${file} is missing`,
  },
} as const;
