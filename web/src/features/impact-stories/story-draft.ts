import { clearDraft, readDraft, saveDraft, VISITOR } from '#lib/drafts.ts';

const DRAFT = 'impact-story';

/** What is typed, and under which id it is handed in. */
export interface StoryDraft {
  id: string;
  name: string;
  experience: string;
  /** It was sent, and whether it arrived is not known. */
  wasSent: boolean;
}

export const newStory = (): StoryDraft => ({
  id: crypto.randomUUID(),
  name: '',
  experience: '',
  wasSent: false,
});

/** The story that was begun in this tab, or a new one. A photo that was chosen cannot be kept. */
export function takeStoryDraft(): StoryDraft {
  const { id, name, experience, wasSent } = readDraft(DRAFT, VISITOR);
  const fresh = newStory();
  if (!name && !experience) return fresh;
  return { id: id ?? fresh.id, name: name ?? '', experience: experience ?? '', wasSent: wasSent === 'yes' };
}

export function keepStoryDraft({ wasSent, ...draft }: StoryDraft): void {
  if (draft.name === '' && draft.experience === '') clearDraft(DRAFT, VISITOR);
  else saveDraft(DRAFT, VISITOR, { ...draft, wasSent: wasSent ? 'yes' : 'no' });
}

/** The draft with a change. A text that may have arrived stays what it was there: once changed, it is another story. */
export function changeStory(draft: StoryDraft, change: Partial<StoryDraft>): StoryDraft {
  return { ...draft, ...(draft.wasSent && { id: crypto.randomUUID(), wasSent: false }), ...change };
}
