/**
 * What every browser story stands on: the run's own host, no network beyond it, and no complaint on the console that
 * the story did not announce.
 */
import { test as base, type ConsoleMessage, expect } from '@playwright/test';
import { recordLayoutShifts } from './layout-shift.ts';
import { Mailbox } from './mailbox.ts';
import { storyHost } from './start-host.ts';

type Fixtures = {
  mailbox: Mailbox;
  /** Announces a complaint on the console that belongs to the story, such as the refusal that it provokes. */
  expectComplaint: (pattern: RegExp) => void;
  /** Announces a request to another machine that belongs to the story; the browser resolves no foreign name (scripts/find-browser.ts), so nothing leaves all the same. */
  expectStranger: (pattern: RegExp) => void;
  watch: undefined;
  expectedComplaints: RegExp[];
  expectedStrangers: RegExp[];
};

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  baseURL: async ({}, use) => {
    await use(storyHost().url);
  },

  mailbox: async ({ request }, use) => use(new Mailbox(request)),

  // biome-ignore lint/correctness/noEmptyPattern: see baseURL.
  expectedComplaints: async ({}, use) => use([]),

  expectComplaint: async ({ expectedComplaints }, use) => use((pattern) => expectedComplaints.push(pattern)),

  // biome-ignore lint/correctness/noEmptyPattern: see baseURL.
  expectedStrangers: async ({}, use) => use([]),

  expectStranger: async ({ expectedStrangers }, use) => use((pattern) => expectedStrangers.push(pattern)),

  watch: [
    async ({ context, expectedComplaints, expectedStrangers }, use) => {
      const complaints: string[] = [];
      const strangers: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(quote(message));
      });
      context.on('weberror', (webError) => complaints.push(`uncaught: ${webError.error()}`));
      // Watched, not intercepted: interception costs a round trip per request and switches the browser's cache off.
      context.on('request', (request) => {
        if (!isLoopback(new URL(request.url()))) strangers.push(request.url());
      });
      await recordLayoutShifts(context);
      await use(undefined);
      const uninvited = strangers.filter((url) => !expectedStrangers.some((pattern) => pattern.test(url)));
      expect(uninvited, 'requests that left this machine').toEqual([]);
      const unexpected = complaints.filter(
        (text) => !expectedComplaints.some((pattern) => pattern.test(text)),
      );
      expect(unexpected, 'complaints on the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

function isLoopback(url: URL): boolean {
  if (url.protocol === 'data:' || url.protocol === 'blob:') return true;
  return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}

function quote(message: ConsoleMessage): string {
  const { url } = message.location();
  return url ? `${message.text()} (${url})` : message.text();
}
