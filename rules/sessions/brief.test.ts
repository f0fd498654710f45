import { describe, expect, test } from 'vitest';
import { cutAtWord, hasContent, hostOf, NO_BRIEF } from './brief.ts';
import { briefSchema } from './brief-schema.ts';

const SHORT = 'Please write at least 10 characters, or leave it empty.';
const LONG = 'Please keep it to 300 characters.';
const LINK = 'Please enter a link that starts with https://.';
const CHOICE = 'Please choose one of the list.';

function sentences(brief: object): string[] {
  return briefSchema.safeParse(brief).error?.issues.map(({ message }) => message) ?? [];
}

describe('a brief', () => {
  test('nothing said is nothing stored', () => {
    for (const nothing of [{}, { question: '' }, { question: ' \n\u200b\u2800 ', stage: '', link: null }]) {
      expect(briefSchema.parse(nothing)).toEqual(NO_BRIEF);
    }
    expect(hasContent(NO_BRIEF)).toBe(false);
  });

  test('runs of white space become one space, and the ends are trimmed', () => {
    const { question } = briefSchema.parse({ question: '  How do I\n\n price\u00a0 this? ' });
    expect(question).toBe('How do I price this?');
  });

  test.each([
    [{ question: 'Why so?' }, SHORT],
    [{ question: `${'a'.repeat(301)}` }, LONG],
    [{ stage: 'unicorn' }, CHOICE],
    [{ language: 'fr' }, CHOICE],
    [{ link: 'javascript:alert(1)' }, LINK],
    [{ link: 'http://deck.example' }, LINK],
    [{ link: 'https://a:b@x.example' }, LINK],
    [{ link: 'https://user@x.example' }, LINK],
    [{ link: 'https://localhost/deck' }, LINK],
    [{ link: 'https://x.example\\@y' }, LINK],
    [{ link: 'deck.example' }, LINK],
    [{ link: `https://x.example/${'a'.repeat(500)}` }, LINK],
  ])('%j is refused: %s', (brief, sentence) => expect(sentences(brief)).toEqual([sentence]));

  test('a question has 10 to 300 characters, an emoji counts as one', () => {
    expect(sentences({ question: '🚀'.repeat(10) })).toEqual([]);
    expect(sentences({ question: '🚀'.repeat(300) })).toEqual([]);
    expect(sentences({ question: '🚀'.repeat(301) })).toEqual([LONG]);
  });

  test('links with path, query, port, an international host and an address of four numbers are accepted', () => {
    for (const link of [
      'https://deck.example',
      'HTTPS://Deck.Example/a?b=c#d',
      'https://deck.example:8443/@me',
      'https://अनन्या.example/x',
      'https://192.0.2.7/deck',
    ]) {
      expect(briefSchema.parse({ link })).toMatchObject({ link });
    }
  });

  test('a link is shown by its host', () => {
    expect(hostOf('https://deck.example/a/b')).toBe('deck.example');
    expect(hostOf('no address')).toBe('no address');
  });

  test('a longer text is cut at a word', () => {
    expect(cutAtWord('one two  three', 8)).toBe('one two');
    expect(cutAtWord('one two three', 7)).toBe('one two');
    expect(cutAtWord('unbreakable', 5)).toBe('unbre');
  });
});
