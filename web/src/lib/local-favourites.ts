import { FAVOURITES_KEY } from './keys/favourites-key.ts';
import { browserStorage } from './storage.ts';

const CHANGED = 'favourites:changed';

export const localFavouritesText = (): string => browserStorage.read(FAVOURITES_KEY) ?? '';
export const favouritesIn = (text: string): string[] => text.split(' ').filter(Boolean);

/** False where the browser keeps nothing. */
export function writeLocalFavourites(ids: readonly string[]): boolean {
  const isKept = browserStorage.write(FAVOURITES_KEY, ids.join(' '));
  window.dispatchEvent(new Event(CHANGED));
  return isKept;
}

/** Also of other tabs, and of a heart whose code is not here yet. */
export function onLocalFavourites(changed: () => void): () => void {
  const events = [CHANGED, 'storage', 'change'];
  for (const event of events) window.addEventListener(event, changed);
  return () => {
    for (const event of events) window.removeEventListener(event, changed);
  };
}
