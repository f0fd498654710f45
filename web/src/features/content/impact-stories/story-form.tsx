import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { impactStoryForm as copy } from '#copy/content/impact-story-form.ts';
import { cn } from '#lib/class-names.ts';
import type { PostedForm } from '#lib/functions/posted-form.ts';
import { paths } from '#lib/paths.ts';
import { prepareImage } from '#lib/prepared-image.ts';
import { useIsHydrated } from '#lib/use-is-hydrated.ts';
import { isStoryNearlyFull, STORY_NAME_MAX_LENGTH, storyCharactersLeft } from '#rules/content/impact-story.ts';
import { PICTURE_ACCEPT, PICTURE_MAX_BYTES } from '#rules/content/picture.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextAreaField, TextField } from '#ui/forms/field.tsx';
import { Honeypot } from '#ui/forms/honeypot.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import type { StoryField } from './story-fields.ts';

/** The form of a story as a page: it posts, and needs no script (docs/product/site.md#forms-without-scripts). */
export function StoryForm({ posted }: { posted: PostedForm<StoryField> | undefined }) {
  const headingId = useId();
  const isHydrated = useIsHydrated();
  const story = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(posted?.fields.experience ?? '');
  // People type before this runs.
  useEffect(() => setText((present) => story.current?.value ?? present), []);
  const ready = useRef<File>(undefined);
  // A phone's photo has more pixels than the server takes: the form posts a smaller one (docs/product/site.md#uploads).
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { currentTarget: form } = event;
    const input = form.elements.namedItem('photo') as HTMLInputElement;
    const chosen = input.files?.[0];
    if (!chosen || chosen === ready.current || chosen.size > PICTURE_MAX_BYTES) return;
    event.preventDefault();
    void prepareImage(chosen).then((photo) => {
      const files = new DataTransfer();
      files.items.add(photo);
      input.files = files.files;
      ready.current = input.files[0];
      // In a task of its own: a form that still tells of one submit begins no other.
      setTimeout(() => form.requestSubmit());
    });
  };
  const problems = posted?.problems ?? {};
  const [first] = Object.keys(problems);
  const left = storyCharactersLeft(text);
  return (
    <Card className="relative max-w-2xl overflow-hidden p-5 sm:p-8">
      <form
        method="post"
        action={paths.shareStory}
        encType="multipart/form-data"
        noValidate
        onSubmit={submit}
        aria-labelledby={headingId}
      >
        <h2 id={headingId} className="text-xl">
          {copy.heading}
        </h2>
        <p className="mt-1 text-muted">{copy.review}</p>
        {posted?.failure && (
          <div className="mt-5">
            <Alert tone="danger">{posted.failure}</Alert>
          </div>
        )}
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5">
          <TextField
            label={copy.name}
            name="name"
            autoComplete="name"
            dir="auto"
            aria-required
            maxLength={STORY_NAME_MAX_LENGTH}
            error={problems.name}
            autoFocus={first === 'name'}
            defaultValue={posted?.fields.name}
          />
          <TextAreaField
            ref={story}
            label={copy.experience}
            name="experience"
            hint={`${copy.experienceHint} ${copy.experienceLimit}`}
            counter={isHydrated ? { text: copy.left(left), isOver: isStoryNearlyFull(text) } : undefined}
            rows={7}
            dir="auto"
            aria-required
            error={problems.experience}
            autoFocus={first === 'experience'}
            defaultValue={posted?.fields.experience}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <PhotoField problem={problems.photo} isFirst={first === 'photo'} />
        </div>
        <Honeypot label={copy.website} />
        <Button type="submit" size="lg" className="mt-6 w-full">
          {copy.submit}
        </Button>
      </form>
    </Card>
  );
}

/** The optional photo, chosen in the browser's own control. */
function PhotoField({ problem, isFirst }: { problem: string | undefined; isFirst: boolean }) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {copy.photo}
      </label>
      <input
        id={id}
        type="file"
        name="photo"
        accept={PICTURE_ACCEPT}
        onChange={({ currentTarget: { files } }) => files?.[0] && void prepareImage(files[0])}
        // biome-ignore lint/a11y/noAutofocus: it answers a form that was posted, at the field that needs another try.
        autoFocus={isFirst}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        className={
          'w-full rounded-control border border-line-strong bg-surface text-sm text-muted aria-invalid:border-danger ' +
          'file:mr-3 file:min-h-11 file:border-0 file:border-r file:border-solid file:border-line-strong ' +
          'file:bg-sunken file:px-4 file:text-sm file:font-semibold file:text-ink'
        }
      />
      <p
        id={`${id}-note`}
        role={problem ? 'alert' : undefined}
        className={cn('mt-1.5 text-sm', problem ? 'text-danger' : 'text-muted')}
      >
        {problem ?? copy.photoHint}
      </p>
    </div>
  );
}
