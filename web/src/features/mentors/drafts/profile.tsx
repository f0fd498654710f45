import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock, Eye } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router';
import { mentorDrafts as copy } from '#copy/mentors/drafts.ts';
import { profileFields } from '#copy/mentors/profile-fields.ts';
import { CategoriesField } from '#features/mentors/profile/categories-field.tsx';
import { usePendingNames } from '#features/mentors/profile/names-field.tsx';
import { fieldId, ProfileSection } from '#features/mentors/profile/profile-fields.tsx';
import { ShortLink } from '#features/mentors/profile/short-link.tsx';
import { refusalSentence } from '#features/people/mentor-accounts/mentor-call.ts';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { ApiError } from '#lib/api-error.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { mentorPath } from '#rules/mentors/mentor-path.ts';
import { PROFILE_FIELDS, type ProfileField, profileProblems } from '#rules/mentors/profile.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { DraftPortrait } from './draft-portrait.tsx';
import { type DraftPage, discardDraft, draftPageQuery, submitDraft, takeBackDraft } from './drafts.data.ts';
import { Preview } from './preview.tsx';
import { type SaveState, useDraft } from './use-draft.ts';

const namesOf = (fields: readonly ProfileField[]) => fields.map((field) => profileFields[field].label).join(', ');

/** The mentor's profile, changed in a draft that our team publishes (docs/product/mentors.md#drafts). */
export function MentorProfileDraft({ mentor }: { mentor: MyMentor }) {
  const { localUser } = useSession();
  const page = useQuery(draftPageQuery(mentor.id));
  // A draft that was submitted, taken back or discarded begins a new form.
  const [turn, setTurn] = useState(0);
  if (page.data && localUser) {
    return (
      <DraftScreen
        key={turn}
        mentor={mentor}
        userId={localUser.id}
        page={page.data}
        onChanged={async () => {
          await page.refetch();
          setTurn((last) => last + 1);
        }}
      />
    );
  }
  return (
    <div className="max-w-3xl">
      <h1 className="text-2xl">{copy.title}</h1>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5">
        {page.isError ? (
          <LoadFailure isRetrying={page.isFetching} onRetry={page.refetch}>
            <p>{copy.loadFailed}</p>
          </LoadFailure>
        ) : (
          <div role="status" className="grid gap-5">
            <span className="sr-only">{copy.loading}</span>
            <div aria-hidden="true" className="skeleton h-136 rounded-card!" />
            <div aria-hidden="true" className="skeleton h-48 rounded-card!" />
          </div>
        )}
      </div>
    </div>
  );
}

