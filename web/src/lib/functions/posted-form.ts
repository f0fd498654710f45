/** For the actions of forms that a browser without scripts posts to their page. They run only on the server. */
import { data, type RouterContextProvider, redirect } from 'react-router';
import { functionFetchContext, publicEnvContext } from '../page/server-context.ts';
import { createVisitorCaller, type FunctionCaller, FunctionError } from './functions.ts';
import { sentAddress } from './sent-address.ts';
import { submissionFailureOf } from './visitor-functions.ts';

/** What a page shows after its form was posted. The fields contain the typed texts again. */
export interface PostedForm<F extends string> {
  fields: Readonly<Record<F, string>>;
  /** A sentence for each wrong field. */
  problems: Readonly<Record<string, string>>;
  /** A failure that belongs to no field. */
  failure: string | null;
}

/** The texts of a posted form by field, with line breaks as they were typed. */
export function textsOf<F extends string>(form: FormData, names: readonly F[]): Record<F, string> {
  const textOf = (name: F) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
  };
  return Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<F, string>;
}

/** Most characters of all texts of a form: no person types more, and the page would return all of them. */
const MOST_TEXT = 64 * 1024;

/** Refuses with 400 a body that is no form, and with 413 texts that are too long. */
export async function readPostedForm(request: Request): Promise<FormData> {
  let form: FormData;
  try {
    form = await request.formData();
  } catch {
    throw new Response(null, { status: 400 });
  }
  let length = 0;
  for (const value of form.values()) length += typeof value === 'string' ? value.length : value.name.length;
  if (length > MOST_TEXT) throw new Response(null, { status: 413 });
  return form;
}

/** Calls server functions as the visitor who posted the form. Throws FunctionError. */
export function posterOf(context: Readonly<RouterContextProvider>): FunctionCaller {
  const env = context.get(publicEnvContext);
  return createVisitorCaller({
    baseUrl: env.supabaseUrl,
    apiKey: env.supabaseAnonKey,
    isOnline: () => true,
    isMobile: () => false,
    fetch: context.get(functionFetchContext),
  });
}

/**
 * The id of a posted form: equal for equal texts on one day, so that a form that is sent twice is stored once. With
 * scripts the browser chooses the id. The page cannot, because it is the same for all visitors.
 */
export async function idOf(form: string, fields: Readonly<Record<string, string>>, now = new Date()): Promise<string> {
  const text = JSON.stringify([form, now.toISOString().slice(0, 10), ...Object.entries(fields).flat()]);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  // Marks a UUID of version 8, whose other bits the application chooses (RFC 9562).
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The page again, with what is wrong beside its field. */
export function refusePosted<F extends string>(fields: Record<F, string>, problems: Record<string, string>) {
  return data<PostedForm<F>>({ fields, problems, failure: null }, 422);
}

/** The page again, with the server's sentence about the failed call; `failed` when there is none. */
export function failPosted<F extends string>(fields: Record<F, string>, error: unknown, failed: string) {
  const { message, problems } = submissionFailureOf(error, failed);
  const failure = Object.keys(problems).length > 0 ? null : message;
  const status = error instanceof FunctionError && error.failure.kind === 'http' ? error.failure.status : 503;
  return data<PostedForm<F>>({ fields, problems, failure }, status);
}

/** Redirects to the page that says that the form has arrived, so that a reload sends nothing again. */
export function thankFor(path: string): Response {
  return redirect(sentAddress(path), 303);
}
