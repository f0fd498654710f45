import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { adminPodcasts } from '#copy/content/admin-podcasts.ts';
import { changedMeanwhile } from '#copy/office/changed-meanwhile.ts';
import { reasonFor } from '#lib/api-error.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { mergeVersions } from '#lib/three-way-merge.ts';
import { toast } from '#lib/toast.ts';
import { saveUpon, useConflict } from '#lib/use-conflict.ts';
import { EMPTY_PODCAST, type PodcastForm, podcastSchema } from '#rules/content/podcast-form.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { VersionsDialog } from '#ui/versions-dialog.tsx';
import { PodcastFields } from './podcast-fields.tsx';
import { addPodcast, PODCASTS_KEY, type PodcastRow, updatePodcast } from './podcasts.data.ts';

const { form: copy } = adminPodcasts;

interface PodcastDialogProps extends DialogOpening {
  /** Null adds a new one. */
  podcast: PodcastRow | null;
  /** Whose drafts are kept. */
  userId: string;
  onAdded: () => void;
}

/**
 * The form of a podcast. Closed by Escape or beside it, it keeps what was typed for the next time, as it does when
 * the page is loaded anew or the session ends; Cancel throws it away.
 */
export function PodcastDialog({ podcast, userId, isOpen, onClose, onAdded, returnFocus }: PodcastDialogProps) {
  const client = useQueryClient();
  const formId = useId();
  const [newId] = useState(() => crypto.randomUUID());
  const [present] = useState(() => (podcast ? formOf(podcast) : EMPTY_PODCAST));
  // One draft for each podcast, and one for the new one.
  const draftName = `podcast-${podcast?.id ?? 'new'}`;
  const [draft] = useState(() => readPodcastDraft(draftName, userId, present));
  const [isRestored, setIsRestored] = useState(draft !== null);
  const form = useForm<PodcastForm, unknown, z.output<typeof podcastSchema>>({
    resolver: zodResolver(podcastSchema),
    defaultValues: draft ?? present,
  });

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        // What was typed, and what it was typed upon.
        callback: ({ values: typed }) =>
          saveDraft(draftName, userId, { draft: JSON.stringify({ base: present, typed }) }),
      }),
    [form, draftName, userId, present],
  );

  const { conflict, isAsking, hasConflict, leave } = useConflict((row: PodcastRow) => formOf(row));
  const save = useMutation({
    mutationFn: async ({ was, row }: { was: PodcastRow | null; row: z.output<typeof podcastSchema> }) => {
      if (was) return saveUpon(was, formOf, (version) => updatePodcast(version, row));
      await addPodcast(newId, row);
      return null;
    },
    onSuccess: (latest, { was, row }) => {
      if (hasConflict(latest, { was, mine: formOf(row) })) return;
      toast.success(podcast ? adminPodcasts.updated : adminPodcasts.added, { id: 'podcast' });
      close();
      if (!podcast) onAdded();
    },
    onError: (error) => {
      console.warn('The podcast was not saved', error);
      const sentence = podcast ? adminPodcasts.updateFailed : adminPodcasts.addFailed;
      // Where it covers no button of the form.
      toast.error(sentence, { id: 'podcast', position: 'top-center' });
    },
    onSettled: () => {
      // The home page that this tab has seen shows it as it was.
      client.removeQueries({ type: 'inactive' });
      return client.invalidateQueries({ queryKey: PODCASTS_KEY });
    },
  });

  /** Nothing of what was typed is kept. */
  const close = () => {
    clearDraft(draftName, userId);
    onClose();
  };
  const failure = save.isError && !save.isPending ? reasonFor(save.error, adminPodcasts.reasons) : null;

  return (
    <>
      <Dialog
        isOpen={isOpen && !isAsking}
        isLocked={save.isPending}
        onClose={onClose}
        title={podcast ? copy.editTitle : copy.addTitle}
        returnFocus={() => !isAsking && (returnFocus?.() ?? null)}
        actions={
          <>
            {failure && (
              <div className="basis-full!">
                <Alert tone="danger" title={adminPodcasts.saveFailed}>
                  {failure}
                </Alert>
              </div>
            )}
            <Button variant="secondary" disabled={save.isPending} onClick={close}>
              {copy.cancel}
            </Button>
            <Button type="submit" form={formId} isBusy={save.isPending}>
              {save.isPending ? copy.saving : copy.save}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          className="grid gap-5"
          onSubmit={(event) => void form.handleSubmit((row) => save.mutate({ was: podcast, row }))(event)}
        >
          {isRestored && (
            <Alert tone="info" title={copy.restored}>
              <Button
                variant="secondary"
                size="sm"
                className="mt-2"
                onClick={() => {
                  form.reset(present);
                  clearDraft(draftName, userId);
                  setIsRestored(false);
                }}
              >
                {copy.startOver}
              </Button>
            </Alert>
          )}
          <PodcastFields key={String(isRestored)} form={form} />
        </form>
      </Dialog>
      {conflict && (
        <VersionsDialog
          isOpen={isOpen && isAsking}
          onClose={leave}
          // Undecided it leads back to the form.
          returnFocus={() => !isOpen && (returnFocus?.() ?? null)}
          labels={changedMeanwhile}
          versions={conflict.versions}
          fields={{
            title: { label: copy.title },
            description: { label: copy.description },
            youtube_url: { label: copy.url },
            thumbnail_url: { label: copy.thumbnail },
            published: { label: copy.published },
            is_featured: { label: copy.isFeatured },
          }}
          isBusy={save.isPending}
          failure={failure}
          onKeepMine={() =>
            save.mutate({ was: conflict.latest, row: podcastSchema.parse(mergeVersions(conflict.versions).merged) })
          }
          onTakeTheirs={() => {
            toast.info(changedMeanwhile.tookTheirs);
            close();
          }}
        />
      )}
    </>
  );
}

function formOf(podcast: Omit<PodcastRow, 'id' | 'updated_at'>): PodcastForm {
  const { title, description, youtube_url, thumbnail_url, published, is_featured } = podcast;
  return {
    title,
    description: description ?? '',
    youtube_url,
    thumbnail_url: thumbnail_url ?? '',
    published,
    is_featured,
  };
}

/** The kept changes upon the podcast as it is now; null where there are none. */
function readPodcastDraft(draftName: string, userId: string, present: PodcastForm): PodcastForm | null {
  const { draft } = readDraft(draftName, userId);
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
