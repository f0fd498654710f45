import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { recordLayoutShifts } from './layout-shift.ts';

/** Calls on a page or context that no other call undoes: the next test gets a new page. So it does after the clock. */
const NOT_UNDONE = [
  'addInitScript',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'newCDPSession',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
];
const EVENTS = ['console', 'dialog', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror'] as const;

type Opened = { page: Page; navigation: CDPSession; options: BrowserContextOptions; isReusable: boolean };

/**
 * One page for the tests of a worker, empty at the start of each. A load in a new page costs more than twice the
 * processor time of one in a page whose process and cache know the scripts of the product.
 */
export class SharedPage {
  readonly #browser: Browser;
  #opened: Opened | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async take(options: BrowserContextOptions): Promise<Page> {
    if (JSON.stringify(options) !== JSON.stringify(this.#opened?.options)) await this.close();
    this.#opened ??= await this.#open(options);
    return this.#opened.page;
  }

  async empty(): Promise<void> {
    if (!this.#opened) return;
    const { page, navigation, options, isReusable } = this.#opened;
    // A service worker and its caches would stay.
    if (!isReusable || page.isClosed() || options.serviceWorkers === 'allow') return this.close();
    const context = page.context();
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const target of [context, page] as Pick<Page, 'removeAllListeners' | 'unrouteAll'>[]) {
      for (const event of EVENTS) target.removeAllListeners(event);
      await target.unrouteAll({ behavior: 'ignoreErrors' });
    }
    await context.setOffline(false);
    // What runs on a page may store something until it is left. One that goes back at that moment stops this.
    const isLeft = await page.goto('/healthz').then(
      () => true,
      () => false,
    );
    if (!isLeft) return this.close();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    await context.clearPermissions();
    if (options.viewport) await page.setViewportSize(options.viewport);
    await page.goto('about:blank');
    await navigation.send('Page.resetNavigationHistory');
  }

  async close(): Promise<void> {
    await this.#opened?.page.context().close();
    this.#opened = undefined;
  }

  async #open(options: BrowserContextOptions): Promise<Opened> {
    const context = await this.#browser.newContext(options);
    await recordLayoutShifts(context);
    const page = await context.newPage();
    const opened = { page, navigation: await context.newCDPSession(page), options, isReusable: true };
    const replaceLater = () => {
      opened.isReusable = false;
    };
    for (const target of [page, context]) beforeCalls(target, NOT_UNDONE, replaceLater);
    beforeCalls(context.clock, Object.getOwnPropertyNames(Object.getPrototypeOf(context.clock)), replaceLater);
    return opened;
  }
}

function beforeCalls(target: object, names: string[], callback: () => void): void {
  const methods = target as Record<string, ((...parameters: unknown[]) => unknown) | undefined>;
  for (const name of names) {
    const method = methods[name];
    if (!method || name === 'constructor') continue;
    methods[name] = (...parameters) => {
      callback();
      return method.apply(target, parameters);
    };
  }
}
