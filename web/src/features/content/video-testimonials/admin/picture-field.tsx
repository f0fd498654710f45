import { ImageUp, UserRound } from 'lucide-react';
import { useState } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { videoTestimonials as copy } from '#copy/content/admin-video-testimonials.ts';
import { pictures } from '#copy/content/pictures.ts';
import { useIsPreparing } from '#lib/prepared-image.ts';
import { readImage } from '#lib/selected-image.ts';
import { PICTURE_ACCEPT } from '#rules/content/picture.ts';
import { formatFileSize } from './file-size.ts';
import { MediaField } from './media-field.tsx';
import type { PictureChoice, TestimonialDraft } from './testimonial-draft.ts';
import { useObjectUrl } from './use-object-url.ts';

const KINDS = {
  profile: { shape: 'square', wrongType: copy.profileWrongType, hint: copy.pictureHint },
  thumbnail: { shape: 'tall', wrongType: copy.thumbnailWrongType, hint: copy.thumbnailHint },
} as const;

/** The profile image or the thumbnail; both are optional. */
export function PictureField({
  form,
  kind,
  present,
  standIn = null,
  standInStatus,
}: {
  form: UseFormReturn<TestimonialDraft>;
  kind: 'profile' | 'thumbnail';
  /** The address of the one that is saved. */
  present: string | null;
  /** What is saved where none is given. */
  standIn?: File | null;
  standInStatus?: string | undefined;
}) {
  const { field, fieldState } = useController({ control: form.control, name: kind });
  const choice = field.value;
  const { shape, wrongType, hint } = KINDS[kind];
  const file = choice instanceof File ? choice : null;
  const fileAddress = useObjectUrl(file ?? standIn);
  const shown = file || standIn ? fileAddress : choice === 'keep' ? present : null;
  const isPreparing = useIsPreparing(file);
  const [broken, setBroken] = useState<string | null>(null);

  const choose = (next: PictureChoice) => {
    field.onChange(next);
    form.clearErrors(kind);
  };
  const check = async (chosen: File) => {
    const { file: picture, problem } = await readImage(chosen, copy.unreadable);
    if (picture) choose(picture);
    else form.setError(kind, { message: problem === pictures.wrongType ? wrongType : problem });
  };

  return (
    <MediaField
      focusRef={field.ref}
      label={copy.optional(copy[kind])}
      name={copy[kind]}
      hint={kind === 'thumbnail' ? `${copy.pictureHint} ${hint}` : hint}
      error={fieldState.error?.message}
      accept={PICTURE_ACCEPT}
      shape={shape}
      preview={
        shown && shown !== broken ? (
          <img
            src={shown}
            alt={copy.previewAlt(copy[kind])}
            className="absolute inset-0 size-full object-cover"
            onError={() => setBroken(shown)}
          />
        ) : shape === 'square' ? (
          <UserRound aria-hidden className="size-6" />
        ) : (
          <ImageUp aria-hidden className="size-6" />
        )
      }
      chooseIcon={<ImageUp aria-hidden className="size-4" />}
      choose={file || (choice === 'keep' && present) ? copy.replace : copy.chooseImage}
      status={
        isPreparing ? pictures.preparing : file ? copy.chosenFile(file.name, formatFileSize(file.size)) : standInStatus
      }
      undo={undoOf(choice, present, choose)}
      onFile={(chosen) => void check(chosen)}
    />
  );
}

function undoOf(choice: PictureChoice, present: string | null, onChoose: (choice: PictureChoice) => void) {
  if (choice === 'keep') return present ? { label: copy.remove, run: () => onChoose('none') } : undefined;
  const isOnlyChosen = choice instanceof File && present === null;
  return { label: isOnlyChosen ? copy.remove : copy.undoChoice, run: () => onChoose('keep') };
}
