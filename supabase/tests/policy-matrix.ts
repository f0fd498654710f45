/**
 * Who may do what to each table, as data: the policies' specification for tests in SQL and over HTTP. Whoever is not
 * named in `by` must leave the table as it was, be it through an error or through "no rows".
 *
 * Fixtures: policy-fixtures.ts. Adding a table without adding it here fails policies.test.ts.
 */
import { contentPolicies } from './content-policies.ts';
import { marketplacePolicies } from './marketplace-policies.ts';
import type { Persona } from './personas.ts';
import { buckets, portrait } from './policy-fixtures.ts';
import { administrator, everyone, nobody, type TablePolicies, toAll } from './table-policies.ts';

export const policyMatrix: TablePolicies[] = [...marketplacePolicies, ...contentPolicies];

/** Portraits come from the function store-picture alone; in other buckets a folder of that name means nothing. */
function portraitWriters(bucket: string): Persona[] {
  return bucket === 'mentor_images' ? nobody : administrator;
}

/** Storage, one entry a bucket. Over HTTP these go through the storage API, not through tables. */
export const storageMatrix: TablePolicies[] = buckets.map((bucket) => ({
  table: 'storage.objects',
  key: 'name',
  within: { column: 'bucket_id', value: bucket },
  reads: toAll([`${bucket}-file`, portrait]),
  inserts: [
    { what: 'a file', values: { bucket_id: bucket, name: 'new.webp' }, by: administrator },
    {
      what: 'a story’s photo',
      values: { bucket_id: bucket, name: 'impact-stories/1700000000-abc.webp' },
      by: bucket === 'mentor_images' ? everyone : administrator,
    },
    {
      what: 'a file deeper in the stories’ folder',
      values: { bucket_id: bucket, name: 'impact-stories/deep/new.webp' },
      by: administrator,
    },
    {
      what: 'a portrait',
      values: { bucket_id: bucket, name: 'mentors/a-1700000000000-640.webp' },
      by: portraitWriters(bucket),
    },
  ],
  updates: [
    { what: 'the name', row: `${bucket}-file`, set: { name: 'other' }, by: administrator },
    {
      what: 'the name to a portrait’s',
      row: `${bucket}-file`,
      set: { name: 'mentors/a-1700000000000-640.webp' },
      by: portraitWriters(bucket),
    },
    { what: 'a portrait', row: portrait, set: { name: 'other' }, by: portraitWriters(bucket) },
  ],
  deletes: [
    { row: `${bucket}-file`, by: administrator },
    { row: portrait, by: administrator },
  ],
}));
