import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { processIdentity } from '../processes/process-identity.ts';

/*
 * While the mark `<storage>/.backup` exists, the bytes of stored files are not deleted. So each file that the backed-up
 * database names can still be copied. A mark does not count when its process is gone or when it was not renewed for an
 * hour: a backup that was killed, or hangs, must not keep files for good.
 */

const MARK = '.backup';
const COUNTS_FOR_MS = 60 * 60_000;
const RENEW_AFTER_MS = 5 * 60_000;

type Mark = { pid: number; identity: string; at: string };

export interface BackupMark {
  /** The backup calls this from time to time. */
  renew(): void;
  remove(): void;
}

/** @param storage the folder of stored files, which must exist */
export function markBackup(storage: string): BackupMark {
  const file = path.join(storage, MARK);
  let writtenAt = 0;
  const write = () => {
    writtenAt = Date.now();
    const mark: Mark = {
      pid: process.pid,
      identity: processIdentity(process.pid) ?? '',
      at: new Date(writtenAt).toISOString(),
    };
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(mark), { mode: 0o644 });
    renameSync(`${file}.${process.pid}`, file);
  };
  write();
  return {
    renew() {
      if (Date.now() - writtenAt > RENEW_AFTER_MS) write();
    },
    remove() {
      if (parse(readIfThere(file))?.pid === process.pid) rmSync(file, { force: true });
    },
  };
}

/** Whether a backup is being made that needs every stored file to stay. */
export async function isBackupRunning(storage: string, now = Date.now()): Promise<boolean> {
  const mark = parse(await readFile(path.join(storage, MARK), 'utf8').catch(() => undefined));
  if (!mark) return false;
  return now - Date.parse(mark.at) < COUNTS_FOR_MS && processIdentity(mark.pid) === mark.identity;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(text: string | undefined): Mark | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Mark);
  } catch {
    return undefined;
  }
}
