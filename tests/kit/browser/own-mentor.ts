import { randomUUID } from 'node:crypto';
import { test as base } from './desk.ts';

type OwnMentor = { id: string; name: string };

/** Mentors of this story alone: they are gone afterwards, because all stories of a run share one catalogue. */
export const test = base.extend<{ own: () => Promise<OwnMentor>; ownName: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  ownName: async ({}, use) => use(`Story ${randomUUID().slice(0, 8)}`),
  own: [
    async ({ desk, ownName }, use) => {
      await use(async () => {
        const id = randomUUID();
        await desk.sql`
          insert into public.mentors (id, name, title, expertise, bio, image, price, rating, specializations)
          values (${id}, ${ownName}, 'Partner', 'Sales', 'Sold things.', '/placeholder.svg', 3500, 0, '{B2B}')`;
        await desk.sql`insert into public.mentor_private (mentor_id, email) values (${id}, 'own@mentors.example')`;
        return { id, name: ownName };
      });
      await desk.sql`
        update private.slot_claims set released_at = now()
        where mentor_id in (select id from public.mentors where name like ${`${ownName}%`}) and released_at is null`;
      await desk.sql`delete from public.mentors where name like ${`${ownName}%`}`;
    },
    { auto: true },
  ],
});

/** The list of mentors, narrowed to a name. */
export const listOf = (name: string) => `/admin?tab=mentors&q=${encodeURIComponent(name)}`;
