import { adminPodcasts } from '#copy/admin/podcasts.ts';
import { AdminRefusal } from '#lib/session/admin-refusal-error.ts';
import { PodcastNotSaved } from './podcast-episodes.data.ts';

const { reasons } = adminPodcasts;

/** Why a podcast was not saved or deleted, in a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof AdminRefusal) return reasons.gone;
  const isUnreachable = error instanceof PodcastNotSaved && error.status === 0;
  return isUnreachable ? reasons.unreachable : reasons.unknown;
}
