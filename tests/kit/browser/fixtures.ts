/**
 * The `test` of every browser test. Its fixtures prepare what a test names among its parameters, and remove it
 * afterwards. Each test fails when its page writes an error to the console, throws, or asks another machine, unless
 * it has allowed that.
 */
import { randomUUID } from 'node:crypto';
import { test as base, type ConsoleMessage, expect } from '@playwright/test';
import type { Sql } from 'postgres';
import { type AppClient, openAppClient } from '../app-client.ts';
import { type AdminFixture, openAdminFixture } from './admin-fixture.ts';
import { waitForWall } from './impact-stories.ts';
import { Mailbox } from './mailbox.ts';
import { openPartnerLogosFixture, type PartnerLogosFixture } from './partner-logos.ts';
import { SharedPage } from './shared-page.ts';
import { PAGE_SERVER_PROJECT, sharedHost } from './start-host.ts';

interface WorkerFixtures {
  /** Calls the host as a browser does, without one. */
  app: AppClient;
  /** The host's database, as its superuser. */
  sql: Sql;
  adminFixture: AdminFixture;
  sharedPage: SharedPage;
}

interface TestFixtures {
  mailbox: Mailbox;
  pageGuard: undefined;
  /** A name for mentors of this test, who are deleted afterwards. */
  mentorName: string;
  /** Adds a mentor of that name. */
  addMentor: () => Promise<{ id: string; slug: string; name: string }>;
  /** A new name for authors of impact stories; what was written under it is deleted afterwards. */
  newAuthor: () => string;
  addImpactStory: (story: { author: string; experience?: string; isApproved?: boolean }) => Promise<void>;
  partnerLogos: PartnerLogosFixture;
  /** A title for podcasts of this test, which are deleted afterwards. YouTube's pictures are answered here. */
  podcastTitle: string;
  /** A name that no other category begins with; categories of such a name are gone after the test. */
  categoryName: string;
  /** A name for the speaker of video testimonials, and for their files; the testimonials are deleted afterwards. */
  speakerName: string;
}

/** Of the test that runs: a worker runs one at a time. */
const allowedConsoleErrors: RegExp[] = [];
const allowedExternalRequests: RegExp[] = [];

/** Allows an error on the console that the test provokes, such as a refused request. */
export function allowConsoleError(pattern: RegExp): void {
  allowedConsoleErrors.push(pattern);
}

/**
 * Allows a request to another machine; the browser resolves no foreign name (scripts/find-browser.ts), so nothing
 * leaves all the same.
 */
