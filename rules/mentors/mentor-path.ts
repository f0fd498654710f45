const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether `value` is written like a UUID. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** Whether `value` is written like a slug, also in capitals. The database makes slugs of mentors' and categories' names. */
export function isSlug(value: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/i.test(value) && value.length <= 80;
}

/** Whether a mentor may be found by this: an id or a slug. */
export function isMentorSegment(value: string): boolean {
  return isUuid(value) || isSlug(value);
}

/** The canonical path of a mentor's page (docs/product/mentors.md#addresses-and-sharing). */
export function mentorPath({ id, slug }: { id: string; slug: string }): string {
  return `/mentors/${slug}-${id}`;
}

/** The address of a mentor's page for print and speech; it leads to the canonical one. */
export function shortMentorPath(slug: string): string {
  return `/mentors/${slug}`;
}

/** The page of a category's mentors. */
export function categoryPath(slug: string): string {
  return `/mentors/category/${slug}`;
}

/** The profile of a founder's mentor; null where the mentor is gone or not listed (docs/product/mentors.md#listing-states). */
export function listedMentorPath(mentor: { mentor_id: string | null; mentor_slug: string | null }): string | null {
  const { mentor_id: id, mentor_slug: slug } = mentor;
  return id !== null && slug !== null ? mentorPath({ id, slug }) : null;
}

/** The query with a chosen time for that path. It survives signing in; `readWanted` reads it. */
export function choiceQuery({
  date,
  startTime,
  endTime,
}: {
  date: string;
  startTime: string;
  endTime: string;
}): URLSearchParams {
  return new URLSearchParams({ day: date, slot: `${startTime.slice(0, 5)}-${endTime.slice(0, 5)}` });
}

/** As people copy and type a slug: with the full stop of a sentence behind it, with a space or "_" for a hyphen. */
export function tidySegment(segment: string): string {
  return segment.replace(/[^a-z\d]+/gi, '-').replace(/^-|-$/g, '');
}

/**
 * The mentor's id in the last part of an address (already decoded): the last five hyphen-separated groups when they
 * form a UUID, else the part itself, which may be a slug (docs/product/mentors.md#addresses-and-sharing).
 */
export function mentorIdFromSegment(segment: string): string {
  const tidy = tidySegment(segment);
  const candidate = tidy.split('-').slice(-5).join('-');
  return isUuid(candidate) ? candidate.toLowerCase() : tidy;
}
