import { mentorAnswer as copy } from '#copy/sessions/requests.ts';
import { zoned } from '#rules/mentors/mentor-time.ts';
import { formatMoment, slotEnd, slotStart } from '#rules/shell/ist.ts';
import { bookingStart, LATEST_ANSWER_MS, type RejectionReason } from './booking.ts';

/** Why a mentor declines (docs/product/requests.md#reasons-to-decline); `other` needs the mentor's own words. */
export const DECLINE_REASONS = ['not_free', 'not_my_subject', 'needs_more', 'other'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];
/** How many other times a decline may offer, and a proposal for an approved session. */
export const OFFERED_TIMES = { decline: 2, move: 3 } as const;

/** The reason that the founder reads, in the terms of an administrator's rejection; the database has the same. */
export const REJECTION_OF: Record<DeclineReason, RejectionReason> = {
  not_free: 'mentor_not_available',
  not_my_subject: 'mentor_not_suited',
  needs_more: 'information_not_enough',
  other: 'other',
};

/** A time in India, as the database takes it: a day such as 2026-11-27, and times such as 09:30 or 09:30:00. */
export type OfferedTime = { date: string; start_time: string; end_time: string };

/**
 * The time that begins at an instant and lasts as long as a session, as a time in India; null if it crosses midnight
 * there.
 */
export function offeredTimeAt(start: Date, minutes: number): OfferedTime | null {
  const from = zoned(start, 'Asia/Kolkata');
  const to = zoned(new Date(start.getTime() + minutes * 60_000), 'Asia/Kolkata');
  // The table of times needs a start and a later end on one day in India.
  return to.date === from.date ? { date: from.date, start_time: from.time, end_time: to.time } : null;
}

/** The instant at which the clocks of a zone show this; null where they skip it. */
export function instantIn(zone: string, day: string, at: string): Date | null {
  const asIfUtc = new Date(`${day}T${at}:00Z`).getTime();
  for (const from of [asIfUtc - 14 * 3_600_000, asIfUtc, asIfUtc + 14 * 3_600_000]) {
    const seen = zoned(new Date(from), zone);
    const offset = new Date(`${seen.date}T${seen.time}:00Z`).getTime() - from;
    const found = new Date(asIfUtc - offset);
    const shown = zoned(found, zone);
    if (shown.date === day && shown.time === at) return found;
  }
  return null;
}

export interface OfferProblem {
  index: number;
  sentence: string;
}

/**
 * The first of the typed times that cannot be offered; the database decides again. The start must be between `from` and
 * `to`, which `moment` writes in the mentor's zone for the sentence.
 */
export function findOfferProblem(
  times: readonly (OfferedTime | null)[],
  present: OfferedTime,
  { from, to, moment }: { from: Date; to: Date; moment: (at: Date) => string },
): OfferProblem | null {
  const sentence = copy.timeNotValid(moment(from), moment(to));
  const key = (one: OfferedTime) => `${one.date} ${one.start_time.slice(0, 5)}`;
  const seen = new Set([key(present)]);
  for (const [index, one] of times.entries()) {
    if (one === null || seen.has(key(one))) return { index, sentence };
    const start = slotStart({ date: one.date, startTime: one.start_time });
    if (start < from || start > to) return { index, sentence };
    seen.add(key(one));
  }
  return null;
}

/** Times for an approved session can be chosen for so long, at most (docs/product/requests.md#moving-an-approved-session). */
const MOVE_OFFER_MS = 72 * 3_600_000;

/** Until when the founder may choose a time that the mentor offers; the database goes by its own clock. */
export function offerEnds(
  offer: { kind: string; sent_at: string | null },
  booking: { date: string; start_time: string; answer_by: string },
): Date {
  if (offer.kind === 'decline') return new Date(booking.answer_by);
  const sent = offer.sent_at === null ? 0 : Date.parse(offer.sent_at);
  return new Date(Math.min(sent + MOVE_OFFER_MS, bookingStart(booking).getTime() - LATEST_ANSWER_MS));
}

/** Minutes that a session lasts. */
export function minutesOf({ date, start_time, end_time }: OfferedTime): number {
  const end = slotEnd({ date, endTime: end_time });
  return (end.getTime() - slotStart({ date, startTime: start_time }).getTime()) / 60_000;
}

/** The database's detail "from|to" of proposal_not_valid as moments in India. */
export function offerRangeOf(detail: string): { from: string; to: string } | null {
  const [from, to] = detail.split('|').map((part) => new Date(part.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')));
  if (!from || !to || Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) return null;
  return { from: formatMoment(from), to: formatMoment(to) };
}
