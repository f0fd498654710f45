import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetInvitation, keepInvitation, keptInvitation } from './kept-invitation.ts';

const TOKEN = 'x'.repeat(43);
const NOW = new Date('2026-11-24T10:00:00Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);
const DAY_MS = 86_400_000;
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('a browser keeps an invitation for 14 days, counted from when its link was first opened', () => {
  keepInvitation(TOKEN, NOW);
  keepInvitation(TOKEN, after(DAY_MS));
  expect(keptInvitation(after(14 * DAY_MS - 1))).toBe(TOKEN);
  expect(keptInvitation(after(14 * DAY_MS))).toBeNull();
});

it('a newer invitation replaces the one that is kept, and a taken one is forgotten', () => {
  keepInvitation(TOKEN, NOW);
  keepInvitation('y'.repeat(43), NOW);
  expect(keptInvitation(NOW)).toBe('y'.repeat(43));
  forgetInvitation();
  expect(keptInvitation(NOW)).toBeNull();
});

it.each(['', 'null', '{', '{"token":1,"until":9e15}', '{"token":"short","until":9e15}'])(
  'what is kept as %j is no invitation',
  (text) => {
    stored.set('mentor-invitation', text);
    expect(keptInvitation(NOW)).toBeNull();
  },
);
