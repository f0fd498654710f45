import { describe, expect, it, test } from 'vitest';
import { excerptOfStory, fitStory, isStoryNearlyFull, storyCharactersLeft } from './impact-story.ts';
import { impactStoryBody, impactStorySchema } from './impact-story-schema.ts';

const problemsOf = (form: object) =>
  (impactStorySchema.safeParse(form).error?.issues ?? []).map(({ path, message }) => [path[0], message]);

test('the counter counts characters, and is red under 50 remaining', () => {
  expect([storyCharactersLeft(''), storyCharactersLeft('🌱'.repeat(600))]).toEqual([600, 0]);
  expect([isStoryNearlyFull('x'.repeat(550)), isStoryNearlyFull('x'.repeat(551))]).toEqual([false, true]);
});

test('further input is blocked at 600 characters', () => {
  expect(fitStory('🌱'.repeat(601))).toBe('🌱'.repeat(600));
  expect(fitStory('short ')).toBe('short ');
});

test('a card shows 600 characters and an ellipsis', () => {
  expect(excerptOfStory('x'.repeat(600))).toBe('x'.repeat(600));
  expect(excerptOfStory('x'.repeat(601))).toBe(`${'x'.repeat(600)}…`);
});

describe('the form', () => {
  it('takes texts without the space around them, as they stand', () => {
    expect(impactStorySchema.parse({ name: ' Asha ', experience: '\n<b>It</b>\r\nworked\0\n' })).toEqual({
      name: 'Asha',
      experience: '<b>It</b>\nworked',
    });
  });

  it.each([
    [{ name: ' ', experience: 'It worked.' }, [['name', 'Please fill in all required fields']]],
    [{ name: 'Asha', experience: '\n' }, [['experience', 'Please fill in all required fields']]],
    [
      {},
      [
        ['name', 'Please fill in all required fields'],
        ['experience', 'Please fill in all required fields'],
      ],
    ],
    [{ name: 'x'.repeat(121), experience: 'It worked.' }, [['name', 'Your name is too long.']]],
    [
      { name: 'Asha', experience: 'x'.repeat(601) },
      [['experience', 'Your story is too long: please keep it to 600 characters.']],
    ],
    [{ name: 'Asha', experience: '🌱'.repeat(600) }, []],
  ])('%j', (form, problems) => {
    expect(problemsOf(form)).toEqual(problems);
  });

  it('sends with it an id, a photo, and what programs fill in', () => {
    const story = { name: 'Asha', experience: 'It worked.' };
    expect(impactStoryBody.safeParse(story).success).toBe(true);
    expect(impactStoryBody.safeParse({ ...story, id: 'x' }).success).toBe(false);
    expect(impactStoryBody.safeParse({ ...story, image_url: 7 }).success).toBe(false);
    expect(impactStoryBody.parse({ ...story, website: 'https://spam.example' }).website).toBeTruthy();
  });
});
