import { LRUCache } from 'lru-cache';

const LIMIT_MS = 600_000;

export interface PageCopies<Page> {
  keep(address: string, page: Page, bytes: number): void;
  /** The last good copy, unless it is older than ten minutes. */
  find(address: string): Page | undefined;
  forget(address: string): void;
  /** Whether the page will still be young enough to be shown after so long. */
  isYoung(page: Page, afterMs: number): boolean;
}

/** The last good copy of each page, shown when a new one cannot be made. A page's age counts from `madeAt`. */
export function createPageCopies<Page extends { madeAt: number }>(now: () => number): PageCopies<Page> {
  const kept = new LRUCache<string, Page>({ max: 1000, maxSize: 64 * 1024 * 1024 });
  const isYoung = (page: Page, afterMs: number) => now() + afterMs - page.madeAt <= LIMIT_MS;
  return {
    keep: (address, page, bytes) => void kept.set(address, page, { size: bytes }),
    find(address) {
      const page = kept.get(address);
      return page && isYoung(page, 0) ? page : undefined;
    },
    forget: (address) => void kept.delete(address),
    isYoung,
  };
}
