/** Impact stories of which nothing is left for the stories that run beside and after. */
import { randomUUID } from 'node:crypto';
import { test as base } from './desk.ts';

interface Authors {
  /** A name that nobody else writes under; what was written under it is deleted in the end. */
  newAuthor: () => string;
  /** Somebody has sent a story. */
  tell: (story: { author: string; experience?: string; isApproved?: boolean }) => Promise<void>;
}

/** The desk's test, with people who write impact stories. */
export const test = base.extend<Authors>({
  newAuthor: async ({ desk }, use) => {
    const authors: string[] = [];
    await use(() => {
      const author = `Meera ${randomUUID().slice(0, 8)} <i>Iyer</i>`;
      authors.push(author);
      return author;
    });
    await desk.sql`delete from public.impact_stories where name = any (${authors})`;
  },

  tell: async ({ desk }, use) =>
    use(async ({ author, experience = 'It worked.', isApproved = false }) => {
      await desk.sql`
        insert into public.impact_stories (name, experience, is_approved)
        values (${author}, ${experience}, ${isApproved})`;
    }),
});

/** The wall as it is now: the host keeps the page for a while at its one address, and at no other. */
export const freshWall = () => `/wall-of-impact?at=${randomUUID()}`;
