/** People of a running application who sign in with a password, as browsers do. */
import { randomUUID } from 'node:crypto';
import { hash } from 'bcryptjs';
import type { AppClient, Founder } from './app-client.ts';

export const OWN_PASSWORD = 'Zq7#k2-own';

export function openPasswordFixture(app: AppClient) {
  /** Somebody with a confirmed address and the password OWN_PASSWORD, who is not signed in with it yet. */
  async function addOwner(options: { name?: string } = {}): Promise<Founder> {
    const person = await app.addFounder(options);
    await app.sql`
      insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (${randomUUID()}, 'email', ${person.id}, ${person.id}, ${app.sql.json({ email: person.email, sub: person.id })})`;
    await setPassword(person.id, OWN_PASSWORD);
    await app.sql`delete from private.account_alerts where user_id = ${person.id}`;
    await app.sql`delete from private.outbox where kind = 'account_alert' and state = 'ready'
      and not exists (select from private.account_alerts a where a.id = (payload ->> 'alert_id')::bigint)`;
    return person;
  }

  const setPassword = async (userId: string, password: string) =>
    app.sql`update auth.users set encrypted_password = ${await hash(password, 4)} where id = ${userId}`;

  const signIn = (email: string, password: string) =>
    app.request('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { apikey: app.keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });

  /** The e-mails to an address, as they are queued or were delivered, the oldest first. */
  const mailsTo = (email: string) => app.sql<{ subject: string; html: string; text: string }[]>`
    select coalesce(m.subject, o.payload ->> 'subject') as subject, coalesce(m.html, o.payload ->> 'html') as html,
      coalesce(m.text, o.payload ->> 'text') as text
    from private.outbox o left join sandbox.mails m on m.id = o.id
    where o.kind = 'email' and coalesce(m.to, o.payload ->> 'to') = ${email}
    order by o.created_at`;

  return { addOwner, setPassword, signIn, mailsTo };
}
