import { queryOptions } from '@tanstack/react-query';
import { mentorAccounts } from '#copy/people/mentor-accounts.ts';
import { site } from '#copy/shell/site.ts';
import { callFunction } from '#lib/functions/functions.data.ts';
import { FunctionError } from '#lib/functions/functions.ts';
import { callVisitorFunction } from '#lib/functions/visitor-functions.ts';
import { SILENT } from '#lib/query/query-presets.ts';
import { type InvitationAction, type InvitationAnswer, invitationAnswer } from '#rules/people/mentor-invitation.ts';

const FUNCTION = 'accept-mentor-invitation';

/** Reading changes nothing: only the page's buttons accept and ask. Throws FunctionError. */
export async function takeInvitation(
  token: string,
  action: InvitationAction,
  isSignedIn: boolean,
): Promise<InvitationAnswer> {
  const call = isSignedIn ? callFunction : callVisitorFunction;
  return invitationAnswer.parse(await call(FUNCTION, { token, action }));
}

/** What an invitation says to this person; each question counts, so it is asked once. */
export function invitationQuery(token: string, userId: string | null) {
  return queryOptions({
    queryKey: ['mentor-invitation', token, userId],
    queryFn: () => takeInvitation(token, 'read', userId !== null),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    ...SILENT,
  });
}

/** What the page says of a failed call. `isFinal`: this link leads nowhere any more. */
export function invitationFailure(error: unknown): { sentence: string; isFinal: boolean; code: string | null } {
  if (!(error instanceof FunctionError)) return { sentence: mentorAccounts.page.failed, isFinal: false, code: null };
  const { code, error: sentence } = error.body;
  const { failure } = error;
  const isRefusal = failure.kind === 'http' && failure.status >= 400 && failure.status < 500;
  const isOwn = isRefusal && typeof sentence === 'string' && sentence !== '';
  return {
    sentence: isOwn ? sentence : error.message === site.offline ? site.offline : mentorAccounts.page.failed,
    isFinal: failure.kind === 'http' && (failure.status === 404 || failure.status === 410),
    code: typeof code === 'string' ? code : null,
  };
}
