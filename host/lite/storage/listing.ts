/**
 * Library behaviour (0.10.0): `list('folder')` answers every object whose name begins with "folder", at any depth,
 * under its full name.
 *
 * Correction: the answer holds only what is directly in the folder, files under their own names and folders as entries
 * without an id, as on Supabase. The library still decides which objects the caller may see.
 */
import { storageError } from './storage-request.ts';

const LIST = /^\/storage\/v1\/object\/list\/[^/]+$/;

interface ListRequest {
  prefix?: string;
  limit?: number;
  offset?: number;
  search?: string;
  sortBy?: { column?: string; order?: string };
}

interface Entry {
  name: string;
  id: string | null;
  [column: string]: unknown;
}

export function isListing(request: Request): boolean {
  return request.method === 'POST' && LIST.test(new URL(request.url).pathname);
}

export async function listFolder(
  request: Request,
  library: (request: Request) => Promise<Response>,
): Promise<Response> {
  let asked: ListRequest;
  try {
    const body: unknown = await request.json();
    if (!isObject(body)) return storageError(400, 'InvalidRequest', 'The body must be a JSON object');
    asked = body;
  } catch {
    return storageError(400, 'InvalidRequest', 'The body must be JSON');
  }
  const folder = String(asked.prefix ?? '').replace(/^\/+|\/+$/g, '');
  // Postgres cannot store this character, so no folder has it in its name.
  if (folder.includes('\0')) return storageError(400, 'InvalidKey', 'Invalid key');
  const prefix = folder === '' ? '' : `${folder}/`;
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  const answer = await library(new Request(request.url, { method: 'POST', headers, body: JSON.stringify({ prefix }) }));
  if (!answer.ok) return answer;
  const objects = (await answer.json()) as Entry[];
  const entries = directlyIn(prefix, objects)
    .filter((entry) => entry.name.toLowerCase().startsWith(String(asked.search ?? '').toLowerCase()))
    .sort(order(asked.sortBy));
  const from = Math.max(0, Number(asked.offset ?? 0));
  const page = entries.slice(from, from + Math.max(0, Number(asked.limit ?? 100)));
  return Response.json(page, { headers: { 'access-control-allow-origin': '*' } });
}

function isObject(value: unknown): value is ListRequest {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function directlyIn(prefix: string, objects: Entry[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const object of objects) {
    // The library's LIKE treats _ and % in a folder's name as wildcards.
    if (!object.name.startsWith(prefix)) continue;
    const [name = '', ...deeper] = object.name.slice(prefix.length).split('/');
    const isFolder = deeper.length > 0;
    entries.set(
      `${isFolder}/${name}`,
      isFolder
        ? { name, id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null }
        : { ...object, name },
    );
  }
  return [...entries.values()];
}

function order({ column = 'name', order: direction = 'asc' }: NonNullable<ListRequest['sortBy']> = {}) {
  const sign = direction === 'desc' ? -1 : 1;
  const value = (entry: Entry) => String(entry[column] ?? '');
  return (a: Entry, b: Entry) =>
    // Folders first, as Supabase lists them.
    Number(b.id === null) - Number(a.id === null) || sign * (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0);
}
