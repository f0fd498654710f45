import { queryOptions } from '@tanstack/react-query';
import type { personCopy } from '#copy/people/person.ts';
import { callAdminFunction } from '#lib/functions/functions.data.ts';
import { FRESH_ON_RETURN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';

export interface PersonRecord {
  id: string;
  kind: string;
  body: string;
  /** Days in India. */
  received_on: string;
  answer_by: string | null;
  answered_at: string | null;
}

export type Section = keyof typeof personCopy.sections;

/** The sections are parts of the person's own export, the oldest row of each first. */
export type Person = Record<Section, Record<string, unknown>[]> & {
  mentor_id: string | null;
  records: PersonRecord[];
  mail_stops: { kind: string }[];
};

/** One person; null where the account is gone. The reading is an entry of the audit log. */
export function personQuery(id: string) {
  return queryOptions({
    queryKey: [OFFICE, 'person', id],
    queryFn: async ({ signal }): Promise<Person | null> => {
      const { data, error } = await supabase().rpc('person_details', { p_user_id: id }).abortSignal(signal);
      if (error) throw error;
      return data as unknown as Person;
    },
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}

/** The document that the person downloads themselves. Needs a proof. Throws ApiError. */
export const exportPerson = (id: string, reason: string) =>
  takeAnswer(supabase().rpc('export_person', { p_user_id: id, p_reason: reason }));

/** Needs a proof. Throws FunctionError. */
export const erasePerson = (id: string, reason: string) => callAdminFunction('delete-account', { user_id: id, reason });

/** A note, or with its days a request. Throws ApiError. */
export const addRecord = (id: string, kind: string, body: string, days?: { received: string; answerBy: string }) =>
  takeAnswer(
    supabase().rpc('add_person_record', {
      p_user_id: id,
      p_kind: kind,
      p_body: body,
      ...(days && { p_received_on: days.received, p_answer_by: days.answerBy }),
    }),
  );

/** Stops an optional e-mail to a person, or allows it again. Throws ApiError. */
export const setMailStop = (id: string, kind: string, isStopped: boolean) =>
  takeAnswer(supabase().rpc('set_mail_stop', { p_user_id: id, p_kind: kind, p_is_stopped: isStopped }));

/** Throws ApiError. */
export const closeRecord = (id: string) => takeAnswer(supabase().rpc('close_person_record', { p_id: id }));
