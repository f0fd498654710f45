import { describe, expect, test } from 'vitest';
import { aboutUs } from '#copy/content/static/about-us.ts';
import { contact } from '#copy/content/static/contact.ts';
import { privacy } from '#copy/content/static/privacy.ts';
import { projectPointZero } from '#copy/content/static/project-point-0.ts';
import { refunds } from '#copy/content/static/refunds.ts';
import { terms } from '#copy/content/static/terms.ts';
import { parseInlineText } from './inline-text.ts';

test('stress and links are read, and the words around them stay as they are', () => {
  expect(parseInlineText('Ask **at least 24 hours** ahead: [write to us](email), or see [refunds](refunds).')).toEqual([
    { kind: 'text', text: 'Ask ' },
    { kind: 'strong', text: 'at least 24 hours' },
    { kind: 'text', text: ' ahead: ' },
    { kind: 'email', text: 'write to us' },
    { kind: 'text', text: ', or see ' },
    { kind: 'page', text: 'refunds', to: '/refunds' },
    { kind: 'text', text: '.' },
  ]);
});

test('a link that leads nowhere is an error', () => {
  expect(() => parseInlineText('[here](nowhere)')).toThrow('nowhere');
  expect(() => parseInlineText('[here](constructor)')).toThrow('constructor');
});

describe.each(Object.entries({ aboutUs, contact, privacy, projectPointZero, refunds, terms }))(
  'the texts of %s',
  (_, page) => {
    test('have only marks that can be read', () => {
      for (const text of textsIn(page)) {
        const shown = parseInlineText(text)
          .map((part) => part.text)
          .join('');
        expect(shown).not.toMatch(/\*\*|\]\(/);
      }
    });
  },
);

test.each(Object.entries({ privacy, refunds, terms }))('each anchor of %s is there once', (_, page) => {
  const ids = page.sections.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}
