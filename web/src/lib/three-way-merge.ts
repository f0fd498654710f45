/**
 * Versions of one thing: `base` as the person opened it, `mine` as that person edited it, `theirs` as it is stored now.
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

/** What an item of a list is known by, for the lists that are merged item by item. Others are one value. */
export type ItemKeys<Fields extends object> = {
  [Field in keyof Fields]?: Fields[Field] extends readonly (infer Item)[] ? (item: Item) => unknown : never;
};

/**
 * The stored version with the person's own changes (`merged`), and where both versions differ (`differences`), in the
 * order of the fields. A field that both changed is the person's. Of a list with a key, each item is merged for itself:
 * in the stored order, and then what the person added.
 */
export function mergeVersions<Fields extends object>(
  versions: Versions<Fields>,
  keys: ItemKeys<Fields> = {},
): { merged: Fields; differences: VersionDifference<Fields>[] } {
  const { base, mine, theirs } = versions;
  const merged = { ...theirs };
  const differences: VersionDifference<Fields>[] = [];
  for (const field of Object.keys(theirs) as (keyof Fields)[]) {
    if (isSame(mine[field], theirs[field])) continue;
    const isTheirsAlone = isSame(mine[field], base[field]);
    differences.push({ field, isTheirsAlone });
    if (isTheirsAlone) continue;
    const keyOf = isSame(theirs[field], base[field]) ? undefined : (keys[field] as KeyOf | undefined);
    merged[field] = keyOf ? (mergeLists(base[field], mine[field], theirs[field], keyOf) as never) : mine[field];
  }
  return { merged, differences };
}

type KeyOf = (item: unknown) => unknown;

function mergeLists(base: unknown, mine: unknown, theirs: unknown, keyOf: KeyOf): unknown[] {
  const byKey = (list: unknown) => new Map((list as unknown[]).map((item) => [keyOf(item), item]));
  const [was, own, stored] = [byKey(base), byKey(mine), byKey(theirs)];
  const keys = new Set([...stored.keys(), ...own.keys()]);
  return [...keys].flatMap((key) => {
    const kept = isSame(own.get(key), was.get(key)) ? stored : own;
    return kept.has(key) ? [kept.get(key)] : [];
  });
}

/** Equal lists have equal items in the same order. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
