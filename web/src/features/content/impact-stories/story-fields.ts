export const STORY_FIELDS = ['name', 'experience'] as const;

export type StoryField = (typeof STORY_FIELDS)[number];
