import { Film } from 'lucide-react';
import { videoTestimonials as copy } from '#copy/admin/video-testimonials.ts';
import { VIDEO_HEAD_BYTES, videoProblem } from '#rules/video.ts';
import { formatFileSize } from './file-size.ts';
import { MediaField } from './media-field.tsx';
import { useObjectUrl } from './use-object-url.ts';

const ACCEPT = 'video/mp4,.mp4';

/** The video: MP4 by what is in it, and not too large (administrator side, section 5). */
export function VideoField({
  id,
  present,
  video,
  error,
  onChoose,
  onProblem,
}: {
  id: string;
  /** The address of the one that is edited; null for a new testimonial. */
  present: string | null;
  video: File | null;
  error: string | undefined;
  onChoose: (video: File | null) => void;
  onProblem: (sentence: string) => void;
}) {
  const chosenAddress = useObjectUrl(video);
  const shown = video ? chosenAddress : present;

  const check = async (file: File) => {
    try {
      const head = new Uint8Array(await file.slice(0, VIDEO_HEAD_BYTES).arrayBuffer());
      const problem = videoProblem(file, head);
      if (problem) onProblem(problem);
      else onChoose(file);
    } catch (failure) {
      console.warn('The video could not be read', failure);
      onProblem(copy.unreadable);
    }
  };

  return (
    <MediaField
      id={id}
      label={copy.video}
      name={copy.video}
      hint={present ? `${copy.videoHint} ${copy.videoKept}` : copy.videoHint}
      error={error}
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
      undo={video ? { label: present ? copy.undoChoice : copy.remove, run: () => onChoose(null) } : undefined}
      onFile={(file) => void check(file)}
    />
  );
}
