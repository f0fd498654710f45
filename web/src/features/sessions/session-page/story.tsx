import { useMutation } from '@tanstack/react-query';
import { BadgeCheck, Clock3 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { impactStoryForm } from '#copy/content/impact-story-form.ts';
import { sessionStory as copy } from '#copy/content/session-story.ts';
import { readDraft } from '#lib/drafts.ts';
import { fieldOf } from '#lib/field-of.ts';
import { isolate } from '#lib/isolate.tsx';
import { paths } from '#lib/paths.ts';
import { knownRefusal } from '#lib/refusals.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { isStoryNearlyFull, STORY_NAME_MAX_LENGTH, storyCharactersLeft } from '#rules/content/impact-story.ts';
import { impactStorySchema } from '#rules/content/impact-story-schema.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { TextAreaField, TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { Block } from './block.tsx';
import { type OwnStory, shareStory, withdrawStory } from './session-page.data.ts';

const draftOf = (bookingId: string) => `story:${bookingId}`;

interface StoryProps {
  bookingId: string;
  userId: string;
  mentor: string;
  story: OwnStory;
  reload: () => Promise<unknown>;
}

/** The founder's story about a verified session (docs/product/outcomes.md#verified-stories); `#story` opens its form. */
export function StoryBlock(props: StoryProps) {
  const { story, bookingId, userId } = props;
  const { hash, key } = useLocation();
  const isWanted = hash === '#story';
  const [isOpen, setIsOpen] = useState(() => isWanted || Object.keys(readDraft(draftOf(bookingId), userId)).length > 0);
  const [isWithdrawn, setIsWithdrawn] = useState(false);
  const block = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of a link to the form, also on this page.
  useEffect(() => {
    if (!isWanted) return;
    setIsOpen(true);
    // This part came after the page, so the browser found nothing to scroll to.
    block.current?.scrollIntoView({ block: 'start' });
  }, [isWanted, key]);

  return (
    <div id="story" ref={block} tabIndex={-1} className="scroll-mt-24 outline-none">
      <Block title={copy.title}>
        {isWithdrawn && !story.shared && (
          <p role="status" className="mb-3 font-medium">
            {copy.withdrawn}
          </p>
        )}
        {story.shared ? (
          <Shared
            {...props}
            shared={story.shared}
            onWithdrawn={() => {
              setIsWithdrawn(true);
              setIsOpen(false);
              block.current?.focus();
            }}
          />
        ) : isOpen ? (
          <StoryForm {...props} onClose={() => setIsOpen(false)} />
        ) : (
          <>
            <p className="text-muted">{copy.lead}</p>
            <Button variant="secondary" className="mt-4 @max-tight:long-label" onClick={() => setIsOpen(true)}>
              {copy.open}
            </Button>
          </>
        )}
      </Block>
    </div>
  );
}

const schema = impactStorySchema.extend({
  agrees: z.boolean().refine((isTicked) => isTicked, copy.consentMissing),
  namesMentor: z.boolean(),
});

function StoryForm({ bookingId, mentor, story, reload, onClose }: StoryProps & { onClose: () => void }) {
  const { form, submit, isBusy, failure, forgetDraft } = useFormMutation({
    schema,
    defaultValues: { experience: story.change, name: story.name, agrees: false, namesMentor: false },
    draft: draftOf(bookingId),
    send: (typed) => shareStory(bookingId, typed),
    onSent: async () => {
      toast.success(impactStoryForm.submitted, { duration: 8_000 });
      await reload();
    },
    onFailed: (error) => {
      // Another tab shared it, or the payment is being refunded.
      if (knownRefusal(error, copy.refusals)) void reload();
    },
    say: (error) => knownRefusal(error, copy.refusals) ?? impactStoryForm.failed,
    fields: { story_length: 'experience', name_length: 'name', consent_missing: 'agrees' },
  });
  useEffect(() => form.setFocus('experience'), [form]);
  const text = form.watch('experience');
  const left = storyCharactersLeft(text);
  const unticked = form.formState.errors.agrees?.message;
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <TextAreaField
        label={copy.text}
        hint={copy.textHint}
        counter={{ text: impactStoryForm.left(left), isOver: isStoryNearlyFull(text) }}
        rows={7}
        dir="auto"
        required
        readOnly={isBusy}
        {...fieldOf(form, 'experience')}
      />
      <TextField
        label={copy.name}
        dir="auto"
        autoComplete="name"
        required
        maxLength={STORY_NAME_MAX_LENGTH}
        readOnly={isBusy}
        {...fieldOf(form, 'name')}
      />
      <div className="grid gap-3">
        <label className="flex min-h-11 items-start gap-3">
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-accent"
            aria-invalid={unticked ? true : undefined}
            aria-describedby={unticked ? `agrees-${bookingId}` : undefined}
            {...form.register('agrees')}
          />
          <span className="text-pretty">{copy.consent}</span>
        </label>
        {unticked && (
          <p id={`agrees-${bookingId}`} role="alert" className="text-sm text-danger">
            {unticked}
          </p>
        )}
        <label className="flex min-h-11 items-start gap-3">
          <input type="checkbox" className="mt-0.5 size-5 shrink-0 accent-accent" {...form.register('namesMentor')} />
          <span className="min-w-0 break-words text-pretty">{copy.namesMentor(mentor)}</span>
        </label>
      </div>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">
        <Button type="submit" isBusy={isBusy}>
          {copy.send}
        </Button>
        <Button
          variant="quiet"
          disabled={isBusy}
          onClick={() => {
            forgetDraft();
            onClose();
          }}
        >
          {copy.cancel}
        </Button>
      </div>
    </form>
  );
}

