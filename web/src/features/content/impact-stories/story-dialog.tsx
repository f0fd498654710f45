import { zodResolver } from '@hookform/resolvers/zod';
import { ImageUp, UserRound } from 'lucide-react';
import { type CompositionEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { impactStories } from '#copy/content/impact-stories.ts';
import { impactStoryForm as copy } from '#copy/content/impact-story-form.ts';
import { pictures } from '#copy/content/pictures.ts';
import { site } from '#copy/shell/site.ts';
import { cn } from '#lib/class-names.ts';
import { useIsPreparing } from '#lib/prepared-image.ts';
import { type SelectedImage, selectImage, useRevokedPreview } from '#lib/selected-image.ts';
import {
  blockStory,
  isStoryNearlyFull,
  STORY_NAME_MAX_LENGTH,
  storyCharactersLeft,
} from '#rules/content/impact-story.ts';
import { impactStorySchema } from '#rules/content/impact-story-schema.ts';
import { PICTURE_ACCEPT } from '#rules/content/picture.ts';
import { Dialog } from '#ui/dialog.tsx';
import { DialogActions } from '#ui/dialog-actions.tsx';
import { TextAreaField, TextField } from '#ui/forms/field.tsx';
import { FileChooser } from '#ui/forms/file-chooser.tsx';
import { Honeypot } from '#ui/forms/honeypot.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import {
  changeStory,
  newStory,
  readStoryDraft,
  type StoryDraft,
  saveStoryDraft,
  useStorySubmission,
} from './use-story-submission.ts';

const EMPTY = { name: '', experience: '' };

/** Whether a method of input is still putting a character together, which blocking would destroy. */
const isComposing = (event: FormEvent | CompositionEvent) =>
  'isComposing' in event.nativeEvent && event.nativeEvent.isComposing === true;

/** Takes away what goes beyond the limit; the caret stays where it is. */
function block(box: HTMLTextAreaElement): void {
  const { text, caret } = blockStory(box.value, box.selectionStart);
  if (text === box.value) return;
  box.value = text;
  box.setSelectionRange(caret, caret);
}

/**
 * The form of the wall. What is typed stays in this tab until the story is saved
 * (docs/product/content.md#impact-stories).
 */
export function StoryDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const id = useId();
  const [draft] = useState(readStoryDraft);
  /** What is typed, with the id under which it is handed in. */
  const story = useRef(draft);
  const form = useForm({
    resolver: zodResolver(impactStorySchema),
    defaultValues: { name: draft.name, experience: draft.experience },
  });
  const { errors } = form.formState;
  const [photo, setPhoto] = useState<SelectedImage | null>(null);
  const notice = useRef<HTMLDivElement>(null);
  // Not useFormMutation: a photo that is refused does not keep its story back (useStorySubmission).
  const { send, isSending, refusal, say } = useStorySubmission({
    onDone: () => {
      keep(newStory());
      form.reset(EMPTY);
      setPhoto(null);
      onClose();
    },
    onPhotoLost: () => setPhoto(null),
  });

  const keep = (next: StoryDraft) => {
    story.current = next;
    saveStoryDraft(next);
  };

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: { name, experience } }) => {
          if (name === story.current.name && experience === story.current.experience) return;
          story.current = changeStory(story.current, { name, experience });
          saveStoryDraft(story.current);
        },
      }),
    [form],
  );

  // In this order: the focus goes to the first one with a problem.
  const fields = { name: form.register('name'), experience: form.register('experience') };
  const text = form.watch('experience');
  const left = storyCharactersLeft(text);
  // Fields that are empty share a sentence, which the first of them says.
  const isShared = errors.name?.message === errors.experience?.message;

  useEffect(() => {
    if (!refusal) return;
    notice.current?.scrollIntoView({ block: 'nearest' });
    // The button could not keep the focus while the story was on its way.
    document.getElementById(`${id}-submit`)?.focus({ preventScroll: true });
  }, [refusal, id]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const website = String(new FormData(event.currentTarget).get('website') ?? '');
    say(null);
    void form.handleSubmit((checked) => {
      keep({ ...story.current, wasSent: true });
      void send({ id: story.current.id, ...checked, website }, photo);
    })(event);
  };

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isLocked={isSending}
      placement="bottom"
      title={impactStories.share}
      description={copy.review}
      actions={
        <DialogActions
          keep={site.cancel}
          onKeep={onClose}
          id={`${id}-submit`}
          type="submit"
          form={`${id}-form`}
          isBusy={isSending}
          disabled={left < 0}
        >
          {copy.submit}
        </DialogActions>
      }
    >
      <form id={`${id}-form`} noValidate onSubmit={submit} className="relative grid gap-5">
        <Honeypot label={copy.website} />
        <TextField
          id={`${id}-name`}
          label={copy.name}
          autoComplete="name"
          dir="auto"
          required
          maxLength={STORY_NAME_MAX_LENGTH}
          readOnly={isSending}
          error={errors.name?.message}
          {...fields.name}
        />
        <TextAreaField
          id={`${id}-experience`}
          label={copy.experience}
          hint={left <= 0 ? copy.full : copy.experienceHint}
          counter={{ text: copy.left(left), isOver: isStoryNearlyFull(text) }}
          rows={7}
          dir="auto"
          required
          // The browser itself blocks typing in a full field, and can undo it. It counts an emoji as two.
          maxLength={left <= 0 ? text.length : undefined}
          readOnly={isSending}
          error={isShared ? undefined : errors.experience?.message}
          aria-invalid={errors.experience ? true : undefined}
          {...fields.experience}
          onChange={(event) => {
            if (!isComposing(event)) block(event.currentTarget);
            void fields.experience.onChange(event);
          }}
          onCompositionEnd={({ currentTarget }) => {
            block(currentTarget);
            void fields.experience.onChange({ target: currentTarget, type: 'change' });
          }}
        />
        <StoryPhoto chosen={photo} onChoose={setPhoto} isDisabled={isSending} />
        {refusal && (
          <div ref={notice}>
            <Alert tone="danger">{refusal}</Alert>
          </div>
        )}
        <p role="status" className="sr-only">
          {isSending ? copy.submitting : left === 0 && copy.full}
        </p>
      </form>
    </Dialog>
  );
}

