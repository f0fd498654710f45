import { beforeEach, expect, it, vi } from 'vitest';
import { fakeStorage } from '#lib/testing/fake-storage.ts';
import { changeStory, newStory, readStoryDraft, saveStoryDraft } from './use-story-submission.ts';

beforeEach(() => {
  vi.stubGlobal('sessionStorage', fakeStorage());
});

it('comes back as it was, with the id under which it may have arrived', () => {
  const story = { ...newStory(), name: 'Asha', experience: 'It worked.', wasSent: true };
  saveStoryDraft(story);
  expect(readStoryDraft()).toEqual(story);
});

it('keeps nothing of a story without a word', () => {
  saveStoryDraft({ ...newStory(), name: 'Asha' });
  saveStoryDraft(newStory());
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(readStoryDraft()).toMatchObject({ name: '', experience: '', wasSent: false });
});

it('is another story once it was sent and then changed, and the same one before', () => {
  const story = { ...newStory(), name: 'Asha' };
  expect(changeStory(story, { experience: 'It' })).toEqual({ ...story, experience: 'It' });
  const changed = changeStory({ ...story, wasSent: true }, { experience: 'It' });
  expect(changed).toMatchObject({ name: 'Asha', experience: 'It', wasSent: false });
  expect(changed.id).not.toBe(story.id);
});
