/** What this browser keeps for us. It may be closed to us (a privacy mode) or full: nothing here ever throws. */
export interface SafeStorage {
  /** Null where nothing is kept; undefined where the storage is closed to us. */
  read: (key: string) => string | null | undefined;
  /** The parsed JSON; null where there is none that can be read. */
  readJson: (key: string) => unknown;
  /** Whether it was kept. */
  write: (key: string, value: string) => boolean;
  remove: (key: string) => void;
  keysWith: (prefix: string) => string[];
}

function safely<T, F>(use: () => T, otherwise: F): T | F {
  try {
    return use();
  } catch {
    return otherwise;
  }
}

function safeStorage(open: () => Storage): SafeStorage {
  const read = (key: string) => safely(() => open().getItem(key), undefined);
  return {
    read,
    readJson: (key) => safely((): unknown => JSON.parse(read(key) ?? 'null'), null),
    // `setItem` answers undefined where it kept the text.
    write: (key, value) => safely(() => open().setItem(key, value) === undefined, false),
    remove: (key) => safely(() => open().removeItem(key), undefined),
    keysWith: (prefix) => safely(() => Object.keys(open()), []).filter((key) => key.startsWith(prefix)),
  };
}

/** Kept for this tab, until it is closed. */
export const tabStorage = safeStorage(() => sessionStorage);

/** Kept in this browser, for all of its tabs. */
export const browserStorage = safeStorage(() => localStorage);
