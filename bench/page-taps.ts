import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { type Control, type Effect, type PageName, TAPPED } from './page-controls.ts';
import { printTable } from './print-table.ts';
import { isAttached, median, type SlowPhone, touch, waitUntil } from './slow-phone.ts';

/** When a control is tapped, in milliseconds after the navigation began. */
const MOMENTS = [800, 1500, 3000];
const GOALS_MS = { html: 200, script: 1200, onTopOfPage: 200 };
/** So long before its moment a control is looked for, and brought into view. */
const AIM_MS = 300;
/** What has not happened after this time is taken to happen never. */
const LONGEST_MS = 6000;
/** Begins the line in the console by which the page says that an effect was painted. */
const SIGN = 'effect at ';

export interface MeasuredControl {
  page: PageName;
  control: Control;
  goalMs: number;
  /** From the tap to what it shows, one for each moment; Infinity where it shows nothing. */
  tookMs: number[];
}

/**
 * Taps each control at each moment, in a browser that has seen nothing. A tap that misses its goal is repeated, and the
 * median of `runs` counts.
 *
 * @param contents how long each page takes to show its content where it is opened by its address, in seconds
 * @param hasStories whether the wall has a second page of stories at addresses that the host does not cache
 */
export async function measureTaps(
  phone: SlowPhone,
  contents: (page: string) => Promise<number>,
  { runs, hasStories }: { runs: number; hasStories: boolean },
): Promise<MeasuredControl[]> {
  const measured: MeasuredControl[] = [];
  for (const [page, controls] of Object.entries(TAPPED) as [PageName, Control[]][]) {
    for (const control of controls) {
      if (control.needsStories && !hasStories) continue;
      const goalMs = await goalOf(control, contents);
      const path = phone.paths[page] + (control.needsStories ? `?at=${randomUUID()}` : '');
      const tookMs: number[] = [];
      for (const moment of MOMENTS) {
        const turns = [await tap(phone, path, control, moment)];
        while (turns.length < runs && !(turns[0] !== undefined && turns[0] <= goalMs))
          turns.push(await tap(phone, path, control, moment));
        tookMs.push(median(turns));
      }
      measured.push({ page, control, goalMs, tookMs });
    }
  }
  return measured;
}

async function goalOf({ answer }: Control, contents: (page: string) => Promise<number>): Promise<number> {
  if (answer === 'HTML') return GOALS_MS.html;
  if (answer === 'script') return GOALS_MS.script;
  return 1000 * (await contents(answer.page)) + GOALS_MS.onTopOfPage;
}

/**
 * A control that is not there at its moment is tapped as soon as it is, and the wait for it counts.
 *
 * @returns milliseconds, or Infinity
 */
async function tap(phone: SlowPhone, path: string, control: Control, moment: number): Promise<number> {
  return phone.visit(
    path,
    (page) => page.addInitScript(watchEffect, { effect: control.effect, sign: SIGN }),
    async (visit) => {
      const { page, startedAt } = visit;
      const due = startedAt + moment;
      const effect = page
        .waitForEvent('console', {
          predicate: (line) => line.text().startsWith(SIGN),
          timeout: moment + 2 * LONGEST_MS,
        })
        .then(
          (line) => Number(line.text().slice(SIGN.length)),
          () => Number.POSITIVE_INFINITY,
        );
      await waitUntil(due - AIM_MS);
      const point = await page.evaluate(findControl, { control, longestMs: LONGEST_MS });
      if (!point) return Number.POSITIVE_INFINITY;
      const isLate = Date.now() > due;
      await waitUntil(due);
      let from = await touch(visit, point);
      if (isLate) from = due;
      if (control.types) {
        // A person needs as long to begin.
        await page.waitForTimeout(250);
        from = Date.now();
        await page.keyboard.type(control.types);
      }
      const took = (await effect) - from;
      return took > LONGEST_MS || (control.stays && !(await isStillThere(visit.page, control.effect)))
        ? Number.POSITIVE_INFINITY
        : took;
    },
  );
}

async function isStillThere(page: Page, effect: Effect): Promise<boolean> {
  const hasAttached = await page.waitForFunction(isAttached, null, { timeout: 2 * LONGEST_MS }).then(
    () => true,
    () => false,
  );
  if (!hasAttached) return false;
  await page.waitForTimeout(300);
  return 'shows' in effect && (await page.locator(effect.shows).first().isVisible());
}

/**
 * Runs in the page: brings a control into view.
 *
 * @returns where to touch it, once it is there and rests; null when it never is
 */
