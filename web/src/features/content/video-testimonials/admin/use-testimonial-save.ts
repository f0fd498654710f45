import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { videoTestimonials as copy } from '#copy/content/admin-video-testimonials.ts';
import { ApiError, isApiError } from '#lib/api-error.ts';
import { forgetSession } from '#lib/functions/functions.data.ts';
import { saveUpon } from '#lib/use-conflict.ts';
import { testimonialSchema } from '#rules/content/testimonial-form.ts';
import { type PictureChoice, type TestimonialDraft, thumbnailOf, versionOf } from './testimonial-draft.ts';
import type { Sent } from './upload-file.ts';
import { posterOfVideo } from './video-poster.ts';
import {
  addTestimonial,
  changeTestimonial,
  type Testimonial,
  testimonialsQuery,
  uploadPicture,
  uploadVideo,
} from './video-testimonials.data.ts';

/** What a save is doing just now. */
export type SaveProgress = { stage: 'pictures' | 'row' } | { stage: 'video'; sent: Sent };

/** A save upon a version that another person has changed since: what it would have made of it, and what it is now. */
export interface RefusedSave {
  was: Testimonial;
  mine: Testimonial;
  latest: Testimonial;
}

interface SaveContext {
  onSaved: (draft: TestimonialDraft) => void;
  onRefused: (draft: TestimonialDraft, refused: RefusedSave) => void;
  onFailed: (draft: TestimonialDraft, reason: string) => void;
  /** Stopped by the person, or the session has ended: what was entered stays where it is. */
  onStopped: (isPersons: boolean) => void;
}

/** Files that are stored already: a save that is repeated does not upload them again. */
const storedAt = new WeakMap<File, string>();

/**
 * Saves a testimonial: its pictures, its video, then its row; the row last, so that nothing of a broken save is ever
 * shown.
 */
export function useTestimonialSave(context: SaveContext) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<SaveProgress | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const save = useMutation({
    // Offline it fails at once and says so, instead of waiting without a word.
    networkMode: 'always',
    mutationFn: ({ draft, signal }: { draft: TestimonialDraft; signal: AbortSignal }) =>
      saveDraft(draft, signal, setProgress),
    onSuccess: (refused, { draft }) => {
      // The public pages that this tab has seen show the testimonials as they were.
      client.removeQueries({ type: 'inactive' });
      void client.invalidateQueries(testimonialsQuery);
      if (refused) context.onRefused(draft, refused);
      else context.onSaved(draft);
    },
    onError: (error, { draft, signal }) => {
      if (signal.aborted) return context.onStopped(true);
      console.warn('The testimonial was not saved', error);
      if (isApiError(error, 'session_expired')) {
        context.onStopped(false);
        // The gate of the back office then leads to the login.
        return void forgetSession();
      }
      context.onFailed(draft, error instanceof ApiError ? error.message : copy.reasons.unknown);
    },
    onSettled: () => {
      running.current = null;
      setProgress(null);
    },
  });

  return {
    progress,
    submit: (draft: TestimonialDraft) => {
      // A double click comes before anything on the page has changed.
      if (running.current) return;
      running.current = new AbortController();
      setProgress({ stage: 'pictures' });
      save.mutate({ draft, signal: running.current.signal });
    },
    stop: () => running.current?.abort(),
  };
}

async function saveDraft(
  draft: TestimonialDraft,
  signal: AbortSignal,
  onProgress: (progress: SaveProgress) => void,
): Promise<RefusedSave | null> {
  const { id, was, video } = draft;
  const texts = testimonialSchema.parse(draft.texts);
  // Pictures first: what is wrong with them is said before the video takes its time.
  const still = video && (await posterOfVideo(video));
  const pictures = {
    ...(await pictureColumn('profile', 'profile_image', draft.profile)),
    ...(await pictureColumn('thumbnail', 'thumbnail_url', thumbnailOf(draft, still))),
  };
  signal.throwIfAborted();
  const address =
    video &&
    (await stored(video, () =>
      uploadVideo(video, { signal, onProgress: (sent) => onProgress({ stage: 'video', sent }) }),
    ));
  signal.throwIfAborted();
  onProgress({ stage: 'row' });
  if (was) {
    const change = { ...texts, ...pictures, ...(address && { video_url: address }) };
    const latest = await saveUpon(was, versionOf, (version) => changeTestimonial(version, change));
    return latest && { was, mine: { ...was, ...change }, latest };
  }
  if (!address) throw new ApiError('invalid', { sentence: copy.videoRequired });
  await addTestimonial({ id, ...texts, ...pictures, video_url: address });
  return null;
}

/** What is written of a picture: nothing where the present one stays. */
async function pictureColumn<Column extends string>(
  kind: 'profile' | 'thumbnail',
  column: Column,
  choice: PictureChoice,
): Promise<Partial<Record<Column, string | null>>> {
  if (choice === 'keep') return {};
  const address = choice === 'none' ? null : await stored(choice, () => uploadPicture(kind, choice));
  return { [column]: address } as Record<Column, string | null>;
}

async function stored(file: File, store: () => Promise<string>): Promise<string> {
  const address = storedAt.get(file) ?? (await store());
  storedAt.set(file, address);
  return address;
}
