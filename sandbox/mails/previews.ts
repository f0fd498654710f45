import type { ComposedMail, Mail } from '#functions/_shared/mail/layout.ts';
import { MAILS } from '#functions/_shared/mail/mails.ts';
import { SAMPLES } from './samples.ts';

export type Reader = keyof typeof MAILS;

export interface MailPreview extends ComposedMail {
  reader: Reader;
  /** As the register names it. */
  name: string;
  /** Of the sample, from 1. */
  number: number;
}

/** Every e-mail with each of its samples, in the register's order. */
export async function drawPreviews(siteUrl: string): Promise<MailPreview[]> {
  const drawings = Object.entries(MAILS).flatMap(([reader, mails]) =>
    Object.entries<Mail<never>>(mails).flatMap(([name, mail]) => {
      const samples: Readonly<Record<string, readonly unknown[]>> = SAMPLES[reader as Reader];
      return (samples[name] ?? []).map(async (sample, at) => ({
        reader: reader as Reader,
        name,
        number: at + 1,
        ...(await mail.render(sample as never, siteUrl)),
      }));
    }),
  );
  return Promise.all(drawings);
}

/** The e-mail as a reader with this theme sees it, whatever the theme of the browser. */
export function inTheme(html: string, theme: 'light' | 'dark'): string {
  return html
    .replaceAll('@media (prefers-color-scheme: dark)', theme === 'dark' ? '@media all' : '@media not all')
    .replaceAll('light dark', theme);
}
