import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callVisitorFunction } from '#lib/functions/visitor-functions.ts';
import { NEVER_CACHED, SILENT } from '#lib/query/query-presets.ts';

const FUNCTION = 'answer-account-alert';

const lookShape = z.object({ email: z.string() });
const answerShape = z.object({ email_mailed: z.boolean() });

/** Where a link for a new password would go, with most of the address hidden. Changes nothing. Throws FunctionError. */
export function alertQuery(token: string) {
  return queryOptions({
    queryKey: ['account-alert', token],
    queryFn: () => lookAtAlert(token),
    retry: false,
    ...NEVER_CACHED,
    ...SILENT,
  });
}

async function lookAtAlert(token: string): Promise<string> {
  return lookShape.parse(await callVisitorFunction(FUNCTION, { token, look: true })).email;
}

/** Secures the account; answers whether a link for a new password could be mailed. Throws FunctionError. */
export async function secureAccount(token: string): Promise<boolean> {
  return answerShape.parse(await callVisitorFunction(FUNCTION, { token })).email_mailed;
}
