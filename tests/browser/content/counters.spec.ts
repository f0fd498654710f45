import { randomUUID } from 'node:crypto';
import { mentorPath } from '#rules/mentors/mentor-path.ts';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectNoLayoutShift, recordLayoutShifts } from '#tests/kit/browser/layout-shift.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';
import { addRealMentor } from '#tests/kit/real-mentor.ts';

type Counters = { mentors: number; founders: number; sessions: number; stories: number };

/** Not the page that the host keeps for everybody; what it reads is up to three seconds old. */
const at = (path: string) => `${path}?at=${randomUUID()}`;

test('The home page says “500+” up to 500 and the figure from 501 on, the list of mentors and the wall from 1 on', async ({
  page,
  context,
  request,
  sql,
}) => {
  const html = async (path: string) => (await (await request.get(at(path))).text()).replaceAll('<!-- -->', '');
  /** Whether the page that the server renders says this. */
  const says = async (path: string, text: string) => (await html(path)).includes(text);
  const store = async ({ mentors, founders, sessions, stories }: Counters) => {
    await sql`delete from public.public_counters`;
    await sql`
      insert into public.public_counters (mentors, founders, sessions_held, verified_stories, is_demonstration, counted_at)
      values (${mentors}, ${founders}, ${sessions}, ${stories}, false, now())`;
  };
  const claims = () => page.locator('dl').filter({ hasText: 'expert mentors' }).locator('dd').allTextContents();
  await recordLayoutShifts(context);
  await addRealMentor(sql);

  await store({ mentors: 500, founders: 500, sessions: 0, stories: 0 });
  await expect.poll(() => says('/mentors', 'sessions held')).toBe(false);
  await page.goto(at('/'));
  expect(await claims()).toEqual(['500+', '500+']);

  await store({ mentors: 501, founders: 1_23_456, sessions: 1, stories: 1 });
  await expect.poll(() => says('/', '>501<'), 'in the HTML').toBe(true);
  await page.goto(at('/'));
  await waitUntilHydrated(page);
  expect(await claims()).toEqual(['501', '1,23,456']);
  await expectNoLayoutShift(page);
  await atBothWidths(page, () => expectAccessible(page));

  await expect.poll(() => says('/mentors', '501 mentors · 1 session held')).toBe(true);
  await page.goto(at('/mentors'));
  await waitUntilHydrated(page);
  await expect(page.getByText('501 mentors · 1 session held')).toBeVisible();
  await expectNoLayoutShift(page);
  await expect.poll(() => says('/wall-of-impact', '1 verified story')).toBe(true);
  await page.goto(at('/wall-of-impact'));
  await waitUntilHydrated(page);
  await expect(page.getByText('1 verified story', { exact: true })).toBeVisible();
  await expectNoLayoutShift(page);

  await store({ mentors: 1, founders: 2, sessions: 1_234, stories: 12 });
  await expect.poll(() => says('/mentors', '1 mentor · 1,234 sessions held')).toBe(true);
  await expect.poll(() => says('/wall-of-impact', '12 verified stories')).toBe(true);

  // From another page the browser asks for the figures itself.
  await store({ mentors: 502, founders: 503, sessions: 2, stories: 2 });
  await expect.poll(() => says('/', '>502<')).toBe(true);
  await page.goto(at('/about-us'));
  await waitUntilHydrated(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Find a Mentor' }).click();
  await expect(page.getByText('502 mentors · 2 sessions held')).toBeVisible();

  await sql`update public.public_counters set counted_at = now() - interval '8 days'`;
  await expect.poll(() => says('/', '>502<'), 'a count that is eight days old').toBe(false);
  await expect.poll(() => says('/', '>500+<')).toBe(true);
  await expect.poll(() => says('/mentors', 'sessions held')).toBe(false);
  await expect.poll(() => says('/wall-of-impact', 'verified stories')).toBe(false);
});

test('A mentor’s card and profile say how soon the mentor usually answers', async ({ page, request, sql }) => {
  const [mentor] = await sql`
    select id, slug, name from public.mentors where listing_state = 'listed' and private.takes_bookings(mentors) limit 1`;
  await sql`update public.mentors set answers_within = null`;
  await sql`update public.mentors set answers_within = 6 where id = ${mentor?.id}`;
  const says = async (path: string) => {
    const text = (await (await request.get(path)).text()).replaceAll('<!-- -->', '');
    return text.split('Usually answers within 6 h').length - 1;
  };
  const listing = `/mentors?search=${encodeURIComponent(mentor?.name)}`;
  await expect.poll(() => says(`${listing}&at=${randomUUID()}`)).toBe(1);
  await page.goto(listing);
  await waitUntilHydrated(page);
  await expect(page.getByRole('article').filter({ hasText: 'Usually answers within 6 h' })).toHaveCount(1);
  await expect.poll(() => says(at(mentorPath({ id: mentor?.id, slug: mentor?.slug })))).toBe(1);
  await page.goto(at(mentorPath({ id: mentor?.id, slug: mentor?.slug })));
  await waitUntilHydrated(page);
  await expect(page.getByText('Usually answers within 6 h')).toBeVisible();
});
