const TITLE = /^(dr|mr|mrs|ms|prof|shri|smt|ca|cs|adv)$|\.$/i;

/** How a sentence addresses a person: the first name without titles and initials; the full name where there is none. */
export function firstName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.find((word) => !TITLE.test(word)) ?? name.trim();
}
