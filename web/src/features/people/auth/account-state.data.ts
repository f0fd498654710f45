import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import type { AccountState } from '#lib/session/session.ts';
import { isFlag, oneOf, readAs, shapeOf } from '#lib/shape.ts';
import { type supabase as mainClient, supabase } from '#lib/supabase.ts';

const answerShape = shapeOf({
  is_signed_in: isFlag,
  is_code_needed: isFlag,
  is_two_step_on: isFlag,
  admin_state: oneOf('not_admin', 'code_needed', 'sign_in_again', 'set_up_needed', 'ok'),
  has_password: isFlag,
  must_change_password: isFlag,
  is_mentor: isFlag,
});

/**
 * How a session stands, as the database sees it: the client's, or that of a token, where the client may have none by
 * now. Throws the error of the data API.
 */
export async function readAccountState({
  client = supabase(),
  accessToken,
}: {
  client?: ReturnType<typeof mainClient>;
  accessToken?: string;
} = {}): Promise<AccountState> {
  const call = client.rpc('my_account_state');
  const { data, error } = await (accessToken ? call.setHeader('Authorization', `Bearer ${accessToken}`) : call);
  if (error) throw error;
  const answer = readAs(answerShape, 'my_account_state', data);
  return {
    isSignedIn: answer.is_signed_in,
    isCodeNeeded: answer.is_code_needed,
    isTwoStepOn: answer.is_two_step_on,
    adminState: answer.admin_state,
    hasPassword: answer.has_password,
    mustChangePassword: answer.must_change_password,
    isMentor: answer.is_mentor,
  };
}

/** Whether the session that was just made still needs the code. The pages find out by themselves; this is for words. */
export async function isCodeNeeded(): Promise<boolean> {
  return readAccountState().then(
    (account) => account.isCodeNeeded,
    () => false,
  );
}

/** How the account and the session of the signed-in person stand (docs/product/accounts.md#sessions). */
export function accountStateQuery(userId: string) {
  return queryOptions({
    queryKey: ['account-state', userId],
    queryFn: () => readAccountState(),
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}
