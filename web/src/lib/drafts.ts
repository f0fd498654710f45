import { FAVOURITES_KEY } from './keys/favourites-key.ts';
import { browserStorage, tabStorage } from './storage.ts';

/** Unsent form texts, kept in this tab for their owner only. They survive a reload and a lost session. */
const PREFIX = 'draft:';

/** The owner of drafts of forms that need no login: the visitor of this tab, until a log-out. */
export const VISITOR = 'visitor';

const keyOf = (name: string, userId: string) => `${PREFIX}${name}:${userId}`;

export function saveDraft(name: string, userId: string, fields: Record<string, string>): void {
  tabStorage.write(keyOf(name, userId), JSON.stringify(fields));
}

/** The texts of an owner's draft, or an empty object. Other people's drafts are deleted, visitors' are not. */
export function readDraft(name: string, userId: string): Record<string, string> {
  if (userId !== VISITOR) clearDrafts((key) => key.endsWith(`:${userId}`) || key.endsWith(`:${VISITOR}`));
  return textsOf(tabStorage.readJson(keyOf(name, userId))) ?? {};
}

export function clearDraft(name: string, userId: string): void {
  tabStorage.remove(keyOf(name, userId));
}

function clearDrafts(isKept: (key: string) => boolean): void {
  for (const key of tabStorage.keysWith(PREFIX)) if (!isKept(key)) tabStorage.remove(key);
}

/** Of this tab alone. */
export const clearTabDrafts = (): void => clearDrafts(() => false);

/** The invitation of a mentor that was opened here. */
export const INVITATION_KEY = 'mentor-invitation';

/** For logging out: the next person in this browser finds nothing that was typed, saved or opened. */
export function clearAllDrafts(): void {
  clearTabDrafts();
  browserStorage.remove(FAVOURITES_KEY);
  browserStorage.remove(INVITATION_KEY);
  for (const key of browserStorage.keysWith(KEPT_PREFIX)) browserStorage.remove(key);
}

/** Form texts that a page in a new tab must find: kept in this browser for a day, or until a log-out. */
const KEPT_PREFIX = 'kept:';
const KEPT_MS = 86_400_000;

/** Keeps the texts. False when the browser refuses. */
export function keep(name: string, fields: Record<string, string>): boolean {
  return browserStorage.write(KEPT_PREFIX + name, JSON.stringify({ at: Date.now(), fields }));
}

/** The kept texts, or null. Texts older than a day are deleted. */
export function readKept(name: string, now = Date.now()): Record<string, string> | null {
  for (const key of browserStorage.keysWith(KEPT_PREFIX)) {
    const { at } = (browserStorage.readJson(key) ?? {}) as { at?: unknown };
    if (typeof at !== 'number' || now - at > KEPT_MS) browserStorage.remove(key);
  }
  const { fields } = (browserStorage.readJson(KEPT_PREFIX + name) ?? {}) as { fields?: unknown };
  return textsOf(fields);
}

/** Another version may have kept something else. */
function textsOf(fields: unknown): Record<string, string> | null {
  if (!fields || typeof fields !== 'object') return null;
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => typeof text === 'string'));
}

export function forgetKept(name: string): void {
  browserStorage.remove(KEPT_PREFIX + name);
}
