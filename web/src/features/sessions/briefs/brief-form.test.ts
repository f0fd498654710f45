import { expect, test } from 'vitest';
import { checkBrief, EMPTY_TEXT, isEmptyText, textOf } from './brief-form.ts';

test('the first wrong field is the one that gets the focus', () => {
  const checked = checkBrief({ ...EMPTY_TEXT, link: 'http://a.example', language: 'fr' });
  expect(checked).toEqual({
    errors: { link: 'Please enter a link that starts with https://.', language: 'Please choose one of the list.' },
    first: 'link',
  });
});

test('empty fields are a brief without content', () => {
  expect(checkBrief(EMPTY_TEXT)).toEqual({ brief: { question: null, stage: null, link: null, language: null } });
  expect(isEmptyText({ ...EMPTY_TEXT, question: ' \n' })).toBe(true);
  expect(isEmptyText(textOf({ stage: 'idea' }))).toBe(false);
});
