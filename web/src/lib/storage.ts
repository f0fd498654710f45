/** The browser's storage. It may be closed to us (a privacy mode) or full, so nothing here throws. */
export interface SafeStorage {
  /** Null where nothing is kept; undefined where the storage is closed to us. */
  read: (key: string) => string | null | undefined;
  /** The parsed JSON; null when there is no readable JSON. */
  readJson: (key: string) => unknown;
  /** Whether it was kept. */
  write: (key: string, value: string) => boolean;
  remove: (key: string) => void;
  keysWith: (prefix: string) => string[];
}

function safeStorage(open: () => Storage): SafeStorage {
  const use = <T, F = undefined>(work: (storage: Storage) => T, otherwise?: F): T | F => {
    try {
      return work(open());
    } catch {
      return otherwise as F;
    }
  };
  return {
    read: (key) => use((storage) => storage.getItem(key)),
    // `JSON.parse(null)` is null as well.
    readJson: (key) => use((storage): unknown => JSON.parse(storage.getItem(key) as string), null),
    write: (key, value) => use((storage) => storage.setItem(key, value) ?? true, false),
    remove: (key) => use((storage) => storage.removeItem(key)),
    keysWith: (prefix) => use((storage) => Object.keys(storage).filter((key) => key.startsWith(prefix)), []),
  };
}

/** Kept for this tab, until it is closed. */
export const tabStorage = safeStorage(() => sessionStorage);

/** Kept in this browser, for all of its tabs. */
export const browserStorage = safeStorage(() => localStorage);

/** Deletes everything that this browser keeps for the site: the origin stores nothing for other products. */
export function emptyStorage(): void {
  for (const storage of [tabStorage, browserStorage]) for (const key of storage.keysWith('')) storage.remove(key);
}
