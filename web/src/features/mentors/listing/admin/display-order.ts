import { adminMentors } from '#copy/mentors/admin-mentors.ts';

/** How many mentors the home page features (docs/product/mentors.md#home-page); the database holds the same limit. */
const HOMEPAGE_MENTORS = 4;

/** A mentor on the home page, and the place there. */
export interface FeaturedMentor {
  id: string;
  name: string;
  order: number | null;
}

export type DisplayOrder = { order: number | null; problem?: never } | { problem: string; order?: never };

/**
 * What was typed as a mentor's place on the home page: a whole number from 1 to 4 that no other featured mentor has, or
 * nothing for no fixed place.
 */
export function readDisplayOrder(typed: string, mentorId: string, featured: readonly FeaturedMentor[]): DisplayOrder {
  const text = typed.trim();
  if (text === '') return { order: null };
  const order = Number(text);
  if (!/^\d+$/.test(text) || order < 1 || order > HOMEPAGE_MENTORS) {
    return { problem: adminMentors.refusals.display_order_out_of_range };
  }
  const holder = featured.find((mentor) => mentor.order === order && mentor.id !== mentorId);
  return holder ? { problem: adminMentors.displayOrderTaken(order, holder.name) } : { order };
}
