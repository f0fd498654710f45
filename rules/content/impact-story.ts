/** Characters of a story (docs/product/content.md#impact-stories); the table impact_stories holds the same. */
export const STORY_MAX_LENGTH = 600;
export const STORY_NAME_MAX_LENGTH = 120;

/** Fewer than this many characters left turn the counter red. */
const NEARLY_FULL = 50;

/** How many more characters a story takes; below 0 it is too long. */
export function storyCharactersLeft(typed: string): number {
  return STORY_MAX_LENGTH - [...typed].length;
}

/** Whether the counter is red. */
export function isStoryNearlyFull(typed: string): boolean {
  return storyCharactersLeft(typed) < NEARLY_FULL;
}

/**
 * The text that fits into a story: it is cut before the caret (in UTF-16 units), and the text after the caret stays.
 */
export function blockStory(typed: string, caret: number): { text: string; caret: number } {
  const over = -storyCharactersLeft(typed);
  if (over <= 0) return { text: typed, caret };
  const before = [...typed.slice(0, caret)];
  const kept = before.slice(0, Math.max(0, before.length - over)).join('');
  return { text: fitStory(kept + typed.slice(caret)), caret: kept.length };
}

/** The beginning of a text that fits into a story. */
function fitStory(typed: string): string {
  return storyCharactersLeft(typed) >= 0 ? typed : [...typed].slice(0, STORY_MAX_LENGTH).join('');
}

/** A story as a card shows it: at most 600 characters, then an ellipsis. Older stories may be longer. */
export function excerptOfStory(experience: string): string {
  const fitting = fitStory(experience);
  return fitting === experience ? experience : `${fitting.trimEnd()}…`;
}
