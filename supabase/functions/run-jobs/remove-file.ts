import { z } from 'zod';
import { query, serviceClient } from '#functions/_shared/database.ts';

const payloadShape = z.object({
  /** bucket/name */
  file: z.string().regex(/^[^/]+\/./),
});

/** Deletes a stored file in all its widths, unless a row uses it, perhaps again. What is gone already is as good as deleted. */
export async function removeFile(job: unknown): Promise<void> {
  const { file } = payloadShape.parse(job);
  const database = serviceClient();
  const names = await query(database.rpc('list_unused_files', { p_file: file }));
  if (names.length === 0) return;
  const { error } = await database.storage.from(file.slice(0, file.indexOf('/'))).remove(names);
  if (error) throw error;
}
