import { expect } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { Person } from './accounts.ts';
import { sharedHost } from './start-host.ts';

const STEP_MS = 30_000;

/** Codes as an authenticator app shows them. Each code works once, so the later one of two comes from the next step. */
export function authenticatorApp(key: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, '')) });
  let last = 0;
  return {
    code: () => {
      last = Math.max(Date.now(), last + STEP_MS);
      return totp.generate({ timestamp: last });
    },
  };
}

/** Has two-step sign-in turned on for a person, without a browser; answers the app, and the recovery codes. */
export async function turnOnTwoStep(person: Person) {
  const { url, keys } = sharedHost();
  const post = async <T>(path: string, body: object, token?: string): Promise<T> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: {
        apikey: keys.publishable,
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    expect(answer.ok, text).toBe(true);
    return JSON.parse(text);
  };
  type Session = { access_token: string };
  const { email, password } = person;
  const first = await post<Session>('/auth/v1/token?grant_type=password', { email, password });
  const factor = await post<{ id: string; totp: { secret: string } }>(
    '/auth/v1/factors',
    { factor_type: 'totp', friendly_name: 'Phone' },
    first.access_token,
  );
  const path = `/auth/v1/factors/${factor.id}`;
  const challenge = await post<{ id: string }>(`${path}/challenge`, {}, first.access_token);
  const app = authenticatorApp(factor.totp.secret);
  const proven = { challenge_id: challenge.id, code: app.code() };
  const { access_token } = await post<Session>(`${path}/verify`, proven, first.access_token);
  return { app, recoveryCodes: await post<string[]>('/rest/v1/rpc/new_recovery_codes', {}, access_token) };
}
