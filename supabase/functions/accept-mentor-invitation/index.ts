import { createHash } from 'node:crypto';
import { z } from 'zod';
import { mentorAccounts } from '#copy/people/mentor-accounts.ts';
import { sourceOf, takeSubmission } from '#functions/_shared/content/submissions.ts';
import { queryWithSentences, serviceClient } from '#functions/_shared/database.ts';
import { createHandler, HttpError, readBody } from '#functions/_shared/http.ts';
import { bearerToken } from '#functions/_shared/keys.ts';
import { requireUser } from '#functions/_shared/people/auth.ts';
import { dottedEmail, type InvitationAnswer, invitationBody } from '#rules/people/mentor-invitation.ts';

const found = z.object({
  name: z.string(),
  image: z.string(),
  is_accepted: z.boolean(),
  email: z.string().optional(),
  is_mine: z.boolean().optional(),
  is_confirmed: z.boolean().optional(),
  is_claimed_by_me: z.boolean().optional(),
});
const refusals: Record<string, string> = mentorAccounts.refusals;

/**
 * The link of an invitation (docs/product/mentor-accounts.md#acceptance): `read` says whose profile it is and changes
 * nothing, also without a session; `accept` links the signed-in account, whose confirmed address must be the invited
 * one; `claim` asks administrators to allow the account's own address. Refuses as take_invitation, 401 without a
 * session, and 429 as takeSubmission (20 tries an hour from one network).
 */
export default createHandler('accept-mentor-invitation', async (request) => {
  const { token, action } = await readBody(request, invitationBody);
  const database = serviceClient();
  const user = action === 'read' ? await findUser(request) : await requireUser(request);
  await takeSubmission(database.rpc('count_submission', { p_form: 'mentor_invitation', p_source: sourceOf(request) }));
  const call = database.rpc('take_invitation', {
    p_token_hash: createHash('sha256').update(token).digest('hex'),
    p_action: action,
    ...(user && { p_user_id: user.id }),
  });
  const { name, image, email, ...state } = found.parse(await queryWithSentences(call, refusals));
  return { mentor: { name, image }, ...(email && { invited: dottedEmail(email) }), ...state } as InvitationAnswer;
});

/** Null for a visitor: without a token, or with one that hosted Supabase puts there for a key, which is no person's. */
async function findUser(request: Request): Promise<{ id: string } | null> {
  if (!bearerToken(request)) return null;
  try {
    return await requireUser(request);
  } catch (error) {
    if (error instanceof HttpError && error.status === 401) return null;
    throw error;
  }
}
