import { countCharacters } from '#rules/investor-interest.ts';

/** Characters of a story (administrator side, sections 5 and 9); the table impact_stories holds the same. */
export const STORY_MAX_LENGTH = 600;
export const STORY_NAME_MAX_LENGTH = 120;

/** Fewer than this many characters left turn the counter red (section 9). */
const NEARLY_FULL = 50;

/** How many more characters a story takes; below 0 it is too long. */
export function storyCharactersLeft(typed: string): number {
  return STORY_MAX_LENGTH - countCharacters(typed);
}

/** Whether the counter is red. */
export function isStoryNearlyFull(typed: string): boolean {
  return storyCharactersLeft(typed) < NEARLY_FULL;
}

/** What of a text fits into a story: further input is blocked (section 5). */
export function fitStory(typed: string): string {
  return storyCharactersLeft(typed) >= 0 ? typed : [...typed].slice(0, STORY_MAX_LENGTH).join('');
}

/** A story as a card shows it: 600 characters at most, then an ellipsis (section 9). Stories of an older time are longer. */
export function excerptOfStory(experience: string): string {
  const fitting = fitStory(experience);
  return fitting === experience ? experience : `${fitting.trimEnd()}…`;
}
