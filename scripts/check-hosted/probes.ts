/**
 * What `npm run check:hosted` asks. Each probe leaves the account as it found it, but for the notices that its address
 * gets. The numbers are those of docs/security/hosted-settings.md.
 */
import { TOTP } from 'otpauth';
import { type Answer, type Client, codeOf, type Session } from './project.ts';

export type Verdict = 'PASS' | 'FAIL' | 'NOT ON THIS PLAN';
export interface Finding {
  verdict: Verdict;
  why: string;
}
export interface Probe {
  item: number;
  title: string;
  run: (client: Client, waits: Waits) => Promise<Finding>;
}
export interface Waits {
  /** Returns when a session that was made before it was called is no proof any more: five minutes and a little. */
  untilProofEnds: () => Promise<void>;
}

const pass = (why: string): Finding => ({ verdict: 'PASS', why });
const fail = (why: string): Finding => ({ verdict: 'FAIL', why });

export const PROBES: Probe[] = [
  { item: 1, title: 'A new password needs the present one', run: demandsPresentPassword },
  { item: 3, title: 'An ended session has no access', run: endsAccess },
  { item: 4, title: 'Two-step sign-in', run: hasTwoSteps },
  { item: 7, title: 'Common passwords are refused', run: refusesCommonPasswords },
  { item: 12, title: 'Row counts are exact', run: countsExactly },
  // The longest comes last.
  { item: 2, title: 'A new e-mail address needs a proof', run: demandsProofForEmail },
];

async function demandsPresentPassword(client: Client): Promise<Finding> {
  const { access_token: token } = await client.signIn();
  try {
    for (const [present, expected] of [
      [{}, ['current_password_required']],
      // Auth's source calls it a mismatch, and its answer says that it is invalid; the embedded one says mismatch.
      [{ current_password: `${client.password}-not` }, ['current_password_mismatch', 'current_password_invalid']],
    ] as const) {
      const password = unlikelyPassword();
      const answer = await client.changeUser(token, { password, ...present });
      if (answer.status === 200) {
        await takeBackPassword(client, token, password);
        return fail('a token alone changed the password: turn on "Require current password"');
      }
      if (answer.status !== 400 || !expected.some((code) => code === answer.body?.error_code)) {
        return fail(`expected HTTP 400 ${expected.join(' or ')}, got ${codeOf(answer)}`);
      }
    }
    return pass('a token alone changes no password');
  } finally {
    await client.signOut(token);
  }
}

async function endsAccess(client: Client): Promise<Finding> {
  const [ended, other] = [await client.signIn(), await client.signIn()];
  try {
    if ((await client.ownProfiles(ended.access_token)) !== 1)
      return fail('a signed-in account reads no profile of its own');
    await client.signOut(ended.access_token);
    if ((await client.ownProfiles(ended.access_token)) !== 0) return fail('the token of an ended session still reads');
    const state = await client.ask('/rest/v1/rpc/my_account_state', { token: ended.access_token, body: {} });
    if (state.status === 200 && state.body?.is_signed_in !== false)
      return fail('my_account_state believes an ended session');
    if ((await client.ownProfiles(other.access_token)) !== 1) return fail('signing out on one device ended another');
    return pass('the token of an ended session reads nothing');
  } finally {
    await client.signOut(other.access_token);
  }
}

async function hasTwoSteps(client: Client): Promise<Finding> {
  const session = await client.signIn();
  const enrolled = await client.ask('/auth/v1/factors', {
    token: session.access_token,
    body: { factor_type: 'totp', friendly_name: `check ${Date.now()}` },
  });
  if (enrolled.status !== 200 || !enrolled.body?.totp?.secret) {
    await client.signOut(session.access_token);
    return fail(`no factor can be enrolled (${codeOf(enrolled)}): turn on TOTP`);
  }
  const factor = enrolled.body.id as string;
  let token = session.access_token;
  try {
    const codes = new TOTP({ secret: enrolled.body.totp.secret });
    const wrong = await answerChallenge(client, token, factor, wrongCode(codes));
    if (wrong.status === 200) return fail('a wrong code was taken');
    if (wrong.body?.error_code !== 'mfa_verification_failed')
      return fail(`a wrong code was answered with ${codeOf(wrong)}`);
    const verified = await answerChallenge(client, token, factor, codes.generate());
    if (verified.status !== 200) return fail(`the right code was refused: ${codeOf(verified)}`);
    token = (verified.body as Session).access_token;
    if (claimOf(token, 'aal') !== 'aal2') return fail('a session that passed the second step is not aal2');
    if ((await client.ownProfiles(token)) !== 1) return fail('a session that passed the second step reads nothing');
    const onlyPassword = await client.signIn();
    const rows = await client.ownProfiles(onlyPassword.access_token);
    await client.signOut(onlyPassword.access_token);
    if (rows !== 0) return fail('a password alone reads the rows of an account with two-step sign-in');
    return pass('enrolling and verifying work, and a password alone has no access then');
  } finally {
    await client.ask(`/auth/v1/factors/${factor}`, { method: 'DELETE', token });
    await client.signOut(token);
  }
}