interface StoryPhotoProps {
  chosen: SelectedImage | null;
  onChoose: (photo: SelectedImage | null) => void;
  isDisabled: boolean;
}

/** The optional photo: chosen, looked at, replaced, removed. */
function StoryPhoto({ chosen, onChoose, isDisabled }: StoryPhotoProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);

  const isPreparing = useIsPreparing(chosen?.file);
  useRevokedPreview(chosen);

  const choose = async (file: File) => {
    const { picture, problem } = await selectImage(file, copy.photoUnreadable);
    setProblem(problem ?? null);
    if (picture) onChoose(picture);
  };

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{copy.photo}</legend>
      <div className="flex items-center gap-4">
        {chosen ? (
          <img
            src={chosen.preview}
            alt={copy.photoPreview}
            width={64}
            height={64}
            className="size-16 shrink-0 rounded-full bg-sunken object-cover ring-1 ring-line-strong"
            onError={() => {
              // A file with a picture's first bytes and nothing to see after them.
              setProblem(copy.photoUnreadable);
              onChoose(null);
            }}
          />
        ) : (
          <span
            aria-hidden="true"
            className={
              'grid size-16 shrink-0 place-items-center rounded-full border border-dashed ' +
              'border-line-strong bg-sunken text-muted'
            }
          >
            <UserRound className="size-6" />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <FileChooser
            accept={PICTURE_ACCEPT}
            icon={<ImageUp aria-hidden className="size-4" />}
            choose={{ label: chosen ? copy.replacePhoto : copy.choosePhoto }}
            undo={
              chosen && {
                label: copy.removePhoto,
                run: () => {
                  setProblem(null);
                  onChoose(null);
                },
              }
            }
            noteId={`${id}-note`}
            isDisabled={isDisabled}
            onFile={(file) => void choose(file)}
          />
          <p
            id={`${id}-note`}
            role={problem ? 'alert' : undefined}
            className={cn('mt-1.5 text-sm', problem ? 'text-danger' : 'text-muted', chosen && !problem && 'truncate')}
          >
            {problem ??
              (isPreparing ? pictures.preparing : chosen ? copy.photoChosen(chosen.file.name) : copy.photoHint)}
          </p>
        </div>
      </div>
    </fieldset>
  );
}
