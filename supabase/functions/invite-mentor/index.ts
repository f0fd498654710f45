import { z } from 'zod';
import { mentorAccounts } from '#copy/people/mentor-accounts.ts';
import { queryWithSentences, serviceClient } from '#functions/_shared/database.ts';
import { createHandler, readBody } from '#functions/_shared/http.ts';
import { requireAdministrator } from '#functions/_shared/people/auth.ts';
import { inviteMentorBody } from '#rules/people/mentor-invitation.ts';

const answerShape = z.object({ email: z.string() });
const refusals: Record<string, string> = mentorAccounts.refusals;

/**
 * Invites a mentor by e-mail to take over the profile, for administrators (docs/product/mentor-accounts.md#invitation);
 * a former link that was open is no longer valid. The worker makes the link's secret. Answers the address. 404
 * mentor_not_found, 409 mentor_has_account, 422 mentor_has_no_address, 429 too_many_invitations.
 */
export default createHandler('invite-mentor', async (request) => {
  const { id } = await requireAdministrator(request);
  const { mentor_id } = await readBody(request, inviteMentorBody);
  const call = serviceClient().rpc('create_mentor_invitation', { p_mentor_id: mentor_id, p_sent_by: id });
  return { email: answerShape.parse(await queryWithSentences(call, refusals)).email };
});
