import { useEffect, useId, useRef, useState } from 'react';
import { videoTestimonials as copy } from '#copy/admin/video-testimonials.ts';
import { canSubmitTestimonial, type TestimonialForm as Texts, testimonialSchema } from '#rules/testimonial-form.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Switch } from '#ui/forms/switch.tsx';
import { PictureField } from './picture-field.tsx';
import { isTouched, type TestimonialDraft, thumbnailOf } from './testimonial-draft.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { SaveProgress } from './use-testimonial-save.ts';
import { VideoField } from './video-field.tsx';
import { useStill } from './video-poster.ts';

type Field = 'name' | 'role' | 'company' | 'video' | 'profile' | 'thumbnail';
type Problems = Partial<Record<Field, string>>;

const FIELDS: Field[] = ['name', 'role', 'company', 'video', 'profile', 'thumbnail'];

/**
 * In which a testimonial is added or changed (administrator side, sections 2, 4 and 5). Give it a `key` for each
 * draft.
 */
export function TestimonialForm({
  draft,
  progress,
  onChange,
  onSubmit,
  onCancel,
  onStop,
}: {
  draft: TestimonialDraft;
  /** Null unless it is being saved. */
  progress: SaveProgress | null;
  onChange: (change: Partial<TestimonialDraft>) => void;
  onSubmit: () => void;
  onCancel: () => void;
  onStop: () => void;
}) {
  const formId = useId();
  const [problems, setProblems] = useState<Problems>({});
  const { was, texts, video } = draft;
  const isSaving = progress !== null;
  const still = useStill(video);
  const thumbnail = thumbnailOf(draft, still ?? null);
  const isThumbnailReplaced = draft.thumbnail === 'keep' && thumbnail !== 'keep';
  const idOf = (field: Field) => `${formId}-${field}`;

  const wasSaving = useRef(false);
  useEffect(() => {
    // The save was stopped, and what showed it has gone with the focus.
    if (wasSaving.current && !isSaving) document.getElementById(`${formId}-submit`)?.focus();
    wasSaving.current = isSaving;
  }, [isSaving, formId]);

  const say = (field: Field, sentence: string | undefined) =>
    setProblems(({ [field]: _former, ...others }) => (sentence ? { ...others, [field]: sentence } : others));
  const type = (field: keyof Texts) => (value: string | boolean) => {
    onChange({ texts: { ...texts, [field]: value } });
    if (field !== 'is_featured') say(field, undefined);
  };
  const textField = (field: 'name' | 'role' | 'company') => ({
    id: idOf(field),
    value: texts[field],
    error: problems[field],
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => type(field)(target.value),
  });

  const submit = () => {
    const found = problemsOf(texts, was !== null || video !== null);
    setProblems(found);
    const first = FIELDS.find((field) => found[field]);
    if (first) document.getElementById(idOf(first))?.focus();
    else onSubmit();
  };

  return (
    <form
      noValidate
      aria-label={was ? copy.editTitle(was.name) : copy.addTitle}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) submit();
      }}
    >
      <fieldset disabled={isSaving} className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <div className="grid content-start gap-5">
          <TextField label={copy.fields.name} aria-required {...textField('name')} />
          <TextField label={copy.fields.role} aria-required {...textField('role')} />
          <TextField label={copy.optional(copy.fields.company)} {...textField('company')} />
          <PictureField
            id={idOf('profile')}
            kind="profile"
            present={was?.profile_image ?? null}
            choice={draft.profile}
            error={problems.profile}
            onChoose={(choice) => {
              onChange({ profile: choice });
              say('profile', undefined);
            }}
            onProblem={(sentence) => say('profile', sentence)}
          />
        </div>
        <div className="grid content-start gap-5">
          <VideoField
            id={idOf('video')}
            present={was?.video_url ?? null}
            video={video}
            error={problems.video}
            onChoose={(chosen) => {
              onChange({ video: chosen });
              say('video', undefined);
            }}
            onProblem={(sentence) => say('video', sentence)}
          />
          <PictureField
            id={idOf('thumbnail')}
            kind="thumbnail"
            present={isThumbnailReplaced ? null : (was?.thumbnail_url ?? null)}
            choice={draft.thumbnail}
            standIn={thumbnail === still ? still : null}
            standInStatus={stillStatus(still, video !== null && draft.thumbnail !== thumbnail)}
            error={problems.thumbnail}
            onChoose={(choice) => {
              onChange({ thumbnail: choice });
              say('thumbnail', undefined);
            }}
            onProblem={(sentence) => say('thumbnail', sentence)}
          />
          <div className="flex items-start justify-between gap-4">
            <div>
              <p id={`${formId}-featured`} className="text-sm font-medium">
                {copy.isFeatured}
              </p>
              <p id={`${formId}-featured-note`} className="mt-0.5 text-sm text-muted">
                {copy.isFeaturedHint}
              </p>
            </div>
            <Switch
              isOn={texts.is_featured}
              onTurn={type('is_featured')}
              aria-labelledby={`${formId}-featured`}
              aria-describedby={`${formId}-featured-note`}
            />
          </div>
        </div>
      </fieldset>
      <div className="mt-6 grid min-h-17 content-end border-t border-line pt-5">
        {progress ? (
          <UploadProgress progress={progress} onStop={onStop} />
        ) : (
          <div className="flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">
            <Button variant="secondary" disabled={!was && !isTouched(draft)} onClick={onCancel}>
              {copy.cancel}
            </Button>
            <Button
              id={`${formId}-submit`}
              type="submit"
              // It keeps the focus and says what is missing, where a button that is off altogether would not.
              aria-disabled={!canSubmitTestimonial(texts, was !== null || video !== null)}
            >
              {was ? copy.update : copy.add}
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}

/** One sentence, at the first field that it is about. */
function problemsOf(texts: Texts, hasVideo: boolean): Problems {
  const { error } = testimonialSchema.safeParse(texts);
  const [issue] = error?.issues ?? [];
  if (issue) return { [issue.path[0] as Field]: issue.message };
  return hasVideo ? {} : { video: copy.videoRequired };
}

function stillStatus(still: File | null | undefined, isWanted: boolean): string | undefined {
  if (!isWanted) return undefined;
  if (still === undefined) return copy.makingStill;
  return still ? copy.stillMade : copy.noStill;
}
