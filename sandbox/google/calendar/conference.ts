import { randomInt } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { z } from 'zod';
import { invalid, required } from './errors.ts';

export const conferenceShape = z.object({
  createRequest: z
    .object({
      requestId: z.string().nullish(),
      conferenceSolutionKey: z.object({ type: z.string().nullish() }).nullish(),
    })
    .nullish(),
});

/** What an event remembers of its video call; there is a room only when `status` is success. */
export type Conference = { requestId: string; status: 'pending' | 'success' | 'failure'; code: string | null };

export type Outcome = Conference['status'];

/**
 * The conference that a client's data asks for. A request whose id was seen before on this calendar is ignored: there
 * is no second room, and no room is shared.
 */
export async function createConference(
  tx: TransactionSql,
  calendarId: string,
  given: z.output<typeof conferenceShape>,
  outcome: Outcome,
): Promise<Conference | undefined> {
  const { createRequest } = given;
  if (!createRequest) return undefined;
  if (createRequest.conferenceSolutionKey?.type !== 'hangoutsMeet') {
    throw invalid('Invalid conference type value.');
  }
  const { requestId } = createRequest;
  if (!requestId) throw required('Missing conference request id.');
  const [room] = await tx`
    insert into sandbox.google_meet_rooms (calendar_id, request_id, code)
    values (${calendarId}, ${requestId}, ${newMeetCode()})
    on conflict (calendar_id, request_id) do nothing returning code`;
  return room && { requestId, status: outcome, code: outcome === 'failure' ? null : room.code };
}

/** `conferenceData` of an event, and its `hangoutLink`. */
export function conferenceFields({ requestId, status, code }: Conference): object {
  const key = { type: 'hangoutsMeet' };
  const createRequest = { requestId, conferenceSolutionKey: key, status: { statusCode: status } };
  if (status !== 'success') return { conferenceData: { createRequest } };
  const uri = `https://meet.google.com/${code}`;
  return {
    hangoutLink: uri,
    conferenceData: {
      createRequest,
      entryPoints: [{ entryPointType: 'video', uri, label: uri.slice('https://'.length) }],
      conferenceSolution: { key, name: 'Google Meet' },
      conferenceId: code,
    },
  };
}

/** "abc-defg-hij" */
export function newMeetCode(): string {
  const letters = (count: number) =>
    Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');
  return `${letters(3)}-${letters(4)}-${letters(3)}`;
}
