import { queryOptions } from '@tanstack/react-query';
import { videoTestimonials as copy } from '#copy/content/admin-video-testimonials.ts';
import { adminAccess } from '#copy/office/access.ts';
import { ApiError, isApiError, requireRow } from '#lib/api-error.ts';
import { FunctionError } from '#lib/functions/functions.ts';
import { storePicture } from '#lib/functions/store-picture.data.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { doubtSession } from '#lib/session/session-doubt.ts';
import { supabase } from '#lib/supabase.ts';
import { fileAddress, videoFileName } from '#rules/content/stored-file.ts';
import { needsLogin } from '#rules/money/payment.ts';
import type { TablesInsert, TablesUpdate } from '#supabase/database.types.ts';
import { isShowable } from '../video-testimonials.data.ts';
import { type Sent, uploadFile } from './upload-file.ts';

const BUCKET = 'video_testimonials';

/** Seconds that caches may keep a video (docs/product/site.md#stored-files). */
const CACHE_SECONDS = 3600;

const COLUMNS = 'id, name, role, company, video_url, profile_image, thumbnail_url, is_featured, updated_at';

async function readTestimonials(signal: AbortSignal) {
  const { data, error } = await supabase()
    .from('video_testimonials')
    .select(COLUMNS)
    .order('created_at', { ascending: false })
    .order('id')
    .abortSignal(signal);
  if (error) throw error;
  return data.filter(isShowable);
}
export type Testimonial = Awaited<ReturnType<typeof readTestimonials>>[number];

/** All testimonials that can be shown, the newest first. */
export const testimonialsQuery = queryOptions({
  queryKey: ['video-testimonials-admin'],
  queryFn: ({ signal }) => readTestimonials(signal),
  ...FRESH_ON_RETURN,
  ...SILENT,
});

/** The error of a testimonial that was not saved; the message is the sentence that says why. */
function notSaved(sentence: string, cause?: unknown): ApiError {
  return new ApiError('refused', { sentence, cause });
}

async function requireToken(): Promise<string> {
  const { data, error } = await supabase().auth.getSession();
  if (error) throw notSaved(copy.reasons.unreachable, error);
  if (!data.session) throw new ApiError('session_expired');
  return data.session.access_token;
}

/**
 * Uploads a video, which was checked before.
 *
 * @returns its address, as rows keep it
 * @throws ApiError `session_expired`, or with the sentence that says why; and the signal's reason
 */
export async function uploadVideo(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (sent: Sent) => void },
): Promise<string> {
  const token = await requireToken();
  const { supabaseUrl, supabaseAnonKey } = readPublicEnv();
  const name = videoFileName(file.name, new Date());
  try {
    await uploadFile(file, {
      address: `${supabaseUrl}/storage/v1/object/${BUCKET}/${name}`,
      headers: {
        apikey: supabaseAnonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'video/mp4',
        'cache-control': `max-age=${CACHE_SECONDS}`,
        'x-upsert': 'false',
      },
      signal,
      onProgress,
    });
  } catch (error) {
    if (isApiError(error, 'unreachable')) throw notSaved(await cutReason(error, file), error);
    if (isApiError(error, 'refused')) throw notSaved(refusalReason(error), error);
    throw error;
  }
  return fileAddress({ bucket: BUCKET, name }, { apiUrl: supabaseUrl, siteUrl: location.origin });
}

/** A file that was changed or moved after it was chosen ends an upload as a lost connection does. */
async function cutReason({ percent = 0 }: ApiError, file: File): Promise<string> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    return copy.unreadable;
  }
  return percent > 0 ? copy.reasons.cut(percent) : copy.reasons.unreachable;
}

function refusalReason({ status = 0 }: ApiError): string {
  if (status === 401 || status === 403) {
    doubtSession();
    return adminAccess.sessionExpired;
  }
  const reasons: Record<number, string> = {
    409: copy.reasons.nameTaken,
    413: copy.videoTooLarge,
    415: copy.videoWrongType,
  };
  return reasons[status] ?? copy.reasons.unknown;
}

/**
 * Has the server check a picture and store it anew.
 *
 * @returns its address, as rows keep it
 * @throws ApiError `session_expired`, or with the sentence that says why
 */
export async function uploadPicture(kind: 'profile' | 'thumbnail', file: File): Promise<string> {
  try {
    return await storePicture({ kind, name: file.name }, BUCKET, file);
  } catch (error) {
    throw pictureFailure(error, copy[kind]);
  }
}

function pictureFailure(error: unknown, field: string): Error {
  if (!(error instanceof FunctionError)) return notSaved(copy.reasons.unknown, error);
  const { failure, message, body } = error;
  if (needsLogin(failure)) return new ApiError('session_expired', { cause: error });
  if (failure.kind !== 'http') return notSaved(copy.reasons.unreachable, error);
  const reason = typeof body.error === 'string' ? message : copy.reasons.unknown;
  return notSaved(copy.reasons.ofPicture(field, reason), error);
}

/**
 * Adds the row under an id of the form's, so that a save that is repeated because its answer was lost adds no second
 * one.
 */
export async function addTestimonial(row: TablesInsert<'video_testimonials'> & { id: string }): Promise<void> {
  const { error, status } = await supabase().from('video_testimonials').insert(row);
  if (!error) return;
  if (error.code !== '23505') throw rowFailure(error, status);
  const again = await supabase().from('video_testimonials').update(row).eq('id', row.id).select('id');
  if (again.error) throw rowFailure(again.error, again.status);
  if (again.data.length === 0) throw goneRow();
}

/**
 * Changes a testimonial that nobody has changed since it was read; else answers what it is now. Files that stay are no
 * part of the change, lest another administrator's newer ones be taken back.
 */
export async function changeTestimonial(
  was: Testimonial,
  change: TablesUpdate<'video_testimonials'>,
): Promise<Testimonial | null> {
  const { data, error, status } = await supabase()
    .from('video_testimonials')
    .update(change)
    .eq('id', was.id)
    .eq('updated_at', was.updated_at)
    .select('id');
  if (error) throw rowFailure(error, status);
  if (data.length > 0) return null;
  const latest = await supabase().from('video_testimonials').select(COLUMNS).eq('id', was.id);
  if (latest.error) throw rowFailure(latest.error, latest.status);
  if (!latest.data[0]) throw goneRow();
  return latest.data[0];
}

function goneRow(): Error {
  // Or the person is no administrator any more, and the database hides the row.
  doubtSession();
  return notSaved(copy.reasons.gone);
}

function rowFailure(error: { code: string }, status: number): Error {
  if (status === 401) return new ApiError('session_expired', { cause: error });
  if (error.code === '42501') {
    doubtSession();
    return notSaved(adminAccess.privilegesRequired, error);
  }
  const { unreachable, unknown } = copy.reasons;
  return notSaved(status === 0 ? unreachable : unknown, error);
}

/** Throws when it was not deleted, or had been before. */
export async function deleteTestimonial(id: string): Promise<void> {
  requireRow(await supabase().from('video_testimonials').delete().eq('id', id).select('id'));
}
