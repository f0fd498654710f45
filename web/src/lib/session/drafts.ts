/**
 * What somebody typed and has not sent yet, kept for this tab so that an accidental reload or a session that ends does
 * not lose it. A draft is its owner's alone: somebody else who signs in finds it gone.
 */
const PREFIX = 'draft:';

/** Owner of what is typed into forms that ask for no login: whoever sits at this tab, until somebody logs out. */
export const VISITOR = 'visitor';

export function saveDraft(name: string, userId: string, fields: Record<string, string>): void {
  withStorage((storage) => storage.setItem(keyOf(name, userId), JSON.stringify(fields)));
}

/** The texts of an owner's draft, empty when there is none. Drafts of other people are deleted, those of visitors are not. */
export function readDraft(name: string, userId: string): Record<string, string> {
  return (
    withStorage((storage) => {
      const isKept = (key: string) => key.endsWith(`:${userId}`) || key.endsWith(`:${VISITOR}`);
      if (userId !== VISITOR) forget(storage, (key) => !isKept(key));
      return textsOf(storage.getItem(keyOf(name, userId)));
    }) ?? {}
  );
}

export function clearDraft(name: string, userId: string): void {
  withStorage((storage) => storage.removeItem(keyOf(name, userId)));
}

/** For logging out: leaves nothing that was typed to whoever uses this tab next. */
export function clearDrafts(): void {
  withStorage((storage) => forget(storage, () => true));
}

function keyOf(name: string, userId: string): string {
  return `${PREFIX}${name}:${userId}`;
}

function forget(storage: Storage, isUnwanted: (key: string) => boolean): void {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(PREFIX) && isUnwanted(key)) storage.removeItem(key);
  }
}

function textsOf(json: string | null): Record<string, string> {
  try {
    const value: unknown = JSON.parse(json ?? 'null');
    if (!value || typeof value !== 'object') return {};
    return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'));
  } catch {
    return {};
  }
}

/** Storage may be closed to us (a privacy mode) or full: the form works without a draft. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
