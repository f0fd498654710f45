import { z } from 'zod';
import { callAdminFunction } from '#lib/functions/functions.data.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { readPendingState } from './pending-oauth-state.ts';

const FUNCTION = 'manual-google-oauth';

const begunShape = z.object({ state: z.string().min(1), redirect_uri: z.string().min(1) });
const exchangedShape = z.object({ success: z.literal(true), refresh_token: z.string().min(1) });

/** Begins an authorisation; `address` leads to Google's consent page. Throws FunctionError. */
export async function beginAuthorisation() {
  const { state, redirect_uri } = begunShape.parse(await callAdminFunction(`${FUNCTION}?action=begin`, {}));
  const address = `${readPublicEnv().supabaseUrl}/functions/v1/${FUNCTION}`;
  return {
    state,
    /** Where the answer will go; Google wants it named again with the code. */
    redirectUri: redirect_uri,
    address: `${address}?${new URLSearchParams({ action: 'consent', state })}`,
  };
}

/** The refresh token that a code stands for, which the server has stored. Works once a code. Throws FunctionError. */
export async function exchangeCode(code: string, redirectUri: string): Promise<string> {
  const answer = await callAdminFunction(`${FUNCTION}?action=exchange-code`, {
    code,
    redirect_uri: redirectUri,
    state: readPendingState()?.state ?? '',
  });
  return exchangedShape.parse(answer).refresh_token;
}
