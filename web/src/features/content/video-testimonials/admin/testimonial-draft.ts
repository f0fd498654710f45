import { z } from 'zod';
import { videoTestimonials as copy } from '#copy/content/admin-video-testimonials.ts';
import { mergeVersions } from '#lib/three-way-merge.ts';
import { EMPTY_TESTIMONIAL, type TestimonialForm, testimonialSchema } from '#rules/content/testimonial-form.ts';
import { isStill } from './video-poster.ts';
import type { Testimonial } from './video-testimonials.data.ts';

/** What becomes of a picture: the present one stays or goes, or a chosen file takes its place. */
export type PictureChoice = 'keep' | 'none' | File;

/** What the form holds. */
export interface TestimonialDraft {
  /** Of the row; for a new one made with the draft, so that a save that is repeated adds one row. */
  id: string;
  /** What is edited, as it was when the form opened; null for a new testimonial. */
  was: Testimonial | null;
  texts: TestimonialForm;
  video: File | null;
  profile: PictureChoice;
  thumbnail: PictureChoice;
}

export function emptyDraft(): TestimonialDraft {
  return {
    id: crypto.randomUUID(),
    was: null,
    texts: EMPTY_TESTIMONIAL,
    video: null,
    profile: 'keep',
    thumbnail: 'keep',
  };
}

export function draftOf(testimonial: Testimonial): TestimonialDraft {
  const { id, name, role, company, is_featured } = testimonial;
  return { ...emptyDraft(), id, was: testimonial, texts: { name, role, company: company ?? '', is_featured } };
}

export function hasVideo({ was, video }: TestimonialDraft): boolean {
  return was !== null || video !== null;
}

/** One sentence, at the first field that it is about. */
export const draftSchema = z.custom<TestimonialDraft>().superRefine((draft, context) => {
  const [issue] = testimonialSchema.safeParse(draft.texts).error?.issues ?? [];
  if (issue) context.addIssue({ code: 'custom', path: ['texts', ...issue.path], message: issue.message });
  else if (!hasVideo(draft)) context.addIssue({ code: 'custom', path: ['video'], message: copy.videoRequired });
});

/** Whether something was entered that would be lost. */
export function isTouched({ was, texts, video, profile, thumbnail }: TestimonialDraft): boolean {
  const start = was ? draftOf(was).texts : EMPTY_TESTIMONIAL;
  const isTyped = JSON.stringify(texts) !== JSON.stringify({ ...texts, ...start });
  return isTyped || video !== null || profile !== 'keep' || thumbnail !== 'keep';
}

/**
 * The thumbnail that a save leaves behind: the given one, else the frame of the chosen video. A frame of the former
 * video does not stay with a new one.
 */
export function thumbnailOf(draft: TestimonialDraft, still: File | null): PictureChoice {
  const { was, video, thumbnail } = draft;
  if (thumbnail instanceof File || !video) return thumbnail;
  const present = thumbnail === 'keep' && was?.thumbnail_url;
  return present && !isStill(present) ? 'keep' : (still ?? 'none');
}

/** What of a testimonial two people can have changed. */
export function versionOf(testimonial: Testimonial) {
  const { video_url, profile_image, thumbnail_url } = testimonial;
  return { ...draftOf(testimonial).texts, video_url, profile_image, thumbnail_url };
}

/** What was changed in a draft, upon another version of its testimonial. */
export function rebasedDraft(draft: TestimonialDraft, latest: Testimonial): TestimonialDraft {
  const { was } = draft;
  if (!was) return draft;
  const versions = { base: draftOf(was).texts, mine: draft.texts, theirs: draftOf(latest).texts };
  return { ...draft, was: latest, texts: mergeVersions(versions).merged };
}

/** A save that failed, with all that was entered. */
export interface FailedSave {
  draft: TestimonialDraft;
  reason: string;
}

interface Kept {
  draft: TestimonialDraft;
  failed: FailedSave | null;
}

/**
 * What an administrator had entered when they left the tab, or when their session ended: the texts and, unlike the
 * drafts of lib/drafts.ts, the files that were chosen, which live as long as the page does.
 */
let kept: (Kept & { userId: string }) | null = null;

export function keepDraft(userId: string, { draft, failed }: Kept): void {
  kept = isTouched(draft) || failed ? { userId, draft, failed } : null;
}

/** What the same person had entered; for anyone else it is gone. */
export function keptDraft(userId: string): Kept {
  if (kept?.userId !== userId) kept = null;
  return { draft: kept?.draft ?? emptyDraft(), failed: kept?.failed ?? null };
}

/** It was saved after the tab had been left. */
export function forgetDraft(draftId: string): void {
  if (kept?.draft.id === draftId) kept = null;
}