async function findControl({ control, longestMs }: { control: Control; longestMs: number }) {
  const find = () =>
    [...document.querySelectorAll<HTMLElement>(control.tap)].find(
      (element) => element.checkVisibility() && (!control.text || element.textContent?.trim() === control.text),
    );
  const end = performance.now() + longestMs;
  let last = '';
  while (performance.now() < end) {
    await new Promise(requestAnimationFrame);
    const popover = control.within ? document.querySelector<HTMLElement>(control.within) : null;
    if (popover && !popover.matches(':popover-open')) popover.showPopover();
    const element = find();
    const shown = element ?? (control.section ? document.querySelector(control.section) : null);
    if (!shown) continue;
    const box = shown.getBoundingClientRect();
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    if (!element?.contains(document.elementFromPoint(x, y)))
      shown.scrollIntoView({ block: 'center', behavior: 'instant' });
    else if (last === `${x} ${y}`) return { x, y };
    last = `${x} ${y}`;
  }
  return null;
}

/** Runs in each document, before all else: says in the console when what a touch is to show has been painted. */
function watchEffect({ effect, sign }: { effect: Effect; sign: string }): void {
  if (location.protocol === 'about:') return;
  const isVisible = (element: Element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    return (
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      width > 0 &&
      right > 0 &&
      bottom > 0 &&
      left < innerWidth &&
      top < innerHeight
    );
  };
  /** Undefined while there is nothing to compare. */
  const read = (): string | undefined => {
    if ('shows' in effect) return [...document.querySelectorAll(effect.shows)].some(isVisible) ? 'shown' : undefined;
    const elements = [...document.querySelectorAll('moves' in effect ? effect.moves : effect.changes)];
    if (elements.length === 0 || elements.some((element) => element.closest('[aria-busy=true]'))) return undefined;
    if ('moves' in effect) return String(Math.round((elements[0]?.getBoundingClientRect().left ?? 0) / 4));
    return elements.some(isVisible) ? elements.map(({ textContent }) => textContent).join('\n') : undefined;
  };
  const watch = (before: string) => {
    const now = read();
    if (now === undefined || now === before || !(location.pathname + location.search).startsWith(effect.path ?? ''))
      requestAnimationFrame(() => watch(before));
    // The next frame begins when this one has been painted.
    else requestAnimationFrame(() => console.debug(sign + (performance.timeOrigin + performance.now())));
  };
  // What was there at the touch, for the document that it may lead to.
  const key = 'bench-before';
  const kept = sessionStorage.getItem(key);
  if (kept !== null) watch(kept);
  else
    addEventListener(
      // Not `touchstart`: it does not arrive where React has replaced the element since this event.
      'pointerdown',
      () => {
        const before = read() ?? '';
        sessionStorage.setItem(key, before);
        watch(before);
      },
      { capture: true, passive: true, once: true },
    );
}

/** Adds stories to the wall of impact, so that it has a second page. */
export async function addStories(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`
    insert into public.impact_stories (name, experience, is_approved, created_at)
    select 'Founder ' || n, 'One hour was enough to see what we had to do next.', true,
      now() - interval '1 year' - n * interval '1 day'
    from generate_series(1, 24) n`;
  await sql.end();
}

const ms = (value: number) => (Number.isFinite(value) ? value.toFixed(0) : 'never');
const KINDS = ['HTML', 'link', 'script'] as const;
const kindOf = ({ answer }: Control) => (typeof answer === 'string' ? answer : 'link');

/** @returns one line for each tap that misses its goal */
export function printTaps(measured: MeasuredControl[]): string[] {
  const pages = [...new Set(measured.map(({ page }) => page))];
  const moments = MOMENTS.map((moment) => `${moment / 1000} s`);
  for (const page of pages) {
    printTable(
      `${page}: from a tap so long after the start to what it shows, milliseconds`,
      ['', 'answered by', 'goal', ...moments],
      measured
        .filter((one) => one.page === page)
        .map(({ control, goalMs, tookMs }) => [control.name, kindOf(control), ms(goalMs), ...tookMs.map(ms)]),
    );
  }
  const worst = (those: MeasuredControl[], moment?: number) =>
    those.length === 0
      ? ''
      : ms(Math.max(...those.flatMap(({ tookMs }) => (moment === undefined ? tookMs : (tookMs[moment] ?? [])))));
  printTable(
    'The worst tap of each page, milliseconds',
    ['', ...moments, ...KINDS],
    pages.map((page) => {
      const those = measured.filter((one) => one.page === page);
      return [
        page,
        ...MOMENTS.map((_, moment) => worst(those, moment)),
        ...KINDS.map((kind) => worst(those.filter(({ control }) => kindOf(control) === kind))),
      ];
    }),
  );
  return measured.flatMap(({ page, control, goalMs, tookMs }) =>
    tookMs.flatMap((took, index) =>
      took <= goalMs
        ? []
        : [`${page}: ${control.name} at ${moments[index]} shows it after ${ms(took)} ms, more than ${ms(goalMs)} ms`],
    ),
  );
}
