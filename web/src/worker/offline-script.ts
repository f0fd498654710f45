/** The script of the offline page: asks for the page again, and shows the next session of who is signed in. */

import { offlinePage as copy } from '#copy/shell/offline.ts';
import { readNextSession } from '#lib/offline/kept-session.ts';
import { serverNow } from '#lib/server-time.ts';
import { hasStoredSession } from '#lib/session/stored-session.ts';
import { sessionLines } from './session-lines.ts';

const find = (id: string) => document.getElementById(id) as HTMLElement;

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Asks for the page again if the server can be reached. Any answer will do. */
async function tryAgain(): Promise<boolean> {
  try {
    await fetch('/healthz', { cache: 'no-store' });
    location.reload();
    return true;
  } catch {
    return false;
  }
}

async function tryAtOnce(): Promise<void> {
  find('state').textContent = copy.trying;
  if (!(await tryAgain())) find('state').textContent = copy.failed;
}

/** Tries without a word, less and less often. A browser says that it has a network before anything can be reached. */
function tryLater(pauseMs: number): void {
  setTimeout(async () => {
    const isWorthIt = navigator.onLine && document.visibilityState === 'visible';
    if (!(isWorthIt && (await tryAgain()))) tryLater(Math.min(2 * pauseMs, LONGEST_PAUSE_MS));
  }, pauseMs);
}

function show(field: string, text: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(`[data-field="${field}"]`) as HTMLElement;
  element.textContent = text;
  const row = document.querySelector<HTMLElement>(`[data-row="${field}"]`);
  if (row) row.hidden = text === '';
  return element;
}

async function showSession(): Promise<void> {
  const now = serverNow();
  const session = await readNextSession(now);
  const lines = session && sessionLines(session, now);
  find('next').hidden = lines === null;
  find('none').hidden = lines !== null || !hasStoredSession();
  if (lines === null) return;
  find('next-title').textContent = lines.isUnderWay ? copy.underWay : copy.next;
  for (const field of ['date', 'time', 'own', 'code', 'readAt'] as const) show(field, lines[field]);
  const place = show('link', lines.link?.label ?? copy.linkMissing);
  if (lines.link === null) return;
  const link = document.createElement('a');
  link.href = lines.link.href;
  link.textContent = lines.link.label;
  place.replaceChildren(link);
}

find('retry').addEventListener('click', () => void tryAtOnce());
addEventListener('online', () => void tryAgain().then((isThere) => isThere || tryLater(FIRST_PAUSE_MS)));
tryLater(FIRST_PAUSE_MS);
// A device that slept may show a session that is over by now, or the person has logged out in another tab.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void showSession();
});
void showSession();