function Shared({
  bookingId,
  mentor,
  story,
  shared,
  reload,
  onWithdrawn,
}: StoryProps & { shared: NonNullable<OwnStory['shared']>; onWithdrawn: () => void }) {
  const { opened, open, dialog } = useOpened<object>();
  const withdraw = useMutation({
    networkMode: 'always',
    mutationFn: () => withdrawStory(bookingId),
    onSuccess: async () => {
      dialog.onClose();
      toast.success(copy.withdrawn);
      await reload();
      onWithdrawn();
    },
  });
  const answer = !shared.is_approved ? 'waiting' : (shared.mentor_answer ?? 'asked');
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {shared.is_approved ? (
          <Badge tone="success" icon={<BadgeCheck aria-hidden="true" />}>
            {copy.states.public}
          </Badge>
        ) : (
          <Badge tone="accent" icon={<Clock3 aria-hidden="true" />}>
            {copy.states.waiting}
          </Badge>
        )}
      </div>
      <blockquote dir="auto" className="wrap-anywhere mt-4 border-l-2 border-line-strong pl-4 whitespace-pre-line">
        {shared.experience}
      </blockquote>
      <p dir="auto" className="mt-2 pl-4 text-sm break-words text-muted">
        {shared.name}
      </p>
      {shared.names_mentor && <p className="mt-4 text-sm">{isolate(copy.mentorStates[answer](mentor))}</p>}
      {!story.is_verified && <p className="mt-4 text-sm">{copy.unmarked}</p>}
      <div className="mt-5 flex flex-wrap gap-3 max-sm:[&>*]:w-full">
        {shared.is_approved && (
          <ButtonLink variant="secondary" to={`${paths.wallOfImpact}#story-${shared.id}`}>
            {copy.see}
          </ButtonLink>
        )}
        <Button variant="quiet" aria-haspopup="dialog" onClick={(event) => open({}, event.currentTarget)}>
          {copy.withdraw}
        </Button>
      </div>
      {opened && (
        <ConfirmDialog
          key={opened.turn}
          {...dialog}
          title={copy.withdrawDialog.title}
          description={copy.withdrawDialog.description}
          labels={{ keep: copy.withdrawDialog.keep, confirm: copy.withdraw }}
          isBusy={withdraw.isPending}
          onConfirm={() => withdraw.mutate()}
          failure={withdraw.isError && { text: copy.withdrawFailed }}
        />
      )}
    </>
  );
}
