import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Asha Rao', 'AR'],
  ['asha', 'A'],
  ['  Asha  Devi   Rao ', 'AR'],
  ['“Asha” (Rao)', 'AR'],
  ['मीरा अय्यर', 'मीअ'],
  ['<script>', 'S'],
  ['🌱 ✨', '🌱'],
  [' 👩🏽‍🚀', '👩🏽‍🚀'],
  ['', ''],
])('%j has the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
