import { type CompositionEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { impactStories } from '#copy/content/impact-stories.ts';
import { site } from '#copy/site.ts';
import type { ChosenPicture } from '#lib/chosen-picture.ts';
import {
  blockStory,
  isStoryNearlyFull,
  STORY_NAME_MAX_LENGTH,
  storyCharactersLeft,
} from '#rules/impact-story.ts';
import { impactStorySchema } from '#rules/impact-story-schema.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextAreaField, TextField } from '#ui/forms/field.tsx';
import { Honeypot } from '#ui/forms/honeypot.tsx';
import { Banner } from '#ui/messages/banner.tsx';
import { changeStory, keepStoryDraft, newStory, type StoryDraft, takeStoryDraft } from './story-draft.ts';
import { StoryPhoto } from './story-photo.tsx';
import { useStorySubmission } from './use-story-submission.ts';

const { form: copy } = impactStories;

/** Whether a method of input is still putting a character together, which blocking would destroy. */
const isComposing = (event: FormEvent | CompositionEvent) =>
  'isComposing' in event.nativeEvent && event.nativeEvent.isComposing === true;

/**
 * The form that adds to the wall. What is typed stays when the dialog closes, and for this tab when the page is reloaded; it goes
 * when the story has arrived (administrator side, sections 2, 5 and 8).
 */
export function StoryDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const id = useId();
  const [story, setStory] = useState(takeStoryDraft);
  const [photo, setPhoto] = useState<ChosenPicture | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const notice = useRef<HTMLDivElement>(null);
  const { send, isSending, refusal, say } = useStorySubmission({
    onDone: () => {
      put(newStory());
      setPhoto(null);
      setIsChecked(false);
      onClose();
    },
    onPhotoLost: () => setPhoto(null),
  });

  const put = (next: StoryDraft) => {
    setStory(next);
    keepStoryDraft(next);
  };
  const change = (fields: Partial<StoryDraft>) => put(changeStory(story, fields));

  const tell = (box: HTMLTextAreaElement, mayBeLonger: boolean) => {
    if (!mayBeLonger) {
      const { text, caret } = blockStory(box.value, box.selectionStart);
      // Written here, the caret stays: what React writes puts it at the end.
      if (text !== box.value) {
        box.value = text;
        box.setSelectionRange(caret, caret);
      }
    }
    change({ experience: box.value });
  };

  const parsed = impactStorySchema.safeParse(story);
  const problems = isChecked ? (parsed.error?.issues ?? []) : [];
  const problemOf = (field: 'name' | 'experience') => problems.find(({ path }) => path[0] === field)?.message;
  // Fields that are empty share a sentence, which the first of them says.
  const errors = [...new Set(problems.map(({ message }) => message))];
  const errorOf = (field: 'name' | 'experience') =>
    errors.find((message) => problems.find((problem) => problem.message === message)?.path[0] === field);
  const left = storyCharactersLeft(story.experience);

  useEffect(() => {
    if (!refusal) return;
    notice.current?.scrollIntoView({ block: 'nearest' });
    // The button could not keep the focus while the story was on its way.
    document.getElementById(`${id}-submit`)?.focus({ preventScroll: true });
  }, [refusal, id]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    say(null);
    if (!parsed.success) {
      const first = parsed.error.issues.some(({ path }) => path[0] === 'name') ? 'name' : 'experience';
      document.getElementById(`${id}-${first}`)?.focus();
      return;
    }
    const website = String(new FormData(event.currentTarget).get('website') ?? '');
    put({ ...story, wasSent: true });
    void send({ id: story.id, ...parsed.data, website }, photo);
  };

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isLocked={isSending}
      placement="bottom"
      title={impactStories.share}
      closeLabel={site.close}
      description={impactStories.review}
      actions={
        <>
          <Button variant="secondary" disabled={isSending} onClick={onClose}>
            {site.cancel}
          </Button>
          <Button
            id={`${id}-submit`}
            type="submit"
            form={`${id}-form`}
            isBusy={isSending}
            disabled={left < 0}
          >
            {copy.submit}
          </Button>
        </>
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
          value={story.name}
          readOnly={isSending}
          error={errorOf('name')}
          aria-invalid={problemOf('name') ? true : undefined}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextAreaField
          id={`${id}-experience`}
          label={copy.experience}
          hint={left <= 0 ? copy.full : copy.experienceHint}
          counter={{ text: copy.left(left), isOver: isStoryNearlyFull(story.experience) }}
          rows={7}
          dir="auto"
          required
          // Once it is full, the browser itself blocks typing, which it can undo. It counts an emoji as two: no other limit is right.
          maxLength={left <= 0 ? story.experience.length : undefined}
          value={story.experience}
          readOnly={isSending}
          error={errorOf('experience')}
          aria-invalid={problemOf('experience') ? true : undefined}
          onChange={(event) => tell(event.currentTarget, isComposing(event))}
          onCompositionEnd={({ currentTarget }) => tell(currentTarget, false)}
        />
        <StoryPhoto chosen={photo} onChoose={setPhoto} isDisabled={isSending} />
        {refusal && (
          <div ref={notice}>
            <Banner tone="danger">{refusal}</Banner>
          </div>
        )}
        <p role="status" className="sr-only">
          {isSending ? copy.submitting : left === 0 && copy.full}
        </p>
      </form>
    </Dialog>
  );
}
