import { type APIRequestContext, expect } from '@playwright/test';
import { sharedHost } from './start-host.ts';

export type Mail = { to: string; subject: string; html: string; text: string };

/** The embedded way's mailbox, where every e-mail of the product arrives. */
export class Mailbox {
  readonly #request: APIRequestContext;

  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  /** E-mails to an address, newest first. */
  async list(to: string): Promise<Mail[]> {
    const response = await this.#request.get(`${sharedHost().url}/sandbox/mailbox.json`, { params: { to } });
    expect(response.status(), 'the mailbox answers').toBe(200);
    return response.json();
  }

  /** Waits for an e-mail to arrive: they are sent by a job, not by the request that causes them. */
  async waitFor(to: string, subject: RegExp): Promise<Mail> {
    let found: Mail | undefined;
    await expect(async () => {
      found = (await this.list(to)).find((mail) => subject.test(mail.subject));
      expect(found, `an e-mail to ${to} with ${subject} in its subject`).toBeDefined();
    }).toPass({ timeout: 20_000 });
    return found as Mail;
  }
}

/** Address and label of each link in an e-mail. */
function linksOf({ html }: Mail): [string, string][] {
  const links = html.matchAll(/<a[^>]*href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g);
  return [...links].map(([, href = '', label = '']) => [href.replaceAll(/&(?:amp|#38);/g, '&'), label]);
}

/** The address of the first link in an e-mail whose own address or text matches. */
export function linkIn(mail: Mail, pattern: RegExp): string {
  for (const [address, label] of linksOf(mail)) {
    if (pattern.test(address) || pattern.test(label)) return address;
  }
  throw new Error(`No link in "${mail.subject}" matches ${pattern}.`);
}
