import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.ts';
import { DESKTOP, PHONE } from './tests/kit/browser/widths.ts';

const { executablePath, args, env } = await findBrowser();
/** A page of a test ends before code that was optimised would be worth it: a tenth of the processor time. */
const WITHOUT_OPTIMISING = '--js-flags=--no-opt --no-maglev';

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/kit/browser/start-host.ts',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  // One more than the cores of the smallest machine that we care for: a test waits a quarter of its time.
  workers: 3,
  // A machine that others share stalls now and then; a test that only passes the second time is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  // Several times what a test takes on an idle machine: the suites run side by side, and the slowest machine takes twice
  // as long. A test about time gives its own limit.
  timeout: 150_000,
  globalTimeout: 43 * 60_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // A worker would outlive the test that a page of it is for; the tests about it allow it.
    serviceWorkers: 'block',
    launchOptions: { executablePath, args: [...args, WITHOUT_OPTIMISING], env },
    contextOptions: { reducedMotion: 'reduce' },
  },
  // A founder holds a phone: a test runs there, unless its tag says that it needs a desktop too, or a desktop only.
  projects: [
    {
      name: 'phone',
      grepInvert: /@(desktop|main|page-server)/,
      use: { viewport: PHONE, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', grep: /@(both|desktop)/, use: { viewport: DESKTOP } },
    // The main job, with pages of another origin than the backend's.
    { name: 'page-server', grep: /@(main|page-server)/, use: { viewport: PHONE, hasTouch: true, isMobile: true } },
  ],
});
