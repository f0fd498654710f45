import { useId, useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { adminPodcasts } from '#copy/admin/podcasts.ts';
import {
  followingThumbnail,
  PODCAST_LENGTHS,
  type PodcastForm,
  type podcastSchema,
  thumbnailUrl,
} from '#rules/podcast-form.ts';
import { cleanText, countCharacters } from '#rules/text.ts';
import { withScheme, youtubeVideoId } from '#rules/youtube.ts';
import { TextAreaField, TextField } from '#ui/forms/field.tsx';
import { Switch } from '#ui/forms/switch.tsx';
import { Thumbnail } from './thumbnail.tsx';

const { form: copy } = adminPodcasts;

type Form = UseFormReturn<PodcastForm, unknown, z.output<typeof podcastSchema>>;

/** The fields of a podcast. The thumbnail follows the video until a picture of one's own is entered. */
export function PodcastFields({ form }: { form: Form }) {
  const { errors } = form.formState;
  const [url, description] = form.watch(['youtube_url', 'description']);
  // Half an address is nobody's picture: what is typed is shown once the box is left.
  const [pictured, setPictured] = useState(() => form.getValues('thumbnail_url'));
  const hasVideo = youtubeVideoId(withScheme(cleanText(url))) !== null;
  const count = countCharacters(cleanText(description));
  const limit = PODCAST_LENGTHS.description;
  return (
    <>
      <TextField
        label={copy.title}
        autoComplete="off"
        dir="auto"
        aria-required
        error={errors.title?.message}
        {...form.register('title')}
      />
      <TextAreaField
        label={copy.description}
        rows={3}
        dir="auto"
        counter={{ text: copy.count(count, limit), isOver: count > limit }}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <TextField
        label={copy.url}
        hint={copy.urlHint}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-required
        error={errors.youtube_url?.message}
        {...form.register('youtube_url', {
          onChange: () => {
            const [present, address] = form.getValues(['thumbnail_url', 'youtube_url']);
            const next = followingThumbnail(present, address);
            form.setValue('thumbnail_url', next, { shouldValidate: form.formState.isSubmitted });
            setPictured(next);
          },
        })}
      />
      {hasVideo && <Preview key={pictured} src={pictured} />}
      <TextField
        label={copy.thumbnail}
        hint={copy.thumbnailHint}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.thumbnail_url?.message}
        {...form.register('thumbnail_url', { onBlur: () => setPictured(form.getValues('thumbnail_url')) })}
      />
      <div className="divide-y divide-line border-y border-line">
        <SwitchRow form={form} name="published" label={copy.published} hint={copy.publishedHint} />
        <SwitchRow form={form} name="is_featured" label={copy.isFeatured} hint={copy.isFeaturedHint} />
      </div>
    </>
  );
}

function Preview({ src }: { src: string }) {
  const [isMissing, setIsMissing] = useState(false);
  return (
    <figure>
      <div className="overflow-hidden rounded-card border border-line">
        <Thumbnail src={thumbnailUrl(src)} onMissing={() => setIsMissing(true)} />
      </div>
      <figcaption className="mt-1.5 text-sm text-muted" aria-live="polite">
        {isMissing ? copy.noPicture : copy.preview}
      </figcaption>
    </figure>
  );
}

function SwitchRow({
  form,
  name,
  label,
  hint,
}: {
  form: Form;
  name: 'published' | 'is_featured';
  label: string;
  hint: string;
}) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4 py-3">
      <div>
        <p id={`${id}-name`} className="text-sm font-medium">
          {label}
        </p>
        <p id={`${id}-hint`} className="mt-0.5 text-sm text-muted">
          {hint}
        </p>
      </div>
      <Controller
        control={form.control}
        name={name}
        render={({ field }) => (
          <Switch
            isOn={field.value}
            onTurn={field.onChange}
            aria-labelledby={`${id}-name`}
            aria-describedby={`${id}-hint`}
          />
        )}
      />
    </div>
  );
}
