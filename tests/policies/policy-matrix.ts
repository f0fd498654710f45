/**
 * Who may do what to each table, as data: the policies' specification for tests in SQL and over HTTP. Whoever is not
 * named in `by` must leave the table as it was, be it through an error or through "no rows".
 *
 * Fixtures: policy-fixtures.ts. Adding a table without adding it here fails policies.test.ts.
 */

import type { Persona } from '#tests/kit/personas.ts';
import { contentPolicies } from './content-policies.ts';
import { marketplacePolicies } from './marketplace-policies.ts';
import { buckets, portrait } from './policy-fixtures.ts';
import { administrator, noPersona, type TablePolicies, toAdministrator } from './table-policies.ts';

export const policyMatrix: TablePolicies[] = [...marketplacePolicies, ...contentPolicies];

/** Pictures come from the function store-picture alone; in the bucket for videos administrators add some themselves. */
function videoWriters(bucket: string): Persona[] {
  return bucket === 'video_testimonials' ? administrator : noPersona;
}

/** Storage, one entry a bucket. Over HTTP these go through the storage API, not through tables. */
export const storageMatrix: TablePolicies[] = buckets.map((bucket) => ({
  table: 'storage.objects',
  key: 'name',
  within: { column: 'bucket_id', value: bucket },
  reads: toAdministrator([`${bucket}-file`, portrait]),
  inserts: [
    ['a file', { bucket_id: bucket, name: 'new.webp' }, noPersona],
    ['a story’s photo', { bucket_id: bucket, name: 'impact-stories/1700000000000-abc-320.webp' }, noPersona],
    ['a portrait', { bucket_id: bucket, name: 'mentors/a-1700000000000-640.webp' }, noPersona],
    ['a video', { bucket_id: bucket, name: '1700000000000-asha-speaks.mp4' }, videoWriters(bucket)],
    ['a video by a name that says no time', { bucket_id: bucket, name: 'asha-speaks.mp4' }, noPersona],
    ['a video in a folder', { bucket_id: bucket, name: 'videos/1700000000000-asha-speaks.mp4' }, noPersona],
  ],
  updates: [
    ['the name', `${bucket}-file`, { name: '1700000000000-other.mp4' }, noPersona],
    ['a portrait', portrait, { name: '1700000000000-other.mp4' }, noPersona],
  ],
  deletes: [
    [`${bucket}-file`, administrator],
    [portrait, administrator],
  ],
}));
