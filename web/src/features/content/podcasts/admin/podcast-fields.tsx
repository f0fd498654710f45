import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { adminPodcasts } from '#copy/content/admin-podcasts.ts';
import {
  followingThumbnail,
  PODCAST_LENGTHS,
  type PodcastForm,
  type podcastSchema,
  thumbnailUrl,
} from '#rules/content/podcast-form.ts';
import { withScheme, youtubeVideoId } from '#rules/content/youtube.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';
import { TextAreaField, TextField } from '#ui/forms/field.tsx';
import { SwitchLine } from '#ui/forms/switch.tsx';
import { Thumbnail } from './thumbnail.tsx';

const { form: copy } = adminPodcasts;

type Form = UseFormReturn<PodcastForm, unknown, z.output<typeof podcastSchema>>;

/** The fields of a podcast. The thumbnail follows the video until a picture of one's own is entered. */
export function PodcastFields({ form }: { form: Form }) {
  const { errors } = form.formState;
  const { youtube_url: url, description, ...switches } = form.watch();
  // Half an address has no picture: what is typed is shown once the box is left.
  const [pictured, setPictured] = useState(() => form.getValues('thumbnail_url'));
  const hasVideo = youtubeVideoId(withScheme(cleanText(url))) !== null;
  const count = countCharacters(cleanText(description));
  const limit = PODCAST_LENGTHS.description;
  const switchOf = (name: 'published' | 'is_featured') => ({
    className: 'items-center py-3',
    isOn: switches[name],
    onTurn: (isOn: boolean) => form.setValue(name, isOn),
  });
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
        <SwitchLine label={copy.published} hint={copy.publishedHint} {...switchOf('published')} />
        <SwitchLine label={copy.isFeatured} hint={copy.isFeaturedHint} {...switchOf('is_featured')} />
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
