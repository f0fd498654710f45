import { tabStorage } from './storage.ts';

/** What was typed and not sent, kept in this tab through a reload or a lost session, for its owner alone. */
const PREFIX = 'draft:';

/** Owner of drafts of forms without a login: the visitor at this tab, until a log-out. */
export const VISITOR = 'visitor';

const keyOf = (name: string, userId: string) => `${PREFIX}${name}:${userId}`;

export function saveDraft(name: string, userId: string, fields: Record<string, string>): void {
  tabStorage.write(keyOf(name, userId), JSON.stringify(fields));
}

/** The texts of an owner's draft, or an empty object. Other people's drafts are deleted, visitors' are not. */
export function readDraft(name: string, userId: string): Record<string, string> {
  if (userId !== VISITOR) clearDrafts((key) => key.endsWith(`:${userId}`) || key.endsWith(`:${VISITOR}`));
  const fields = tabStorage.readJson(keyOf(name, userId));
  if (!fields || typeof fields !== 'object') return {};
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => typeof text === 'string'));
}

export function clearDraft(name: string, userId: string): void {
  tabStorage.remove(keyOf(name, userId));
}

/** For logging out: the next person at this tab finds nothing that was typed. */
export function clearDrafts(isKept?: (key: string) => boolean): void {
  for (const key of tabStorage.keysWith(PREFIX)) if (!isKept?.(key)) tabStorage.remove(key);
}
