import { type AppClient, eventually, openAppClient } from '#tests/kit/app-client.ts';
import { type AdminFixture, openAdminFixture } from '#tests/kit/browser/admin-fixture.ts';
import { linkIn, type Mail } from '#tests/kit/browser/mailbox.ts';
import { shareHost } from '#tests/kit/browser/start-host.ts';
import { startFront } from '#tests/kit/front.ts';
import { findFreePort, startTestHost } from '#tests/kit/host.ts';

/** The site under test: a host of its own, at an address that a journey can take off the network. */
export interface Site {
  url: string;
  app: AppClient;
  fixture: AdminFixture;
  /** Waits for an e-mail. @returns the address of its first link that matches */
  mailedLink(to: string, subject: RegExp, link: RegExp): Promise<string>;
  /** @returns how often the site was asked for the path while `act` ran, which `act` must have begun */
  countRequests(path: string, act: () => Promise<void>): Promise<number>;
  /** Nobody answers at the address while `act` runs. */
  whileOffline(act: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const [port, own] = [await findFreePort(), await findFreePort()];
  const url = `http://localhost:${port}`;
  const env = { PORT: String(own), SITE_URL: url, AUTH_REQUEST_LIMIT: '1000' };
  // It knows itself by the site's address; behind it, where it listens.
  const host = { ...(await startTestHost({ web: true, env })), url: `http://localhost:${own}` };
  await shareHost(host);
  const app = await openAppClient(host);
  let front = await startFront(port, host.url);
  return {
    url,
    app,
    fixture: openAdminFixture(app),
    async mailedLink(to, subject, link) {
      return eventually(async () => {
        const answer = await fetch(`${host.url}/sandbox/mailbox.json?${new URLSearchParams({ to })}`);
        const mail = ((await answer.json()) as Mail[]).find((one) => subject.test(one.subject));
        if (!mail) throw new Error(`no e-mail to ${to} with ${subject} in its subject`);
        return linkIn(mail, link);
      }, 30_000);
    },
    async countRequests(path, act) {
      let count = 0;
      front.plant(path, (request, pass) => {
        if (request.method === 'GET') count += 1;
        return pass();
      });
      await act();
      // The twin of a request that is sent twice may arrive after the answer.
      await new Promise((resolve) => setTimeout(resolve, 500));
      front.clear();
      return count;
    },
    async whileOffline(act) {
      front.close();
      try {
        await act();
      } finally {
        front = await startFront(port, host.url);
      }
    },
    async stop() {
      front.close();
      await app.close();
      await host.stop();
    },
  };
}
