import type { BrowserContext, Page } from '@playwright/test';

/**
 * Gives every page that is opened from now on a clock that is `wrongByMs` away from the truth, before any script runs. Timers
 * and `performance.now()` go on as they do: nobody sets those.
 */
export async function setDeviceClock(target: Page | BrowserContext, wrongByMs: number): Promise<void> {
  await target.addInitScript((start) => {
    const RealDate = Date;
    let wrongBy = start;
    class DeviceDate extends RealDate {
      constructor(...given: unknown[]) {
        // @ts-expect-error: Date takes one to seven arguments, or none.
        super(...(given.length === 0 ? [RealDate.now() + wrongBy] : given));
      }

      static override now(): number {
        return RealDate.now() + wrongBy;
      }
    }
    window.Date = DeviceDate as DateConstructor;
    Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + start });
    Object.assign(window, { moveDeviceClock: (to: number) => (wrongBy = to) });
  }, wrongByMs);
}

/** Sets the clock of a page that is open. */
export async function moveDeviceClock(page: Page, wrongByMs: number): Promise<void> {
  await page.evaluate(
    (to) => (window as unknown as { moveDeviceClock: (to: number) => void }).moveDeviceClock(to),
    wrongByMs,
  );
}

/** Lets a test move the clock of a page on: without the server's time in its answers the device's clock counts. */
export async function hideServerTime(page: Page): Promise<void> {
  await page.route(/\/(rest|auth|functions)\/v1\//, async (route) => {
    try {
      const response = await route.fetch();
      const { date: _date, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    } catch (error) {
      // What a page asks for at the end of its test gets no answer.
      if (!page.isClosed() && !/disposed|closed|already handled/.test(String(error))) throw error;
    }
  });
}
