import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hash } from 'bcryptjs';
import type postgres from 'postgres';
import { z } from 'zod';

export type DemoLogin = { email: string; password: string };

/** `mentor` is linked to a mentor of the catalogue; `invitedMentor` has the invitation of another one in the mailbox. */
const DEMO_ROLES = ['founder', 'mentor', 'invitedMentor', 'admin'] as const;
type DemoRole = (typeof DEMO_ROLES)[number];

export type DemoLogins = Record<DemoRole, DemoLogin>;

const FILE = 'demo-logins.json';
const loginSchema = z.object({ email: z.email(), password: z.string().min(6) });
const fileSchema = z.record(z.enum(DEMO_ROLES), loginSchema);

const PEOPLE: Record<DemoRole, { email: string; name: string }> = {
  founder: { email: 'founder@example.com', name: 'Kavya Raman' },
  mentor: { email: 'mentor@example.com', name: 'Ananya Deshpande' },
  invitedMentor: { email: 'invited.mentor@example.com', name: 'Meher Lakdawala' },
  admin: { email: 'admin@example.com', name: 'Joseph Tirkey' },
};

// Without the characters that look alike: people copy these from a terminal by hand.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const BCRYPT_ROUNDS = 10;

/** The logins of the first start from DATA_DIR, or new ones, stored there readable by the owner alone. */
export function provideDemoLogins(dataDir: string): { logins: DemoLogins; areNew: boolean } {
  const file = path.join(dataDir, FILE);
  if (existsSync(file)) {
    chmodSync(file, 0o600);
    const stored = fileSchema.safeParse(parseOrUndefined(readFileSync(file, 'utf8')));
    if (stored.success) return { logins: stored.data, areNew: false };
  }
  const made = DEMO_ROLES.map((role) => [role, { email: PEOPLE[role].email, password: makePassword() }]);
  const logins: DemoLogins = Object.fromEntries(made);
  writeFileSync(file, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return { logins, areNew: true };
}

/**
 * Makes the accounts, confirmed and with their passwords, as a sign-up would have left them but without its e-mail;
 * gives their ids.
 */
export async function createDemoAccounts(
  sql: postgres.TransactionSql,
  logins: DemoLogins,
): Promise<Record<DemoRole, string>> {
  const ids = { founder: '', mentor: '', invitedMentor: '', admin: '' };
  for (const role of DEMO_ROLES) {
    const { email, password } = logins[role];
    const passwordHash = await hash(password, BCRYPT_ROUNDS);
    const [account] = await sql<{ id: string }[]>`
      insert into auth.users
        (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
      values (gen_random_uuid(), 'authenticated', 'authenticated', ${email}, ${passwordHash}, now(),
        jsonb_build_object('provider', 'email', 'providers', array['email'], 'is_demonstration', true),
        jsonb_build_object('email', ${email}::text, 'name', ${PEOPLE[role].name}::text, 'email_verified', true))
      returning id`;
    const id = account?.id ?? '';
    ids[role] = id;
    await sql`
      insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (gen_random_uuid(), 'email', ${id}, ${id},
        jsonb_build_object('sub', ${id}::text, 'email', ${email}::text, 'email_verified', true))`;
    // The profile is there already: the database makes it with the account.
    if (role === 'admin') await sql`update public.profiles set is_admin = true where id = ${id}`;
  }
  return ids;
}

/** Gives the accounts that exist the passwords of `logins`. */
export async function resetDemoPasswords(sql: postgres.TransactionSql, logins: DemoLogins): Promise<void> {
  for (const { email, password } of Object.values(logins)) {
    await sql`
      update auth.users set encrypted_password = ${await hash(password, BCRYPT_ROUNDS)} where email = ${email}`;
  }
}

function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${group()}-${group()}-${group()}`;
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