export function allowExternalRequest(pattern: RegExp): void {
  allowedExternalRequests.push(pattern);
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const app = await openAppClient(sharedHost());
      await use(app);
      await app.close();
    },
    { scope: 'worker' },
  ],
  sql: [async ({ app }, use) => use(app.sql), { scope: 'worker' }],
  adminFixture: [async ({ app }, use) => use(openAdminFixture(app)), { scope: 'worker' }],
  sharedPage: [
    async ({ browser }, use) => {
      const shared = new SharedPage(browser);
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: see app.
  baseURL: async ({}, use, { project }) => {
    const { url, pageServerUrl } = sharedHost();
    await use(project.name === PAGE_SERVER_PROJECT ? pageServerUrl : url);
  },
  // Every option that a project or a test sets is named here: one that is not would reach other tests.
  page: async (
    {
      sharedPage,
      baseURL,
      colorScheme,
      contextOptions,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      serviceWorkers,
      timezoneId,
      viewport,
    },
    use,
    testInfo,
  ) => {
    const own = { baseURL, colorScheme, hasTouch, isMobile, javaScriptEnabled, locale, timezoneId, viewport };
    const page = await sharedPage.take({ ...contextOptions, ...own, serviceWorkers });
    await use(page);
    await (testInfo.status === 'passed' ? sharedPage.empty() : sharedPage.close());
  },
  context: async ({ page }, use) => use(page.context()),
  mailbox: async ({ request }, use) => use(new Mailbox(request)),

  pageGuard: [
    async ({ context }, use) => {
      allowedConsoleErrors.length = 0;
      allowedExternalRequests.length = 0;
      const errors: string[] = [];
      const externalRequests: string[] = [];
      context.on('console', (message) => {
        // Two auth clients of one page would refresh and remove each other's session.
        const isError = message.type() === 'error' || message.text().includes('Multiple GoTrueClient instances');
        if (isError) errors.push(quote(message));
      });
      context.on('weberror', (webError) => errors.push(`uncaught: ${webError.error()}`));
      // Watched, not intercepted: interception costs a round trip per request and switches the browser's cache off.
      context.on('request', (request) => {
        if (!isLoopback(new URL(request.url()))) externalRequests.push(request.url());
      });
      await use(undefined);
      expect(without(externalRequests, allowedExternalRequests), 'requests to other machines').toEqual([]);
      expect(without(errors, allowedConsoleErrors), 'errors on the console').toEqual([]);
    },
    { auto: true },
  ],

  mentorName: async ({ sql }, use) => {
    const name = `Test Mentor ${randomUUID().slice(0, 8)}`;
    await use(name);
    // A mentor with open bookings cannot be deleted.
    await sql`
      update public.bookings set
        status = case status when 'pending_admin_review' then 'rejected' else 'cancelled' end,
        incident = case when status <> 'pending_admin_review' then 'mentor_cancels' end
      where mentor_id in (select id from public.mentors where name like ${`${name}%`})
        and status in ('pending_admin_review', 'confirmed', 'rescheduled')`;
    await sql`
      update private.slot_claims set released_at = now()
      where mentor_id in (select id from public.mentors where name like ${`${name}%`}) and released_at is null`;
    // Nor one with earnings: that one leaves all lists.
    await sql`
      delete from public.mentors m where m.name like ${`${name}%`}
        and not exists (select from private.mentor_ledger l where l.mentor_id = m.id)`;
    await sql`update public.mentors set listing_state = 'left' where name like ${`${name}%`}`;
  },
  addMentor: async ({ sql, mentorName: name }, use) =>
    use(async () => {
      const id = randomUUID();
      const [row] = await sql`
        insert into public.mentors (id, name, title, expertise, bio, image, price, rating, specializations)
        values (${id}, ${name}, 'Partner', 'Sales', 'Sold things.', '/placeholder.svg', 3500, 0, '{B2B}') returning slug`;
      await sql`insert into public.mentor_private (mentor_id, email) values (${id}, 'own@mentors.example')`;
      return { id, slug: row?.slug, name };
    }),

  newAuthor: async ({ sql }, use) => {
    const authors: string[] = [];
    await use(() => {
      const author = `Meera ${randomUUID().slice(0, 8)} <i>Iyer</i>`;
      authors.push(author);
      return author;
    });
    await sql`delete from public.impact_stories where name = any (${authors})`;
  },
  addImpactStory: async ({ sql, request }, use) =>
    use(async ({ author, experience = 'It worked.', isApproved = false }) => {
      await sql`
        insert into public.impact_stories (name, experience, is_approved)
        values (${author}, ${experience}, ${isApproved})`;
      if (isApproved) await waitForWall(request, author.slice(0, 14));
    }),

  partnerLogos: async ({ sql }, use) => {
    const { fixture, close } = await openPartnerLogosFixture(sql);
    await use(fixture);
    await close();
  },

  categoryName: async ({ sql }, use) => {
    const name = `Category ${randomUUID().slice(0, 8)}`;
    await use(name);
    const ours = sql`select id from public.categories where name like ${`${name}%`}`;
    await sql`delete from public.mentor_categories where category_id in (${ours})`;
    await sql`delete from public.categories where name like ${`${name}%`}`;
  },

  podcastTitle: async ({ sql, page }, use) => {
    const title = `Podcast ${randomUUID().slice(0, 8)}`;
    allowExternalRequest(/^https:\/\/img\.youtube\.com\/vi\//);
    await page.route('https://img.youtube.com/**', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body:
          '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360"><rect width="480" ' +
          'height="360" fill="teal"/></svg>',
      }),
    );
    await use(title);
    await sql`delete from public.podcasts where title like ${`${title}%`}`;
  },

  speakerName: async ({ sql }, use) => {
    // The list is shared, and the files of another test's testimonial go with its row.
    allowConsoleError(/Failed to load resource.+(video_testimonials\/\S+|gone)\.(webp|mp4)/);
    const name = `Speaker ${randomUUID().slice(0, 8)}`;
    await use(name);
    await sql`delete from public.video_testimonials where name like ${`${name}%`}`;
  },
});

export { expect };

const without = (texts: string[], allowed: RegExp[]) =>
  texts.filter((text) => !allowed.some((pattern) => pattern.test(text)));

function isLoopback(url: URL): boolean {
  if (url.protocol === 'data:' || url.protocol === 'blob:') return true;
  return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}

function quote(message: ConsoleMessage): string {
  const { url } = message.location();
  return url ? `${message.text()} (${url})` : message.text();
}
