import { expect, it } from 'vitest';
import { descriptionOf } from './booking-calendar.ts';

const brief = {
  question: 'Is 1 < 2 & "so"?',
  stage: 'idea',
  link: 'https://deck.example/?a=1&b=2',
  language: 'hi',
} as const;
const booking = { brief, notes: 'A <b>note</b>', code: 'P0-7K2QXA' };

it('an event’s description begins with the brief, then the notes; what people wrote is escaped', () => {
  expect(descriptionOf(booking, 'Ravi').split('\n')).toEqual([
    'What Ravi wants to leave with: Is 1 &lt; 2 &amp; "so"?',
    'Stage: Idea',
    'Link: https://deck.example/?a=1&amp;b=2',
    'Prefers: Hindi',
    'A &lt;b&gt;note&lt;/b&gt;',
    expect.stringContaining('P0-7K2QXA'),
  ]);
});

it('an event’s description has at most 2,000 characters, is never cut inside an escape, and keeps the code', () => {
  for (let more = 0; more < 12; more += 1) {
    const text = descriptionOf({ ...booking, notes: `${'x'.repeat(more)}${'<&>🚀'.repeat(600)}` }, 'Ravi');
    expect(text.length).toBeLessThanOrEqual(2000);
    expect(text.replaceAll(/&(amp|lt|gt);/g, '')).not.toContain('&');
    expect(text.isWellFormed()).toBe(true);
    expect(text).toContain('P0-7K2QXA');
  }
});

it('without a brief the description is as before', () => {
  const [note] = descriptionOf({ brief: null, notes: 'Bring numbers', code: 'P0-7K2QXA' }, 'Ravi').split('\n');
  expect(note).toBe('Bring numbers');
});
