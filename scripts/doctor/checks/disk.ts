import { statfsSync } from 'node:fs';
import { doctorCopy } from '#copy/office/doctor.ts';
import { formatSize } from '#host/backup/sizes.ts';
import { LEAST_FREE_BYTES } from '#host/data-directory.ts';
import { type Check, type Finding, fail, ok, skip, warn } from '../finding.ts';

const WARNS_AT_BYTES = 1e9;

export const disk: Check = {
  id: 'disk',
  run({ deployment: { dataDir } }) {
    if (dataDir === undefined) return skip(doctorCopy.disk.elsewhere);
    const { bavail, bsize } = statfsSync(dataDir);
    return judgeSpace(bavail * bsize, dataDir);
  },
};

export function judgeSpace(bytes: number, dataDir: string): Finding {
  const text = doctorCopy.disk.free(formatSize(bytes), dataDir);
  if (bytes < LEAST_FREE_BYTES) return fail(text);
  return bytes < WARNS_AT_BYTES ? warn(text) : ok(text);
}
