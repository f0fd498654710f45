import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { BOOKING_REFUNDS } from '#features/money/refunds/refunds.data.ts';
import { FOUNDER_BOOKINGS, MENTOR_SESSIONS } from '#lib/query/query-keys.ts';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import type { OfferedTime } from '#rules/sessions/request.ts';

/** A time that a mentor offered, as the functions for mentors and administrators answer it. */
export type OfferedTimeRow = OfferedTime & {
  id: string;
  kind: 'decline' | 'move';
  state: string;
  sent_at: string | null;
};

const KEY = 'time-proposals';

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
  return queryOptions({ queryKey: [KEY, userId], queryFn: () => readOffers(userId), ...FRESH_ON_RETURN, ...SILENT });
}

/** Takes an offered time. Throws ApiError. */
export async function chooseOffer(id: string): Promise<void> {
  await takeAnswer(supabase().rpc('answer_proposal', { p_proposal_id: id }));
}

/** Takes none of the offered times. Throws ApiError. */
export async function declineOffers(bookingId: string): Promise<void> {
  await takeAnswer(supabase().rpc('decline_proposals', { p_booking_id: bookingId }));
}

/** Sends the founder what the mentor offers instead, for administrators. Throws ApiError. */
export async function sendOffers(bookingId: string): Promise<void> {
  await takeAnswer(supabase().rpc('send_proposals', { p_booking_id: bookingId }));
}

/** A mentor offers other times for an approved session. Throws ApiError. */
export async function proposeTimes(bookingId: string, times: readonly OfferedTime[]): Promise<void> {
  await takeAnswer(supabase().rpc('propose_times', { p_booking_id: bookingId, p_times: [...times] }));
}

/** A mentor takes back what they offered. Throws ApiError. */
export async function withdrawOffers(bookingId: string): Promise<void> {
  await takeAnswer(supabase().rpc('withdraw_proposals', { p_booking_id: bookingId }));
}

/** Reads offers, bookings and refunds again after one was answered. */
export function useOfferReload() {
  const client = useQueryClient();
  return useCallback(() => {
    for (const noun of [KEY, FOUNDER_BOOKINGS, BOOKING_REFUNDS, MENTOR_SESSIONS]) {
      void client.invalidateQueries({ queryKey: [noun] });
    }
  }, [client]);
}