async function refusesCommonPasswords(client: Client): Promise<Finding> {
  const { access_token: token } = await client.signIn();
  try {
    const password = 'password123';
    const answer = await client.changeUser(token, { password, current_password: client.password });
    if (answer.status === 200) {
      await takeBackPassword(client, token, password);
      return {
        verdict: 'NOT ON THIS PLAN',
        why: 'only the forms refuse them: leaked-password protection is off, or not in the plan',
      };
    }
    if (answer.body?.error_code !== 'weak_password') return fail(`expected weak_password, got ${codeOf(answer)}`);
    return pass('Auth refuses them');
  } finally {
    await client.signOut(token);
  }
}

async function countsExactly(client: Client): Promise<Finding> {
  const { access_token: token } = await client.signIn();
  const path = '/rest/v1/profiles?select=id';
  try {
    for (const estimate of ['count=planned', 'count=estimated']) {
      const { status, headers } = await client.ask(path, { token, headers: { prefer: estimate } });
      if (status === 400) continue;
      const total = Number(headers.get('content-range')?.split('/')[1] ?? Number.NaN);
      const isEstimate = /planned|estimated/.test(headers.get('preference-applied') ?? '');
      if (isEstimate || total !== 1) {
        return fail(`${estimate} is answered: set pgrst.db_pre_request (docs/security/hosted-settings.md)`);
      }
    }
    const twice = await client.askWithHeaders(path, token, ['count=planned', 'return=representation']);
    const isHidden = twice.status < 300 && /planned/.test(twice.applied);
    return pass(
      `people get no estimates${isHidden ? ', except with two Prefer headers (docs/security/limits.md)' : ''}`,
    );
  } finally {
    await client.signOut(token);
  }
}

/** That both addresses must confirm cannot be asked from outside: it takes both mailboxes. */
async function demandsProofForEmail(client: Client, { untilProofEnds }: Waits): Promise<Finding> {
  const { access_token: token } = await client.signIn();
  try {
    await untilProofEnds();
    const asked = client.email.replace('@', '+point-0-check@');
    const answer = await client.changeUser(token, { email: asked });
    const { body: user } = await client.ask('/auth/v1/user', { token });
    if (answer.status >= 400 && user?.email === client.email && !user.new_email) {
      return pass('an old session asks for none; that both addresses confirm is a setting to look at');
    }
    await client.ask('/rest/v1/rpc/cancel_email_change', { token, body: {} });
    return fail(`a session without a proof asked for another address (${codeOf(answer)})`);
  } finally {
    await client.signOut(token);
  }
}

async function answerChallenge(client: Client, token: string, factor: string, code: string): Promise<Answer> {
  const challenge = await client.ask(`/auth/v1/factors/${factor}/challenge`, { method: 'POST', token, body: {} });
  if (challenge.status !== 200) return challenge;
  return client.ask(`/auth/v1/factors/${factor}/verify`, { token, body: { challenge_id: challenge.body.id, code } });
}

/** No code of the minutes around. */
function wrongCode(codes: TOTP): string {
  const near = new Set(
    [-3, -2, -1, 0, 1, 2, 3].map((step) => codes.generate({ timestamp: Date.now() + step * 30_000 })),
  );
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find((code) => !near.has(code)) ??
    ''
  );
}

async function takeBackPassword(client: Client, token: string, present: string): Promise<void> {
  const changes = { password: client.password, current_password: present };
  const answer = await client.changeUser(token, changes);
  if (answer.status === 200) return;
  const { access_token: fresh } = await client.signIn(present);
  const again = await client.changeUser(fresh, changes);
  if (again.status !== 200) throw new Error(`The account's password is now "${present}": ${codeOf(again)}.`);
}

const unlikelyPassword = () => `check-${crypto.randomUUID()}`;

function claimOf(token: string, name: string): unknown {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())[name];
}