function DraftScreen({
  mentor,
  userId,
  page,
  onChanged,
}: {
  mentor: MyMentor;
  userId: string;
  page: DraftPage;
  onChanged: () => Promise<void>;
}) {
  const client = useQueryClient();
  const edited = useDraft({ mentorId: mentor.id, userId, page });
  const { draft, form, state } = edited;
  const { errors, submitCount } = form.formState;
  const pending = usePendingNames(
    (field) => form.getValues(field),
    (field, list) => form.setValue(field, list, { shouldValidate: submitCount > 0 }),
  );
  const [isPreview, setIsPreview] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const { opened, open, heading, dialog } = useOpened<object>();
  const hasLeft = mentor.listing_state === 'left';
  const isWaiting = draft?.state === 'submitted';
  const isReadOnly = isWaiting || hasLeft;

  const act = { networkMode: 'always' as const };
  const submit = useMutation({
    ...act,
    mutationFn: async () => {
      if (!(await edited.flush())) return;
      const seenAt = edited.seenAt();
      if (seenAt === null) throw new ApiError('refused', { reason: 'draft_empty' });
      await submitDraft(seenAt);
      edited.forget();
      toast.success(copy.submitted);
      await onChanged();
    },
    onError: (error) => {
      console.warn('The changes were not submitted', error);
      const named = error instanceof ApiError ? profileProblems(error.details ?? '') : [];
      for (const { field, sentence } of named) form.setError(field, { type: 'server', message: sentence });
      if (named.length > 0) return;
      toast.error(refusalSentence(error, copy.submitFailed, { ...copy.save.reasons, draft_empty: copy.nothing }));
    },
  });
  const trySubmit = async () => {
    const refused = pending.commitAll();
    if (refused) return document.getElementById(fieldId(refused))?.focus();
    // What it says of a failure it has said already.
    await form.handleSubmit(() => submit.mutateAsync().catch(() => {}))();
  };
  const takeBack = useMutation({
    ...act,
    mutationFn: takeBackDraft,
    onSuccess: () => toast.success(copy.takenBack),
    onError: (error) => toast.error(refusalSentence(error, copy.failed, copy.save.reasons)),
    onSettled: onChanged,
  });
  const discard = useMutation({
    ...act,
    mutationFn: discardDraft,
    onSuccess: async () => {
      edited.forget();
      toast.success(copy.discarded);
      await onChanged();
    },
  });
  const load = useMutation({
    ...act,
    mutationFn: () => client.fetchQuery(draftPageQuery(mentor.id)),
    onSuccess: (read) => (read.draft?.state === 'submitted' ? onChanged() : edited.takeLatest(read)),
    onError: (error) => toast.error(refusalSentence(error, copy.failed)),
  });

  // The button of the chat stands above the bar.
  useEffect(() => {
    const { style } = document.documentElement;
    const tell = () => {
      style.setProperty('--bottom-bar', `calc(3.5rem + ${bar.current?.offsetHeight ?? 0}px)`);
    };
    const observer = new ResizeObserver(tell);
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bottom-bar');
    };
  }, []);

  if (isPreview) return <Preview mentor={mentor} form={form.getValues()} onBack={() => setIsPreview(false)} />;

  const changed = PROFILE_FIELDS.filter((field) => draft !== null && field in draft.fields);
  const problems = PROFILE_FIELDS.flatMap((field) => {
    const sentence = errors[field]?.message;
    return sentence ? [{ id: fieldId(field), sentence }] : [];
  });
  return (
    <div className="max-w-3xl">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
            {copy.title}
          </h1>
          <p className="mt-1 text-muted">{mentor.listing_state === 'draft' ? copy.draftMentor : copy.intro}</p>
          <LastPublished page={page} />
          {mentor.listing_state === 'listed' && <ShortLink slug={mentor.slug} className="mt-1 text-sm" />}
        </div>
        {mentor.listing_state === 'listed' && (
          <Link
            to={mentorPath(mentor)}
            className="inline-flex min-h-11 items-center font-medium text-accent-text underline-offset-4 hover:underline"
          >
            {copy.toPublic}
          </Link>
        )}
      </div>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5">
        {isWaiting && (
          <Alert icon={<Clock aria-hidden />} title={copy.waiting}>
            <p>{copy.changedFields(namesOf(changed))}</p>
          </Alert>
        )}
        {draft?.note && !isWaiting && (
          <Alert tone="accent" title={copy.returned}>
            <p className="whitespace-pre-line break-words">{draft.note}</p>
          </Alert>
        )}
        {state.kind === 'failed' && state.isStale && (
          <Alert tone="danger" title={copy.stale.title}>
            <p>{copy.stale.hint}</p>
            <Button
              variant="secondary"
              size="sm"
              className="mt-2"
              isBusy={load.isPending}
              onClick={() => load.mutate()}
            >
              {copy.stale.load}
            </Button>
          </Alert>
        )}
        <ErrorSummary title={copy.errorSummary} problems={problems} tries={submitCount} />
        <FormProvider {...form}>
          <ProfileSection section="basics" title={copy.sections.basics} isReadOnly={isReadOnly} pending={pending} />
          <DraftPortrait
            mentorId={mentor.id}
            published={page.profile.image === '/placeholder.svg' ? '' : String(page.profile.image ?? '')}
            isReadOnly={isReadOnly}
          />
          <ProfileSection section="details" title={copy.sections.details} isReadOnly={isReadOnly} pending={pending} />
          <CategoriesField title={copy.sections.categories} failed={copy.categoriesFailed} isReadOnly={isReadOnly} />
        </FormProvider>
      </div>
      {(changed.length > 0 || draft?.note) && !isReadOnly && (
        <Button variant="quiet" className="mt-4 text-danger" onClick={() => open({})}>
          {copy.discard}
        </Button>
      )}
      {!hasLeft && (
        <div
          ref={bar}
          className="sticky low:static bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-(--page-gutter,1.25rem) mt-5 md:bottom-4 md:mx-0"
        >
          <div
            className={
              'flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-strong bg-surface px-5 py-3 shadow-float ' +
              'md:rounded-card md:border md:max-xl:pr-20'
            }
          >
            <SaveNote state={state} isWaiting={isWaiting} onRetry={() => void edited.flush()} />
            <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
              <Button variant="secondary" onClick={() => setIsPreview(true)}>
                <Eye aria-hidden="true" className="size-4" />
                {copy.preview}
              </Button>
              {isWaiting ? (
                <Button variant="secondary" isBusy={takeBack.isPending} onClick={() => takeBack.mutate()}>
                  {copy.takeBack}
                </Button>
              ) : (
                <Button isBusy={submit.isPending} onClick={() => void trySubmit()}>
                  {copy.submit}
                </Button>
              )}
            </div>
          </div>
        </div>
      )}
      {opened && (
        <ConfirmDialog
          {...dialog}
          title={copy.discardTitle}
          description={copy.discardText}
          labels={{ keep: copy.keep, confirm: copy.discard }}
          isBusy={discard.isPending}
          onConfirm={() => discard.mutate()}
          failure={discard.error && { text: refusalSentence(discard.error, copy.failed) }}
        />
      )}
    </div>
  );
}

function LastPublished({ page: { last_published: last } }: { page: DraftPage }) {
  if (!last) return null;
  return (
    <p className="mt-1 text-sm text-muted">
      {copy.published(formatDateShort(istToday(new Date(last.at))))}. {copy.publishedFields(namesOf(last.fields))}{' '}
      {last.left_out.length > 0 && copy.leftOut(namesOf(last.left_out))}
    </p>
  );
}

function SaveNote({ state, isWaiting, onRetry }: { state: SaveState; isWaiting: boolean; onRetry: () => void }) {
  const words = copy.save;
  if (isWaiting) return <p className="min-w-0 flex-1" />;
  return (
    <p aria-live="polite" className="min-w-0 flex-1 basis-40 text-sm">
      {state.kind === 'failed' ? (
        <span className="text-danger">
          {words.notSaved(state.sentence)}{' '}
          {!state.isStale && (
            <button type="button" className="tap-line font-semibold underline" onClick={onRetry}>
              {words.again}
            </button>
          )}
        </span>
      ) : (
        <span className="text-muted">
          {state.kind === 'saving' ? words.saving : state.kind === 'saved' ? words.saved : words.unsaved}
        </span>
      )}
    </p>
  );
}
