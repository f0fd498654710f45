import { useState } from 'react';

/**
 * Versions of one row: `base` as the person opened it, `mine` as that person edited it, `theirs` as it is stored now.
 */
export interface Versions<Fields extends object> {
  base: Fields;
  mine: Fields;
  theirs: Fields;
}

/** A field in which the two versions differ. */
export interface VersionDifference<Fields extends object> {
  field: keyof Fields;
  /** The person did not change this field: there is nothing to choose. */
  isTheirsAlone: boolean;
}

/** The fields in which `mine` and `theirs` differ, in their order. Equal lists have equal items in the same order. */
export function differencesOf<Fields extends object>({
  base,
  mine,
  theirs,
}: Versions<Fields>): VersionDifference<Fields>[] {
  const fields = Object.keys(mine) as (keyof Fields)[];
  return fields
    .filter((field) => !isSame(mine[field], theirs[field]))
    .map((field) => ({ field, isTheirsAlone: isSame(mine[field], base[field]) }));
}

/** The stored version with the person's own changes. */
export function mergeVersions<Fields extends object>(versions: Versions<Fields>): Fields {
  const { mine, theirs } = versions;
  const kept = differencesOf(versions).filter(({ isTheirsAlone }) => !isTheirsAlone);
  return { ...theirs, ...Object.fromEntries(kept.map(({ field }) => [field, mine[field]])) };
}

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
      const isOpen = versions !== false && differencesOf(versions).some(({ isTheirsAlone }) => !isTheirsAlone);
      if (isOpen && latest !== null) setConflict({ versions, latest });
      setIsAsking(isOpen);
      return isOpen;
    },
    leave: () => setIsAsking(false),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
