import { expect, test } from 'vitest';
import { roomFor } from './text-room.ts';

test('a label has the room of its letters, whatever they are', () => {
  expect(roomFor('')).toBe('0em');
  expect(roomFor('Mill')).toBe('1.6em');
  expect(roomFor('विधि')).toBe('2.6em');
});
