import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { EMPTY_PODCAST, type PodcastForm } from '#rules/content/podcast-form.ts';

/** One draft for each podcast, and one for the new one. */
const nameOf = (podcastId: string | null) => `podcast-${podcastId ?? 'new'}`;

/** Keeps what was typed, and what it was typed upon. */
export function keepPodcastDraft(
  podcastId: string | null,
  userId: string,
  base: PodcastForm,
  typed: PodcastForm,
): void {
  saveDraft(nameOf(podcastId), userId, { draft: JSON.stringify({ base, typed }) });
}

/** The kept changes upon the podcast as it is now; null where there are none. */
export function readPodcastDraft(
  podcastId: string | null,
  userId: string,
  present: PodcastForm,
): PodcastForm | null {
  const { draft } = readDraft(nameOf(podcastId), userId);
  if (!draft) return null;
  try {
    const { base, typed }: Record<'base' | 'typed', PodcastForm> = JSON.parse(draft);
    const fields = Object.keys(EMPTY_PODCAST) as (keyof PodcastForm)[];
    const changes = fields.filter((field) => typed[field] !== base[field] && typed[field] !== present[field]);
    if (changes.length === 0) return null;
    return { ...present, ...Object.fromEntries(changes.map((field) => [field, typed[field]])) };
  } catch (error) {
    console.warn('The kept changes of the podcast could not be read', error);
    return null;
  }
}

export function clearPodcastDraft(podcastId: string | null, userId: string): void {
  clearDraft(nameOf(podcastId), userId);
}
