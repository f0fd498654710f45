import { z } from 'zod';

/** The body of invite-mentor. */
export const inviteMentorBody = z.object({ mentor_id: z.guid() });

/** The body of accept-mentor-invitation. `read` changes nothing and needs no session. */
export const invitationBody = z.object({
  token: z.string().min(1).max(200),
  action: z.enum(['read', 'accept', 'claim']),
});
export type InvitationAction = z.output<typeof invitationBody>['action'];

/** What accept-mentor-invitation answers where it does not refuse. */
export const invitationAnswer = z.object({
  mentor: z.object({ name: z.string(), image: z.string() }),
  is_accepted: z.boolean(),
  /** The invited address, with only its first letter and its domain readable. */
  invited: z.string().optional(),
  is_mine: z.boolean().optional(),
  is_confirmed: z.boolean().optional(),
  is_claimed_by_me: z.boolean().optional(),
});
export type InvitationAnswer = z.output<typeof invitationAnswer>;

/** "a•••@mentors.example". */
export function dottedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '•••' : `${[...email][0]}•••${email.slice(at)}`;
}
