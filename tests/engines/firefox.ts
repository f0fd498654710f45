import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { eventually } from '#tests/kit/app-client.ts';
import { type EngineKind, type EngineWindow, PATIENCE_MS } from './engine.ts';
import { findProgram } from './find-program.ts';
import { look, type Target, wanted } from './look.ts';

const PROGRAMS = ['firefox-esr', 'firefox'];

/**
 * The Firefox that the system ships, driven over WebDriver BiDi. (Playwright asks it for a command that the released one
 * lacks.) It has no emulation of phones beyond the window's size.
 */
export const firefoxKind: EngineKind = {
  name: 'firefox',
  packages: 'firefox-esr',
  missing: () => (findProgram(...PROGRAMS) ? [] : PROGRAMS.slice(0, 1)),
  async start() {
    const browser: Browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: findProgram(...PROGRAMS) ?? '',
      // The run itself ends on a signal.
      handleSIGINT: false,
      handleSIGTERM: false,
      extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
    });
    return {
      version: (await browser.version()).replace('/', ' '),
      async openWindow(size) {
        const context = await browser.createBrowserContext();
        const page = await context.newPage();
        await page.setViewport(size);
        page.setDefaultTimeout(3 * PATIENCE_MS);
        return windowOf(page, () => context.close());
      },
      close: () => browser.close(),
    };
  },
};

function windowOf(page: Page, close: () => Promise<void>): EngineWindow {
  const seen = async (target: Target) => {
    const found = await page.evaluateHandle(look, wanted(target));
    return found.asElement() as ElementHandle<HTMLElement> | null;
  };
  const find = (target: Target) =>
    eventually(async () => {
      const element = await seen(target);
      if (!element) throw new Error(`no ${target.role} ${target.name} on ${page.url()}`);
      return element;
    }, PATIENCE_MS);
  return {
    open: async (address) => void (await page.goto(address)),
    address: async () => page.url(),
    press: (target) => eventually(async () => (await find(target)).click(), PATIENCE_MS),
    type: async (target, text) => (await find(target)).type(text),
    sees: async (target) => (await seen(target)) !== null,
    run: (script, parameter) => page.evaluate(script as never, parameter as never),
    takePicture: async (file) => void (await page.screenshot({ path: file as `${string}.png` })),
    close,
  };
}
