/**
 * Who may do what to each table, as data: the policies' specification for tests in SQL and over HTTP. Whoever is not
 * named in `by` must leave the table as it was, be it through an error or through "no rows".
 *
 * Fixtures: policy-fixtures.ts. Adding a table without adding it here fails policies.test.ts.
 */
import { contentPolicies } from './content-policies.ts';
import { marketplacePolicies } from './marketplace-policies.ts';
import { buckets } from './policy-fixtures.ts';
import { administrator, everyone, type TablePolicies, toAll } from './table-policies.ts';

export const policyMatrix: TablePolicies[] = [...marketplacePolicies, ...contentPolicies];

/** Storage, one entry a bucket. Over HTTP these go through the storage API, not through tables. */
export const storageMatrix: TablePolicies[] = buckets.map((bucket) => ({
  table: 'storage.objects',
  key: 'name',
  within: { column: 'bucket_id', value: bucket },
  reads: toAll([`${bucket}-file`]),
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
  ],
  updates: [{ what: 'the name', row: `${bucket}-file`, set: { name: 'other' }, by: administrator }],
  deletes: [{ row: `${bucket}-file`, by: administrator }],
}));
