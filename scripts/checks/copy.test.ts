import { describe, expect, it } from 'vitest';
import { findHardCodedText } from './copy.ts';

const texts = (source: string) => findHardCodedText('page.tsx', source).map(({ text }) => text);

describe('hard-coded sentences', () => {
  it.each([
    ['text between tags', '<p>Book <b>{copy.now}</b></p>', ['Book']],
    ['a string child', "<p>{'Book'}</p>", ['Book']],
    ['either side of a condition', "<p>{isOpen ? 'Close' : copy.open}</p>", ['Close']],
    ['a default', "<p>{name ?? 'Nobody'}</p>", ['Nobody']],
    ['a template child', `<p>{\`\${count} mentors\`}</p>`, ['… mentors']],
    ['an attribute that is read out', '<button aria-label="close dialog" />', ['close dialog']],
    ['an attribute in braces', `<img alt={\`photo of \${name}\`} />`, ['photo of …']],
    ['a toast', "toast.error('Please log in to continue.')", ['Please log in to continue.']],
    ['a property', "const meta = { title: 'Find a mentor' }", ['Find a mentor']],
  ])('finds %s', (_, source, expected) => expect(texts(source)).toEqual(expected));

  it.each([
    ['copy', '<p title={copy.title}>{copy.text}</p>'],
    ['signs', '<p>{a} · {b} ₹ (+)</p>'],
    ['class names', '<p className="flex items-center" data-state={isOpen ? "open side" : undefined} />'],
    ['comparisons', "<p>{state === 'open' && copy.open}</p>"],
    ['messages for developers', "throw new TypeError('Provider is missing above this part')"],
    [
      "what an error's constructor says",
      "class Away extends Error { constructor() { super('The service could not be reached') } }",
    ],
    ['the console', "console.warn('Logging out failed', error)"],
    ['specifiers and keys', "import x from '#copy/booking.ts'; const k = ['mentors', 'Founder'];"],
    ['arguments of calls', "<p>{formatDate(date, 'EEEE d')}</p>"],
  ])('leaves %s alone', (_, source) => expect(texts(source)).toEqual([]));

  it('names the line', () => {
    expect(findHardCodedText('page.tsx', '\n\nconst a = <p>Book now</p>;')).toEqual([{ line: 3, text: 'Book now' }]);
  });
});
