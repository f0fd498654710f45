import type { ReactNode } from 'react';
import type { SlotTime } from '#rules/slots.ts';
import type { CancellationRequestForm } from './cancellation-request.ts';
import type { RescheduleForm } from './reschedule.ts';

/** A session about which something is to be recorded, as the list that asks has it. */
export interface SpoiledSession {
  id: string;
  user: string;
  mentor: string;
  status: string;
  time: SlotTime;
  /** Paise; null where nothing was paid online. */
  paidPaise: number | null;
}

export interface IncidentQuestion {
  session: SpoiledSession;
  /** Whom and when it concerns. */
  facts: ReactNode;
  /** The mentor's open times, each one press away; null when the mentor has been deleted. */
  freeTimes: ((chosen: SlotTime, onPick: (time: SlotTime) => void) => ReactNode) | null;
  /** "Tue 24 Nov, 10:00 AM – 11:00 AM IST". */
  whenOf: (time: SlotTime) => string;
  onClose: () => void;
  /** It was recorded, or somebody else changed the booking: the list is to be read anew. */
  onChanged: () => void;
  returnFocus: () => HTMLElement | null;
}

export const JUST_NOW: CancellationRequestForm = { isEarlier: false, date: '', time: '' };

export const EMPTY_TIME: RescheduleForm = { date: '', startTime: '', endTime: '', reason: '' };
