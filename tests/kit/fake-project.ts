/** A project with one account, as far as the probes ask it, for their test: with its settings right, or all wrong. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret, TOTP } from 'otpauth';

export interface FakeSettings {
  isPresentPasswordAsked: boolean;
  areCommonPasswordsRefused: boolean;
  doSessionsEnd: boolean;
  hasTotp: boolean;
  areEstimatesRefused: boolean;
  isProofAsked: boolean;
}

interface Session {
  id: string;
  aal: 'aal1' | 'aal2';
  isOld?: boolean;
}

export async function startFakeProject(settings: FakeSettings) {
  const account = { id: randomUUID(), email: 'check@site.test', password: 'a-password-of-checks', newEmail: '' };
  const sessions = new Map<string, Session>();
  const factors = new Map<string, { codes: TOTP; isVerified: boolean }>();

  const tokenOf = (session: Session) =>
    `eyJ.${Buffer.from(JSON.stringify({ sub: account.id, session_id: session.id, aal: session.aal })).toString('base64url')}.x`;
  const begin = (session: Session) => {
    sessions.set(session.id, session);
    return [200, { access_token: tokenOf(session), user: { id: account.id } }] as const;
  };
  const refuse = (status: number, error_code: string) => [status, { code: status, error_code }] as const;
  const isProtected = () => [...factors.values()].some(({ isVerified }) => isVerified);

  type Body = Record<string, string>;
  function answer(
    method: string,
    path: string,
    query: URLSearchParams,
    claims: Body | undefined,
    prefer: string,
    body: Body,
  ) {
    if (path === '/auth/v1/token' && query.get('grant_type') === 'password') {
      if (body.password !== account.password) return refuse(400, 'invalid_credentials');
      return begin({ id: randomUUID(), aal: 'aal1' });
    }
    const session = claims && sessions.get(claims.session_id ?? '');
    const isLive = session !== undefined || (!settings.doSessionsEnd && claims !== undefined);
    const isComplete = isLive && (!isProtected() || !settings.doSessionsEnd || claims?.aal === 'aal2');
    if (path === '/rest/v1/profiles') {
      if (/planned|estimated/.test(prefer)) {
        return settings.areEstimatesRefused
          ? refuse(400, 'row_estimates_refused')
          : ([200, [], { 'content-range': '0-0/4000', 'preference-applied': prefer }] as const);
      }
      return [200, isComplete ? [{ id: account.id }] : []] as const;
    }
    if (path === '/rest/v1/rpc/my_account_state') return [200, { is_signed_in: isComplete }] as const;
    if (path === '/rest/v1/rpc/cancel_email_change') {
      account.newEmail = '';
      return [204, null] as const;
    }
    if (!session) return refuse(403, 'session_not_found');
    if (path === '/auth/v1/logout') {
      sessions.delete(session.id);
      return [204, null] as const;
    }
    if (path === '/auth/v1/user') {
      if (method === 'PUT' && body.password) {
        if (settings.isPresentPasswordAsked && !body.current_password) return refuse(400, 'current_password_required');
        if (settings.isPresentPasswordAsked && body.current_password !== account.password) {
          return refuse(400, 'current_password_mismatch');
        }
        if (settings.areCommonPasswordsRefused && body.password === 'password123') return refuse(422, 'weak_password');
        account.password = body.password;
      }
      if (method === 'PUT' && body.email) {
        if (settings.isProofAsked && session.isOld) return refuse(500, 'unexpected_failure');
        account.newEmail = body.email;
      }
      return [
        200,
        { id: account.id, email: account.email, ...(account.newEmail && { new_email: account.newEmail }) },
      ] as const;
    }
    const [, factorId = '', act] = /^\/auth\/v1\/factors(?:\/([^/]+)(?:\/(\w+))?)?$/.exec(path) ?? [];
    if (!settings.hasTotp) return refuse(422, 'mfa_totp_enroll_not_enabled');
    if (factorId === '') {
      const secret = new Secret();
      const id = randomUUID();
      factors.set(id, { codes: new TOTP({ secret }), isVerified: false });
      return [200, { id, totp: { secret: secret.base32 } }] as const;
    }
    const factor = factors.get(factorId);
    if (method === 'DELETE') factors.delete(factorId);
    if (act === 'challenge') return [200, { id: randomUUID() }] as const;
    if (act === 'verify' && factor) {
      if (factor.codes.validate({ token: body.code ?? '' }) === null) return refuse(422, 'mfa_verification_failed');
      factor.isVerified = true;
      return begin({ ...session, aal: 'aal2' });
    }
    return [200, { id: factorId }] as const;
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    const token = request.headers.authorization?.split('.')[1];
    const claims = token && JSON.parse(Buffer.from(token, 'base64url').toString());
    const body = await readJson(request);
    const prefer = String(request.headers.prefer ?? '');
    const [status, content, headers = {}] = answer(
      request.method ?? '',
      pathname,
      searchParams,
      claims,
      prefer,
      body,
    ) as readonly [number, unknown, Record<string, string>?];
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(content === null ? '' : JSON.stringify(content));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account,
    factors,
    ageSessions: () => {
      for (const session of sessions.values()) session.isOld = true;
    },
    close: () => server.close(),
  };
}

async function readJson(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
}
