import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { adminPodcasts } from '#copy/admin/podcasts.ts';
import { site } from '#copy/site.ts';
import { reasonFor } from '#lib/api-error.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { toast } from '#lib/toast.ts';
import { EMPTY_PODCAST, type PodcastForm, podcastSchema } from '#rules/podcast-form.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { Alert } from '#ui/messages/alert.tsx';
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
  const podcastId = podcast?.id ?? null;
  // One draft for each podcast, and one for the new one.
  const draftName = `podcast-${podcastId ?? 'new'}`;
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

  const save = useMutation({
    mutationFn: (row: z.output<typeof podcastSchema>) =>
      podcastId ? updatePodcast(podcastId, row) : addPodcast(newId, row),
    onSuccess: () => {
      toast.success(podcastId ? adminPodcasts.updated : adminPodcasts.added, { id: 'podcast' });
      clearDraft(draftName, userId);
      onClose();
      if (!podcastId) onAdded();
    },
    onError: (error) => {
      console.warn('The podcast was not saved', error);
      const sentence = podcastId ? adminPodcasts.updateFailed : adminPodcasts.addFailed;
      // Where it covers no button of the form.
      toast.error(sentence, { id: 'podcast', position: 'top-center' });
    },
    onSettled: () => {
      // The home page that this tab has seen shows it as it was.
      client.removeQueries({ type: 'inactive' });
      return client.invalidateQueries({ queryKey: PODCASTS_KEY });
    },
  });

  return (
    <Dialog
      isOpen={isOpen}
      isLocked={save.isPending}
      onClose={onClose}
      closeLabel={site.close}
      title={podcast ? copy.editTitle : copy.addTitle}
      returnFocus={returnFocus}
      actions={
        <>
          {save.isError && !save.isPending && (
            <div className="basis-full!">
              <Alert tone="danger" title={adminPodcasts.saveFailed}>
                {reasonFor(save.error, adminPodcasts.reasons)}
              </Alert>
            </div>
          )}
          <Button
            variant="secondary"
            disabled={save.isPending}
            onClick={() => {
              clearDraft(draftName, userId);
              onClose();
            }}
          >
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
        onSubmit={(event) => void form.handleSubmit((row) => save.mutate(row))(event)}
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
  );
}

function formOf({ id: _, ...podcast }: PodcastRow): PodcastForm {
  return { ...podcast, description: podcast.description ?? '', thumbnail_url: podcast.thumbnail_url ?? '' };
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
