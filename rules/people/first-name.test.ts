import { expect, test } from 'vitest';
import { firstName } from './first-name.ts';

test.each([
  ['Asha Rao', 'Asha'],
  ['  Asha  Rao ', 'Asha'],
  ['Dr. Asha Rao', 'Asha'],
  ['CA Neha Jain', 'Neha'],
  ['A. P. J. Kalam', 'Kalam'],
  ['Madonna', 'Madonna'],
  ['Dr.', 'Dr.'],
  ['अनन्या शर्मा', 'अनन्या'],
])('The first name of “%s” is “%s”', (name, first) => {
  expect(firstName(name)).toBe(first);
});
