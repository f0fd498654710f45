import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#lib/api-error.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { FRESH_ON_OPEN, FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';

/** HTTP's status of a refusal, from the data API, a function or Auth. */
export function statusOf(error: unknown): number | undefined {
  const { status, failure }: { status?: unknown; failure?: { status?: unknown } } = Object(error);
  return [status, failure?.status].find((number): number is number => typeof number === 'number');
}

export const accountKey = (userId: string, part: string) => ['account', userId, part] as const;

interface Details {
  name: string;
  /** Empty without one. */
  phone: string;
  /** It was saved on the account page, and not in the investor form alone. */
  isPhoneKept: boolean;
}

/** The signed-in person's name and phone as the profile has them. */
export function detailsQuery(userId: string) {
  return queryOptions({
    queryKey: accountKey(userId, 'details'),
    queryFn: async (): Promise<Details> => {
      const profile = await takeAnswer<{ name: string | null; phone: string | null; is_phone_kept: boolean }>(
        supabase().from('profiles').select('name, phone, is_phone_kept').eq('id', userId).maybeSingle(),
      );
      return { name: profile?.name ?? '', phone: profile?.phone ?? '', isPhoneKept: profile?.is_phone_kept ?? false };
    },
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}

/** Throws ApiError, `reason` being the database's word. */
export async function changeName(name: string): Promise<void> {
  await takeAnswer(supabase().rpc('change_my_name', { p_name: name }));
}

/** Saves the phone for the account, or removes it where it is empty. Throws ApiError. */
export async function changePhone(userId: string, phone: string): Promise<void> {
  const rows = await takeAnswer<unknown[]>(
    supabase()
      .from('profiles')
      .update({ phone: phone || null, is_phone_kept: phone !== '' })
      .eq('id', userId)
      .select('id'),
  );
  // A session that ended changes nothing and is no error to the database.
  if (rows.length === 0) throw new ApiError('refused', { reason: 'no profile was changed' });
}

export interface Factor {
  id: string;
  name: string | null;
  addedAt: Date;
}

/** What Auth itself says of the account. */
export interface AuthAccount {
  email: string;
  /** The address that waits for confirmation. */
  newEmail: string | null;
  /** The verified ones, oldest first. */
  factors: Factor[];
}

async function readAccount(): Promise<AuthAccount> {
  const { data, error } = await supabase().auth.getUser();
  if (error) throw error;
  const { email = '', new_email: newEmail, factors = [] } = data.user;
  return {
    email,
    newEmail: newEmail || null,
    factors: factors
      .filter(({ status }) => status === 'verified')
      .map((factor) => ({ id: factor.id, name: factor.friendly_name || null, addedAt: new Date(factor.created_at) }))
      .sort((one, other) => one.addedAt.getTime() - other.addedAt.getTime()),
  };
}

export function authAccountQuery(userId: string) {
  return queryOptions({ queryKey: accountKey(userId, 'auth'), queryFn: readAccount, ...FRESH_ON_RETURN, ...SILENT });
}

/** Asks for another address; both are written to. Throws the Auth error. */
export async function changeEmail(email: string): Promise<void> {
  const emailRedirectTo = new URL(paths.account, readPublicEnv().siteUrl).href;
  const { error } = await supabase().auth.updateUser({ email }, { emailRedirectTo });
  if (error) throw error;
}

/** Throws ApiError, `reason` being the database's word. */
export async function cancelEmailChange(): Promise<void> {
  await takeAnswer(supabase().rpc('cancel_email_change'));
}

/** `current` is left out for an account without a password. Throws the Auth error. */
export async function changePassword(passwords: { current?: string; password: string }): Promise<void> {
  const { current, password } = passwords;
  const { error } = await supabase().auth.updateUser({
    password,
    ...(current !== undefined && { current_password: current }),
  });
  if (error) throw error;
}

/** Throws the Auth error. */
export async function removeFactor(factorId: string): Promise<void> {
  const { error } = await supabase().auth.mfa.unenroll({ factorId });
  if (error) throw error;
}

/** How many recovery codes are not used yet. */
export function recoveryCodesQuery(userId: string) {
  return queryOptions({
    queryKey: accountKey(userId, 'recovery-codes'),
    queryFn: () => takeAnswer(supabase().rpc('recovery_codes_left')),
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}

export interface Device {
  id: string;
  userAgent: string | null;
  network: string | null;
  signedInAt: Date;
  lastUsedAt: Date;
  isThisDevice: boolean;
  isTwoStep: boolean;
}

async function readDevices(): Promise<Device[]> {
  const rows = await takeAnswer(supabase().rpc('my_sessions'));
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    network: row.network,
    signedInAt: new Date(row.signed_in_at),
    lastUsedAt: new Date(row.last_used_at),
    isThisDevice: row.is_this_device,
    isTwoStep: row.is_two_step,
  }));
}

/** Where the account is signed in: this device first, then by the latest use. */
export function devicesQuery(userId: string) {
  return queryOptions({ queryKey: accountKey(userId, 'devices'), queryFn: readDevices, ...FRESH_ON_RETURN, ...SILENT });
}

function endedIn(answer: unknown): number {
  const { ended }: { ended?: unknown } = Object(answer);
  return typeof ended === 'number' ? ended : 0;
}

/** Ends the session of one other device; answers how many were ended. Throws ApiError. */
export async function endSession(sessionId: string): Promise<number> {
  return endedIn(await takeAnswer(supabase().rpc('end_session', { p_session_id: sessionId })));
}

/** Ends every other session; answers how many were ended. Throws ApiError. */
export async function endOtherSessions(): Promise<number> {
  return endedIn(await takeAnswer(supabase().rpc('end_other_sessions')));
}

/** Throws ApiError. */
export async function setMailStop(kind: string, isStopped: boolean): Promise<void> {
  await takeAnswer(supabase().rpc('set_my_mail_stop', { p_kind: kind, p_is_stopped: isStopped }));
}

/** Whether reminders are sent, and the kinds of optional e-mails that the person does not want. */
export function notificationsQuery(userId: string) {
  return queryOptions({
    queryKey: accountKey(userId, 'notifications'),
    queryFn: async () => {
      const [choices, stops] = await Promise.all([
        takeAnswer(supabase().rpc('my_notifications')),
        takeAnswer(supabase().rpc('my_mail_stops')),
      ]);
      const { reminders }: { reminders?: unknown } = Object(choices);
      return { hasReminders: reminders !== false, stops };
    },
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}

/** Throws ApiError. */
export async function setReminders(hasReminders: boolean): Promise<void> {
  await takeAnswer(supabase().rpc('set_notifications', { p_reminders: hasReminders }));
}
