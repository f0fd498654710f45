import { ApiError } from '#lib/api-error.ts';
import { callFunction } from '#lib/functions/functions.data.ts';
import { forgetNextSession } from '#lib/offline/kept-session.ts';
import { supabase } from '#lib/supabase.ts';

/** All that is kept about the person, as the server wrote it. Throws FunctionError. */
export async function readMyData(): Promise<unknown> {
  const document = await callFunction('export-my-data', {});
  if (document === null || typeof document !== 'object') throw new ApiError('unknown');
  return document;
}

/** Deletes the account for good. Throws FunctionError. */
export async function deleteAccount(): Promise<void> {
  await callFunction('delete-account', {});
}

/** Forgets the session of an account that is gone: no server is asked to end it. */
export async function forgetAccount(): Promise<void> {
  const { error } = await supabase().auth.signOut({ scope: 'local' });
  await forgetNextSession();
  if (error) console.warn('The session of the deleted account could not be ended', error);
}
