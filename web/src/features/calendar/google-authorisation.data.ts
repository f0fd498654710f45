import { z } from 'zod';
import { callFunction } from '#lib/functions/functions.data.ts';
import { FunctionError } from '#lib/functions/functions.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { ADMIN_REFUSED } from '#lib/session/admin-refusal.ts';

const FUNCTION = 'manual-google-oauth';

const begunShape = z.object({ state: z.string().min(1), redirect_uri: z.string().min(1) });
const exchangedShape = z.object({ success: z.literal(true), refresh_token: z.string().min(1) });

export interface Authorisation {
  state: string;
  /** Where the answer will go; Google wants it named again with the code. */
  redirectUri: string;
  /** Leads to Google's consent page. */
  address: string;
}

/** Begins an authorisation. Throws FunctionError. */
export async function beginAuthorisation(): Promise<Authorisation> {
  const { state, redirect_uri } = begunShape.parse(await call('begin', {}));
  const address = `${readPublicEnv().supabaseUrl}/functions/v1/${FUNCTION}`;
  return {
    state,
    redirectUri: redirect_uri,
    address: `${address}?${new URLSearchParams({ action: 'consent', state })}`,
  };
}

/** The refresh token that a code stands for, which the server has stored. Works once a code. Throws FunctionError. */
export async function exchangeCode(code: string, redirectUri: string): Promise<string> {
  return exchangedShape.parse(await call('exchange-code', { code, redirect_uri: redirectUri })).refresh_token;
}

async function call(action: string, body: object): Promise<unknown> {
  try {
    return await callFunction(`${FUNCTION}?action=${action}`, body);
  } catch (error) {
    const isRefused = error instanceof FunctionError && error.failure.kind === 'http' && error.failure.status === 403;
    if (isRefused) window.dispatchEvent(new Event(ADMIN_REFUSED));
    throw error;
  }
}
