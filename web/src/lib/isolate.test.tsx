import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isolate } from './isolate.tsx';

test.each([
  ['Session with Asha Rao: 10:00', 'Session with Asha Rao: 10:00'],
  ['Session with آشا راؤ: 10:00', 'Session with <bdi>آشا راؤ</bdi>: 10:00'],
  ['אשה, עדה', '<bdi>אשה, עדה</bdi>'],
])('"%s" is shown as %s', (text, html) => {
  expect(renderToStaticMarkup(<p>{isolate(text)}</p>)).toBe(`<p>${html}</p>`);
});

test('what is no string is shown as it is', () => {
  expect(renderToStaticMarkup(<p>{isolate(<b>آشا</b>)}</p>)).toBe('<p><b>آشا</b></p>');
});
