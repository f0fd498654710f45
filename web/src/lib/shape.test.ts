import { expect, it } from 'vitest';
import { isFlag, isNumber, isText, listOf, oneOf, orNull, readAs, shapeOf } from './shape.ts';

const answer = shapeOf({
  name: isText,
  at: orNull(isText),
  state: oneOf('ok', 'late'),
  weeks: listOf(shapeOf({ count: isNumber, isOver: isFlag })),
});
const right = { name: 'a', at: null, state: 'ok', weeks: [{ count: 1, isOver: false }], more: 1 };

it('An answer of the right shape is handed on as it is, with fields that were not asked for', () => {
  expect(readAs(answer, 'the database', right)).toBe(right);
});

it.each([
  ['no object', 'text'],
  ['null', null],
  ['a missing field', { ...right, name: undefined }],
  ['null where none may be', { ...right, name: null }],
  ['a word that is not known', { ...right, state: 'early' }],
  ['a number as a text', { ...right, weeks: [{ count: '1', isOver: false }] }],
  ['no flag', { ...right, weeks: [{ count: 1, isOver: 0 }] }],
  ['no list', { ...right, weeks: {} }],
])('An answer with %s is an error that names who answered', (_, wrong) => {
  expect(() => readAs(answer, 'the database', wrong)).toThrow('the database answered something else');
});
