import { describe, expect, it, test } from 'vitest';
import { blockStory, excerptOfStory, isStoryNearlyFull, storyCharactersLeft } from './impact-story.ts';
import { impactStoryBody, impactStorySchema } from './impact-story-schema.ts';

const problemsOf = (form: object) =>
  (impactStorySchema.safeParse(form).error?.issues ?? []).map(({ path, message }) => [path[0], message]);

test('the counter counts characters, and is red under 50 remaining', () => {
  expect([storyCharactersLeft(''), storyCharactersLeft('🌱'.repeat(600))]).toEqual([600, 0]);
  expect([isStoryNearlyFull('x'.repeat(550)), isStoryNearlyFull('x'.repeat(551))]).toEqual([false, true]);
});

test('further input is blocked at 600 characters, where it happens', () => {
  expect(blockStory('short ', 6)).toEqual({ text: 'short ', caret: 6 });
  const full = '🌱'.repeat(600);
  expect(blockStory(`${full}x`, full.length + 1)).toEqual({ text: full, caret: full.length });
  // Two of four pasted characters fit in the middle, and the end stays.
  expect(blockStory(`ab1234${'x'.repeat(592)}the end`.slice(0, 602), 6)).toEqual({
    text: `ab12${'x'.repeat(592)}the end`.slice(0, 600),
    caret: 4,
  });
  // Where there is no telling what was put in, the beginning fits.
  expect(blockStory(`${full}x`, 0)).toEqual({ text: `${full}`, caret: 0 });
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

  it('keeps a blank line, and no more than one', () => {
    const typed = `One\n\n  Two${'\n \r\n'.repeat(150)}Three`;
    expect(impactStorySchema.parse({ name: 'Asha', experience: typed }).experience).toBe('One\n\n  Two\n\nThree');
  });

  it.each([
    [{ name: ' ', experience: 'It worked.' }, [['name', 'Please fill in all required fields']]],
    [
      { name: '\u200b\u200d', experience: '\u2060\u202e \u2800' },
      [
        ['name', 'Please fill in all required fields'],
        ['experience', 'Please fill in all required fields'],
      ],
    ],
    [{ name: '🌱', experience: 'क्‍ष' }, []],
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
    for (const website of ['https://spam.example', 'x'.repeat(5000), ['a list']]) {
      expect(impactStoryBody.parse({ ...story, website }).website).toBeTruthy();
    }
  });
});
