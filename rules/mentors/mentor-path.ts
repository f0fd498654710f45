const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether `value` is written like a UUID. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/**
 * The readable part of a mentor's address: lowercased, without punctuation, hyphens for spaces
 * (docs/product/mentors.md#addresses-and-sharing).
 */
export function mentorSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s-]/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The canonical path of a mentor's page, ready for an address: `/mentors/{slug}-{id}`. */
export function mentorPath(mentor: { id: string; name: string }): string {
  const slug = mentorSlug(mentor.name);
  return `/mentors/${encodeURIComponent(slug === '' ? mentor.id : `${slug}-${mentor.id}`)}`;
}

/** The profile of a founder's mentor; null where the mentor is gone or not listed (docs/product/mentors.md#listing-states). */
export function listedMentorPath(mentor: {
  mentor_id: string | null;
  mentor_name: string;
  mentor_is_listed: boolean;
}): string | null {
  const { mentor_id: id, mentor_name: name, mentor_is_listed: isListed } = mentor;
  return id !== null && isListed ? mentorPath({ id, name }) : null;
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

/**
 * The mentor's id in the last part of an address (already decoded): the last five hyphen-separated groups when they
 * form a UUID, else the part itself (docs/product/mentors.md#addresses-and-sharing).
 */
export function mentorIdFromSegment(segment: string): string {
  const candidate = segment.split('-').slice(-5).join('-');
  return isUuid(candidate) ? candidate.toLowerCase() : segment;
}
