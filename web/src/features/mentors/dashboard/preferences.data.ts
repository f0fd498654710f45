import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { FRESH_ON_OPEN, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import { MENTOR_MAIL_KINDS } from '#rules/people/mail-stops.ts';

/** The e-mails that a mentor chooses, in the order of the page. */
export const MAIL_CHOICES = ['reminder24', 'reminder1', 'new_review', 'weekly_overview', 'monthly_statement'] as const;
const [SUMMARIES] = MENTOR_MAIL_KINDS;
export type MailChoice = (typeof MAIL_CHOICES)[number];

const preferences = z.object({
  notifications: z.record(z.enum(MAIL_CHOICES), z.boolean()),
  shows_next_availability: z.boolean(),
  /** Where session e-mails go. */
  email: z.string().nullable(),
  /** The account's, null while it is not confirmed. */
  account_email: z.string().nullable(),
});
export type MentorPreferences = z.output<typeof preferences>;

export function preferencesQuery(mentorId: string) {
  return queryOptions({
    queryKey: ['mentor-preferences', mentorId],
    queryFn: async () => preferences.parse(await takeAnswer(supabase().rpc('my_mentor_preferences'))),
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}

/** What changes alone is named. Throws ApiError. */
export async function savePreferences(change: {
  notifications?: Partial<Record<MailChoice, boolean>>;
  showsNextAvailability?: boolean;
  hidesFirstSteps?: boolean;
}): Promise<MentorPreferences> {
  const { notifications = {}, showsNextAvailability, hidesFirstSteps } = change;
  const answer = await takeAnswer(
    supabase().rpc('save_mentor_preferences', {
      p_notifications: notifications,
      ...(showsNextAvailability !== undefined && { p_shows_next_availability: showsNextAvailability }),
      ...(hidesFirstSteps !== undefined && { p_hides_first_steps: hidesFirstSteps }),
    }),
  );
  return preferences.parse(answer);
}

/** Whether the mentor is reminded of a summary that is missing; it is stopped as other optional e-mails are. */
export function summaryReminderQuery(mentorId: string) {
  return queryOptions({
    queryKey: ['mentor-preferences', mentorId, SUMMARIES],
    queryFn: async () => !(await takeAnswer(supabase().rpc('my_mail_stops'))).includes(SUMMARIES),
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}

/** Throws ApiError. */
export const turnSummaryReminder = (isOn: boolean) =>
  takeAnswer(supabase().rpc('set_my_mail_stop', { p_kind: SUMMARIES, p_is_stopped: !isOn }));

/** Answers the address. Throws ApiError. */
export function takeAccountEmail(): Promise<string> {
  return takeAnswer(supabase().rpc('use_account_email'));
}

/** Throws ApiError. */
export async function leaveMarketplace(mentorId: string, name: string): Promise<void> {
  await takeAnswer(supabase().rpc('leave_marketplace', { p_mentor_id: mentorId, p_name: name }));
}
