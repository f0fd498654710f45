import { z } from 'zod';
import { adminMentorAccounts as copy } from '#copy/people/admin-mentor-accounts.ts';
import { site } from '#copy/shell/site.ts';
import { ApiError } from '#lib/api-error.ts';
import { callAdminFunction } from '#lib/functions/functions.data.ts';
import { knownRefusal } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';

/** How the account of a mentor stands. */
export interface MentorAccount {
  state: 'not_invited' | 'invited' | 'expired' | 'claimed' | 'linked';
  /** When the latest invitation was sent. */
  sentAt: string | null;
  invitationId: string | null;
  /** The address that asks for the profile. */
  claimant: string | null;
  hasAddress: boolean;
}

/** What an administrator is asked about before it is done. */
export type Decision = 'confirm' | 'refuse' | 'unlink';

const states = z.enum(['not_invited', 'invited', 'expired', 'claimed', 'linked']);
const inviteAnswer = z.object({ email: z.string() });

/** By the mentor's id. Throws the error of the data API. */
export async function readMentorAccounts(
  mentorIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, MentorAccount>> {
  const { data, error } = await supabase()
    .rpc('list_mentor_accounts', { p_mentor_ids: [...mentorIds] })
    .abortSignal(signal);
  if (error) throw error;
  return new Map(
    data.map((row) => [
      row.mentor_id,
      {
        state: states.parse(row.state),
        sentAt: row.at,
        invitationId: row.invitation_id,
        claimant: row.claimant_email,
        hasAddress: row.has_address,
      },
    ]),
  );
}

/** Answers the address. Throws FunctionError. */
export async function inviteMentor(mentorId: string): Promise<string> {
  return inviteAnswer.parse(await callAdminFunction('invite-mentor', { mentor_id: mentorId })).email;
}

/** Throws ApiError. */
export async function revokeInvitation(mentorId: string): Promise<void> {
  settle(await supabase().rpc('revoke_invitation', { p_mentor_id: mentorId }));
}

/** Throws ApiError. */
export async function unlinkMentor(mentorId: string): Promise<void> {
  settle(await supabase().rpc('unlink_mentor', { p_mentor_id: mentorId }));
}

/** `alsoEmail`: session e-mails go to the address of the account from then on. Throws ApiError. */
export async function decideClaim(invitationId: string, isConfirmed: boolean, alsoEmail: boolean): Promise<void> {
  settle(
    await supabase().rpc('decide_claim', {
      p_invitation_id: invitationId,
      p_accept: isConfirmed,
      p_also_email: alsoEmail,
    }),
  );
}

type Answer = { error: { code: string; message: string; details: string | null } | null; status: number };

function settle({ error, status }: Answer): void {
  if (!error) return;
  // A refusal of the session or its rights: the gate leads out a person who is no longer an administrator.
  if (error.code === '42501') throw error;
  const sentence = knownRefusal(error, copy.refusals) ?? (status === 0 ? site.offline : site.serverError);
  throw new ApiError(status === 0 ? 'unreachable' : 'refused', { sentence, reason: error.message, cause: error });
}

/** The application has a profile already: its id. */
export class HasMentor extends Error {
  override readonly name = 'HasMentor';
  readonly mentorId: string;

  constructor(mentorId: string) {
    super(copy.applications.hasMentor);
    this.mentorId = mentorId;
  }
}

/** Makes a draft of an approved application and invites the address, else the application's own. Throws HasMentor, ApiError. */
export async function createMentorFromApplication(applicationId: string, email: string | null): Promise<string> {
  const answer = await supabase().rpc('create_mentor_from_application', {
    p_application_id: applicationId,
    ...(email !== null && { p_email: email }),
  });
  const { data, error, status } = answer;
  if (!error) return data;
  if (error.message === 'application_has_mentor') throw new HasMentor(error.details ?? '');
  settle({ error, status });
  throw error;
}
