import { useState } from 'react';
import { isSame, mergeVersions, type Versions } from './three-way-merge.ts';

/**
 * Saves over the version that was read, or over a later one whose compared fields are the same. Returns null when it
 * was saved, and the present row when its compared fields differ.
 *
 * @param save returns null when it was done, the present row when that is another version
 */
export async function saveUpon<Row>(
  was: Row,
  fieldsOf: (row: Row) => unknown,
  save: (was: Row) => Promise<Row | null>,
): Promise<Row | null> {
  const latest = await save(was);
  if (latest === null || !isSame(fieldsOf(latest), fieldsOf(was))) return latest;
  return saveUpon(latest, fieldsOf, save);
}

/**
 * The conflict after a save was refused because the row had changed, until the person decides.
 *
 * @param fieldsOf the fields of a row that are compared
 */
export function useConflict<Row, Fields extends object>(fieldsOf: (row: Row) => Fields) {
  const [conflict, setConflict] = useState<{ versions: Versions<Fields>; latest: Row } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  return {
    /** The latest refusal; it stays while its dialog disappears. */
    conflict,
    isAsking,
    /**
     * Takes the result of a save: the present row when it was refused, else null. Returns whether the person must
     * decide. Nothing is to be decided when the row already has the person's changes, as after a lost answer.
     */
    hasConflict: (latest: Row | null, { was, mine }: { was: Row | null; mine: Fields }): boolean => {
      const versions = latest !== null && was !== null && { base: fieldsOf(was), mine, theirs: fieldsOf(latest) };
      const isOpen =
        versions !== false && mergeVersions(versions).differences.some(({ isTheirsAlone }) => !isTheirsAlone);
      if (isOpen && latest !== null) setConflict({ versions, latest });
      setIsAsking(isOpen);
      return isOpen;
    },
    leave: () => setIsAsking(false),
  };
}
