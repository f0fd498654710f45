import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { z } from 'zod';
import { timeProposals as copy } from '#copy/mentor-answer.ts';
import { mentorSessions } from '#copy/mentor-sessions.ts';
import { mentorRefusals } from '#copy/mentor-settings.ts';
import { apiFailure } from '#lib/api-error.ts';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import type { OfferedTime } from '#rules/mentor-answer.ts';

/** A time that a mentor offered, as the functions for mentors and administrators answer it. */
export const offeredTimeShape = z.object({
  id: z.string(),
  kind: z.enum(['decline', 'move']),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  state: z.string(),
  sent_at: z.string().nullable(),
});
export type OfferedTimeRow = z.output<typeof offeredTimeShape>;

const KEY = ['time-proposals'];

async function readOffers(userId: string) {
  const { data, error } = await supabase()
    .from('time_proposals')
    .select('id,booking_id,kind,date,start_time,end_time,state,sent_at,bookings!inner(user_id)')
    .eq('bookings.user_id', userId)
    .in('state', ['open', 'lost'])
    .order('date')
    .order('start_time');
  if (error) throw error;
  return data;
}
export type Offer = Awaited<ReturnType<typeof readOffers>>[number];

/** Times that mentors offered to the signed-in founder and that are not answered, read again on each visit and return. */
export function offersQuery(userId: string) {
  return queryOptions({ queryKey: [...KEY, userId], queryFn: () => readOffers(userId), ...FRESH_ON_RETURN, ...SILENT });
}

/** What a founder's or mentor's answer came to where it was not done. */
export type OfferProblem = 'taken' | 'closed';
const PROBLEMS: Record<string, OfferProblem> = {
  slot_taken: 'taken',
  proposal_closed: 'closed',
  proposal_not_found: 'closed',
  booking_not_found: 'closed',
  booking_transition_not_allowed: 'closed',
  too_late: 'closed',
  slot_in_past: 'closed',
};

/** What a founder is told where an offered time could not be chosen. */
export function offerProblemSentence(problem: OfferProblem): string {
  return problem === 'taken' ? copy.slotTaken : copy.closed;
}

type Answer = { error: { message: string; details?: string } | null; status: number };

function problemOf({ error, status }: Answer): OfferProblem | null {
  if (!error) return null;
  const problem = PROBLEMS[error.message];
  if (!problem) throw apiFailure(error, status, () => copy.failed);
  return problem;
}

/** Takes an offered time. Throws ApiError with a sentence. */
export async function chooseOffer(id: string): Promise<OfferProblem | null> {
  return problemOf(await supabase().rpc('answer_proposal', { p_proposal_id: id }));
}

/** Takes none of the offered times. Throws ApiError with a sentence. */
export async function declineOffers(bookingId: string): Promise<OfferProblem | null> {
  return problemOf(await supabase().rpc('decline_proposals', { p_booking_id: bookingId }));
}

/** Sends the founder what the mentor offers instead, for administrators. Throws ApiError with a sentence. */
export async function sendOffers(bookingId: string): Promise<OfferProblem | null> {
  return problemOf(await supabase().rpc('send_proposals', { p_booking_id: bookingId }));
}

export type ProposalProblem = 'notPossible' | 'open' | 'times' | 'gone' | 'left';
const PROPOSAL_PROBLEMS: Record<string, ProposalProblem> = {
  incident_not_possible: 'notPossible',
  proposal_open: 'open',
  proposal_not_valid: 'times',
  booking_not_found: 'gone',
  mentor_left: 'left',
};

/** What a mentor is told where no times were offered; for `times` the field says it. */
export function proposalProblemSentence(problem: Exclude<ProposalProblem, 'times'>): string {
  switch (problem) {
    case 'notPossible':
      return copy.propose.notPossible;
    case 'open':
      return copy.propose.open;
    case 'gone':
      return mentorSessions.refusals.booking_not_found;
    case 'left':
      return mentorRefusals.mentor_left;
  }
}

/** A mentor offers other times for an approved session. Throws ApiError with a sentence. */
export async function proposeTimes(bookingId: string, times: readonly OfferedTime[]): Promise<ProposalProblem | null> {
  const { error, status } = await supabase().rpc('propose_times', { p_booking_id: bookingId, p_times: [...times] });
  if (!error) return null;
  const problem = PROPOSAL_PROBLEMS[error.message];
  if (!problem) throw apiFailure(error, status, () => copy.failed);
  return problem;
}

/** A mentor takes back what they offered. Throws ApiError with a sentence. */
export async function withdrawOffers(bookingId: string): Promise<void> {
  const { error, status } = await supabase().rpc('withdraw_proposals', { p_booking_id: bookingId });
  if (error) throw apiFailure(error, status, () => copy.failed);
}

/** Reads offers, bookings and refunds again after one was answered. */
export function useOfferReload() {
  const client = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [KEY, ['bookings'], ['booking-refunds'], ['mentor-sessions']]) {
      void client.invalidateQueries({ queryKey });
    }
  }, [client]);
}
