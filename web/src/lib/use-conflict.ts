import { useState } from 'react';

/** One row as two people have it: as it was when one of them opened it, what that person made of it, and what came. */
export interface Versions<Fields extends object> {
  base: Fields;
  mine: Fields;
  theirs: Fields;
}

/** A field in which the two versions differ. */
export interface VersionDifference<Fields extends object> {
  field: keyof Fields;
  /** The one person left it as it was: there is nothing to choose. */
  isTheirsAlone: boolean;
}

/** Where the two versions differ, in the order of the fields. Lists are compared by what they hold, in order. */
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

/** What the one person changed, upon the other's version. */
export function mergeVersions<Fields extends object>(versions: Versions<Fields>): Fields {
  const { mine, theirs } = versions;
  const kept = differencesOf(versions).filter(({ isTheirsAlone }) => !isTheirsAlone);
  return { ...theirs, ...Object.fromEntries(kept.map(({ field }) => [field, mine[field]])) };
}

/**
 * Saves upon the version that was read, and upon a later one that differs in nothing that is compared. Answers the row as
 * it is now where it does.
 *
 * @param save answers null where it was done, the row as it is now where that is another version
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
 * The refusal of a save that began with an old version of a row: what to show of it, until the person decides.
 *
 * @param fieldsOf what of a row is compared
 */
export function useConflict<Row, Fields extends object>(fieldsOf: (row: Row) => Fields) {
  const [conflict, setConflict] = useState<{ versions: Versions<Fields>; latest: Row } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  return {
    /** The latest refusal; it stays while the question about it goes from the screen. */
    conflict,
    isAsking,
    /**
     * Takes the answer of a save: the row as it is now where the save was refused, else null. Answers whether there is
     * something to decide: there is not where the row holds all that the person wanted, as after a lost answer.
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
