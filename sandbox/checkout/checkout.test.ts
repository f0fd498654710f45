// @module-tag ci
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from '#tests/kit/browser/accessibility.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { mountSandbox } from '#tests/kit/sandbox.ts';
import { findBrowser } from '../../scripts/find-browser.ts';

/** As strict as the site's own policy: nothing inline runs. */
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:";

const database = provideTestDatabase();
let server: Server;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  const app = await mountSandbox(database.sql);
  app.get('/', (c) => {
    c.header('content-security-policy', POLICY);
    return c.html(`<!doctype html><html lang="en"><head><title>Product</title>
      <meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"></head>
      <body><main><h1>Product</h1><button type="button">Elsewhere</button></main>
      <script src="/sandbox/razorpay/checkout.js"></script></body></html>`);
  });
  server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { executablePath, args, env } = await findBrowser();
  browser = await chromium.launch({ executablePath, args, env });
});
afterAll(async () => {
  await browser.close();
  server.close();
});

beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  // A refused payment is an HTTP 400, which Chromium itself reports on the console.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('400')) complaints.push(message.text());
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

async function makeOrder(): Promise<string> {
  const [row] = await database.sql`
    insert into sandbox.razorpay_orders (id, amount, currency)
    values ('order_' || substr(md5(random()::text), 1, 14), 700000, 'INR') returning id`;
  return row?.id;
}

/** Opens the checkout as the product does, and keeps what it calls back with. */
async function open(options: Record<string, unknown> = {}): Promise<void> {
  const order_id = options.order_id ?? (await makeOrder());
  await page.evaluate(
    ({ order_id, options }) => {
      const calls: unknown[][] = [];
      const scope = window as unknown as {
        calls: typeof calls;
        checkout: { open(): void; close(): void };
        Razorpay: new (
          options: object,
        ) => { open(): void; close(): void; on(event: string, listener: (response: unknown) => void): void };
      };
      scope.calls = calls;
      const checkout = new scope.Razorpay({
        key: 'rzp_test_abcdefghijklmn',
        order_id,
        amount: 1,
        currency: 'INR',
        name: 'Point 0',
        description: 'Mentoring Session with Asha Rao',
        prefill: { name: 'Founder', email: 'founder@example.com' },
        handler: (response: unknown) => calls.push(['handler', response]),
        ...options,
        modal: { ...(options.modal as object), ondismiss: () => calls.push(['ondismiss']) },
      });
      checkout.on('payment.failed', (response) => calls.push(['payment.failed', response]));
      scope.checkout = checkout;
      checkout.open();
    },
    { order_id, options },
  );
}

const calls = () => page.evaluate(() => (window as unknown as { calls: unknown[][] }).calls);
const dialog = () => page.getByRole('dialog', { name: 'Payment to Point 0' });
const button = (name: string) => dialog().getByRole('button', { name, exact: true });

async function isGone(): Promise<boolean> {
  await dialog().waitFor({ state: 'detached' });
  return (await dialog().count()) === 0;
}

describe('the sandbox checkout', () => {
  it('says what it is, and shows the amount of the order, not the page', async () => {
    await open();
    await button('Pay ₹7,000').waitFor();
    const text = await dialog().textContent();
    expect(text).toContain('Sandbox: no money moves');
    expect(text).toContain('Mentoring Session with Asha Rao');
    expect(text).toContain('founder@example.com');
  });

  it('pays, and hands over ids and a signature', async () => {
    const order_id = await makeOrder();
    await open({ order_id });
    await button('Pay ₹7,000').click();
    await isGone();
    expect(await calls()).toEqual([
      [
        'handler',
        {
          razorpay_payment_id: expect.stringMatching(/^pay_/),
          razorpay_order_id: order_id,
          razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    ]);
  });

  it('fails with the real error object, stays open, and can be paid after all', async () => {
    const order_id = await makeOrder();
    await open({ order_id });
    await button('Fail').click();
    await dialog().getByRole('alert').getByText('Payment failed').waitFor();
    expect(await calls()).toEqual([
      [
        'payment.failed',
        {
          error: expect.objectContaining({
            code: 'BAD_REQUEST_ERROR',
            reason: 'payment_failed',
            metadata: { order_id, payment_id: expect.stringMatching(/^pay_/) },
          }),
        },
      ],
    ]);
    await button('Pay ₹7,000').click();
    await isGone();
    expect((await calls()).map(([name]) => name)).toEqual(['payment.failed', 'handler']);
  });

  it('offers no second try when told so', async () => {
    await open({ retry: { enabled: false } });
    await button('Fail').click();
    await dialog().getByRole('alert').waitFor();
    expect(await dialog().getByRole('button').allInnerTexts()).toEqual(['Close']);
  });

  it.each([
    ['Close', () => button('Close').click()],
    ['Escape', () => page.keyboard.press('Escape')],
  ])('is dismissed by %s', async (_, dismiss) => {
    await open();
    await button('Pay ₹7,000').waitFor();
    await dismiss();
    await isGone();
    expect(await calls()).toEqual([['ondismiss']]);
  });

  it('ignores Escape when told so, and a click beside it unless told so', async () => {
    await open({ modal: { escape: false } });
    await button('Pay ₹7,000').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await dialog().isVisible()).toBe(true);
    await page.evaluate(() => (window as unknown as { checkout: { close(): void } }).checkout.close());
    await isGone();
    expect(await calls()).toEqual([]);

    await open({ modal: { backdropclose: true } });
    await button('Pay ₹7,000').waitFor();
    await page.mouse.click(5, 5);
    await isGone();
    expect(await calls()).toEqual([['ondismiss']]);
  });

  it('asks before leaving when told so', async () => {
    await open({ modal: { confirm_close: true } });
    await button('Close').click();
    await button('Stay').click();
    await button('Close').click();
    await button('Leave').click();
    await isGone();
    expect(await calls()).toEqual([['ondismiss']]);
  });

  it('closes by itself when its time is over', async () => {
    await open({ timeout: 1 });
    await isGone();
    expect(await calls()).toEqual([['ondismiss']]);
  });

  it('explains an order that it cannot take', async () => {
    await open({ order_id: 'order_00000000000000' });
    await dialog().getByText('The id provided does not exist').waitFor();
    expect(await dialog().getByRole('button').allInnerTexts()).toEqual(['Close']);
  });

  it('keeps the keyboard inside', async () => {
    await open();
    await button('Pay ₹7,000').waitFor();
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab');
      const where = await page.evaluate(() => document.activeElement?.tagName);
      expect(where).not.toBe('BUTTON');
    }
  });

  it.each([
    ['phone', 390, 844, 'light'],
    ['desktop', 1280, 800, 'dark'],
  ] as const)('has nothing that axe objects to: %s %i×%i %s', async (_, width, height, colorScheme) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open({ modal: { confirm_close: true } });
    await button('Pay ₹7,000').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await button('Fail').click();
    await dialog().getByRole('alert').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await button('Close').click();
    expect(await findViolations(page)).toEqual([]);
  });
});
