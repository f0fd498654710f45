import { expect, test } from 'vitest';
import { postForm } from '#lib/testing/post-form.ts';
import { takeProblem } from './take-problem.ts';

const TEXT = 'We cannot sell our first product.';
const FAILED = 'No answer just now. Please try again.';

test.each<[string, () => Response, number, string]>([
  ['fails', () => Response.json({ error: 'x' }, { status: 500 }), 500, FAILED],
  [
    'asks to wait',
    () => Response.json({ error: 'Please wait a minute.' }, { status: 429 }),
    429,
    'Please wait a minute.',
  ],
])('a posted problem whose server %s keeps its text', async (_, answer, status, failure) => {
  const { answer: shown } = await postForm(takeProblem, { fields: { text: TEXT }, answer });
  expect(shown).toEqual({ status, fields: { text: TEXT }, problems: {}, failure });
});

test('a posted problem goes to the function in a body, and one that is too short goes nowhere', async () => {
  const { calls, answer } = await postForm(takeProblem, {
    fields: { text: TEXT },
    answer: () => Response.json({ mentors: [] }),
  });
  expect(calls).toEqual([{ target: 'match-mentors', body: { text: TEXT } }]);
  expect(answer).toMatchObject({ fields: { text: TEXT }, mentors: [] });
  const short = await postForm(takeProblem, { fields: { text: 'short' } });
  expect([short.calls, short.answer?.status]).toEqual([[], 422]);
});
