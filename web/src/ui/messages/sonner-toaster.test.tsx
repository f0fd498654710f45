import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { sonnerToasts } from './sonner-toaster.tsx';

type Options = { id?: string; description?: ReactNode; onAutoClose?: (toast: unknown) => void };
const given = vi.hoisted((): Options[] => []);
const dismissed = vi.hoisted((): string[] => []);
vi.mock('sonner', () => ({
  Toaster: () => null,
  toast: {
    success: (_message: string, options: Options) => given.push(options),
    dismiss: (id: string) => dismissed.push(id),
  },
}));

beforeEach(() => {
  given.length = 0;
  dismissed.length = 0;
});

it('replaces a message that is shown, and never takes the id of one that is leaving', () => {
  const say = (message: string) => {
    sonnerToasts.show('success', message, { id: 'save' });
    return given.at(-1)?.id;
  };
  const first = say('Saving');
  expect(say('Saved')).toBe(first);
  given[1]?.onAutoClose?.({});
  const third = say('Saved again');
  expect(third).not.toBe(first);
  sonnerToasts.dismiss('save');
  sonnerToasts.dismiss('save');
  expect(dismissed).toEqual([third]);
  expect([first, third]).not.toContain(say('Saved once more'));
});

it('keeps what a machine said closed below the sentence', () => {
  sonnerToasts.show('success', 'Not saved', { description: 'Please try again.', details: 'HTTP 502: Bad Gateway' });
  const html = renderToStaticMarkup(given[0]?.description);
  expect(html).toMatch(/^Please try again\.<details [^>]*><summary [^>]*>Details<\/summary>.*HTTP 502: Bad Gateway/);
  expect(html).not.toContain('open');
});
