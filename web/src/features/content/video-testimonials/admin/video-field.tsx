import { Film } from 'lucide-react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { videoTestimonials as copy } from '#copy/content/admin-video-testimonials.ts';
import { VIDEO_HEAD_BYTES, videoProblem } from '#rules/content/video.ts';
import { formatFileSize } from './file-size.ts';
import { MediaField } from './media-field.tsx';
import type { TestimonialDraft } from './testimonial-draft.ts';
import { useObjectUrl } from './use-object-url.ts';

const ACCEPT = 'video/mp4,.mp4';

/** The video: MP4 by what is in it, and not too large (docs/product/content.md#video-testimonials). */
export function VideoField({ form }: { form: UseFormReturn<TestimonialDraft> }) {
  const { field, fieldState } = useController({ control: form.control, name: 'video' });
  const present = form.getValues('was')?.video_url ?? null;
  const video = field.value;
  const chosenAddress = useObjectUrl(video);
  const shown = video ? chosenAddress : present;

  const choose = (chosen: File | null) => {
    field.onChange(chosen);
    form.clearErrors('video');
  };
  const check = async (file: File) => {
    try {
      const head = new Uint8Array(await file.slice(0, VIDEO_HEAD_BYTES).arrayBuffer());
      const problem = videoProblem(file, head);
      if (problem) form.setError('video', { message: problem });
      else choose(file);
    } catch (failure) {
      console.warn('The video could not be read', failure);
      form.setError('video', { message: copy.unreadable });
    }
  };

  return (
    <MediaField
      focusRef={field.ref}
      label={copy.video}
      name={copy.video}
      hint={present ? `${copy.videoHint} ${copy.videoKept}` : copy.videoHint}
      error={fieldState.error?.message}
      accept={ACCEPT}
      shape="tall"
      preview={
        <>
          <Film aria-hidden className="size-6" />
          {shown && (
            <video
              key={shown}
              // The frame at that time: Safari shows nothing of a video that has not played otherwise.
              src={`${shown}#t=0.5`}
              muted
              // Older browsers: Firefox has no "playsInline", and plays every video in its place.
              playsInline
              preload="metadata"
              aria-hidden
              tabIndex={-1}
              className="absolute inset-0 size-full object-cover"
            />
          )}
        </>
      }
      chooseIcon={<Film aria-hidden className="size-4" />}
      choose={shown ? copy.replace : copy.chooseVideo}
      status={video && copy.chosenFile(video.name, formatFileSize(video.size))}
      undo={video ? { label: present ? copy.undoChoice : copy.remove, run: () => choose(null) } : undefined}
      onFile={(file) => void check(file)}
    />
  );
}
