import { z } from 'zod';
import { twoStep } from '#copy/people/two-step.ts';
import { hasRecoveryFlag, setRecoveryFlag } from '#features/people/auth/password-recovery/recovery-flag.ts';
import { ApiError } from '#lib/api-error.ts';
import { supabase } from '#lib/supabase.ts';
import { recoveryCodeFailure } from './two-step-failures.ts';

export interface Device {
  id: string;
  name: string;
}

/** The devices that give codes, oldest first. Throws the Auth error. */
async function readDevices(): Promise<Device[]> {
  const { data, error } = await supabase().auth.mfa.listFactors();
  if (error) throw error;
  return data.totp.map(({ id, friendly_name: name }, at) => ({
    id,
    name: name || `${twoStep.setUp.deviceName} ${at + 1}`,
  }));
}

/** Without the shared options, which are not in the first load of the back office. */
export const devicesQuery = {
  queryKey: ['two-step-devices'],
  queryFn: readDevices,
  staleTime: 0,
  gcTime: 0,
  refetchOnMount: 'always',
  meta: { silent: true },
} as const;

/** Takes the second step with a device's code. Throws the Auth error. */
export async function enterCode(deviceId: string, code: string): Promise<void> {
  const { auth } = supabase();
  const before = (await auth.getSession()).data.session;
  const isRecovery = before !== null && hasRecoveryFlag(before.access_token);
  const { data, error } = await auth.mfa.challengeAndVerify({ factorId: deviceId, code });
  if (error) throw error;
  // The session that a recovery link made stays one, whatever Auth calls it after the code.
  if (isRecovery) setRecoveryFlag(data.access_token);
}

const usedShape = z.object({ left: z.number().int().optional(), wrong: z.boolean().optional() });

/** Uses up a recovery code, after which two-step sign-in is off; answers how many are left. Throws ApiError. */
export async function enterRecoveryCode(code: string): Promise<number> {
  const { data, error, status } = await supabase().rpc('use_recovery_code', { p_code: code });
  if (error) {
    const { sentence, details } = recoveryCodeFailure(error, status);
    throw new ApiError('refused', { sentence, ...(details && { details }), cause: error });
  }
  const { left, wrong } = usedShape.parse(data);
  if (wrong || left === undefined) throw new ApiError('invalid', { sentence: twoStep.wrongRecoveryCode });
  return left;
}

/** Has the session read again by all who follow it, after what it may do has changed. */
export async function renewSession(): Promise<void> {
  const { error } = await supabase().auth.refreshSession();
  if (error) console.warn('The session could not be renewed', error);
}

/** A device that is not confirmed yet. */
export interface NewDevice {
  id: string;
  /** An address for an `img`. */
  picture: string;
  key: string;
}

/** Begins to add a device; what was begun before and never confirmed goes. Throws the Auth error. */
export async function beginDevice(name: string): Promise<NewDevice> {
  const { mfa } = supabase().auth;
  const factors = await mfa.listFactors();
  if (factors.error) throw factors.error;
  for (const { id, status } of factors.data.all) {
    if (status !== 'unverified') continue;
    const { error } = await mfa.unenroll({ factorId: id });
    if (error) throw error;
  }
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: name });
  if (error) throw error;
  const { qr_code: picture, secret } = data.totp;
  return { id: data.id, picture: pictureAddress(picture), key: secret };
}

/** The client puts the drawing into an address as it is, where a `#` would end it. */
function pictureAddress(address: string): string {
  const drawing = address.slice(address.indexOf(',') + 1);
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

const codesShape = z.array(z.string().min(1));

/** Ten new recovery codes, in place of all earlier ones. Throws what the database answered. */
export async function makeRecoveryCodes(): Promise<string[]> {
  const { data, error } = await supabase().rpc('new_recovery_codes');
  if (error) throw error;
  return codesShape.parse(data);
}
