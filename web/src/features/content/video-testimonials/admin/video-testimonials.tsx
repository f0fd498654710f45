import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Location, useBeforeUnload, useBlocker } from 'react-router';
import { videoTestimonials as copy } from '#copy/content/admin-video-testimonials.ts';
import { changedMeanwhile } from '#copy/office/changed-meanwhile.ts';
import { listLabels } from '#copy/office/table.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { useConflict } from '#lib/use-conflict.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { AdminList } from '#ui/data-table/admin-list.tsx';
import { useOpened } from '#ui/data-table/use-opened.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { VersionsDialog } from '#ui/versions-dialog.tsx';
import { FailedSaveAlert } from './failed-save-alert.tsx';
import { editButtonId, TestimonialCard, TestimonialCardSkeleton } from './testimonial-card.tsx';
import {
  draftOf,
  draftSchema,
  emptyDraft,
  type FailedSave,
  forgetDraft,
  isTouched,
  keepDraft,
  keptDraft,
  rebasedDraft,
  type TestimonialDraft,
  versionOf,
} from './testimonial-draft.ts';
import { TestimonialForm } from './testimonial-form.tsx';
import { useTestimonialSave } from './use-testimonial-save.ts';
import { deleteTestimonial, type Testimonial, testimonialsQuery } from './video-testimonials.data.ts';

const ASIDE_TOAST = 'testimonial-put-aside';

/**
 * The tab Video Testimonials: the form, and the list "Manage Testimonials"
 * (docs/product/content.md#video-testimonials).
 */
export function VideoTestimonials() {
  const { user } = useSession();
  return user && <Testimonials key={user.id} userId={user.id} />;
}

function Testimonials({ userId }: { userId: string }) {
  const client = useQueryClient();
  const list = useQuery(testimonialsQuery);
  const [start] = useState(() => keptDraft(userId));
  // Not useFormMutation: a save uploads files, shows how far it is, and can be stopped (useTestimonialSave).
  const form = useForm<TestimonialDraft>({
    resolver: zodResolver(draftSchema),
    reValidateMode: 'onSubmit',
    defaultValues: start.draft,
  });
  const draft = form.watch();
  const setDraft = (next: TestimonialDraft) => form.reset(next);
  const [failed, setFailed] = useState<FailedSave | null>(start.failed);
  const { opened, open, heading: listHeading, dialog } = useOpened<{ testimonial: Testimonial }>();
  /** What gets the focus next: an item of the list, by its id, or the form. */
  const [returnTo, setReturnTo] = useState<string | null>(null);
  const formHeading = useRef<HTMLHeadingElement>(null);
  /** What stood in the form while a failed save was tried again. */
  const aside = useRef<TestimonialDraft | null>(null);

  const keep = useEffectEvent(() => keepDraft(userId, { draft, failed }));
  useEffect(() => () => keep(), []);

  /** The form resets after every submit, even on failure. */
  const resetAfterSubmit = () => {
    setDraft(aside.current ?? emptyDraft());
    aside.current = null;
  };
  const { conflict, isAsking, hasConflict, leave } = useConflict(versionOf);
  /** What was entered and refused, until the administrator decides whose changes stay. */
  const refused = useRef<TestimonialDraft | null>(null);
  const onSaved = ({ id, was }: TestimonialDraft) => {
    toast.success(was ? copy.updated : copy.uploaded);
    forgetDraft(id);
    resetAfterSubmit();
    setReturnTo(was?.id ?? 'form');
  };
  const save = useTestimonialSave({
    onSaved,
    onRefused: (unsaved, { was, mine, latest }) => {
      if (!hasConflict(latest, { was, mine: versionOf(mine) })) return onSaved(unsaved);
      refused.current = unsaved;
      resetAfterSubmit();
    },
    onFailed: (unsaved, reason) => {
      resetAfterSubmit();
      setFailed({ draft: unsaved, reason });
    },
    onStopped: (isPersons) => {
      if (isPersons) toast.info(copy.progress.stopped);
    },
  });
  const isSaving = save.progress !== null;

  // To where one came from: the list's item that was in the form, or else the form itself, which has become another.
  useEffect(() => {
    // Nothing of the list can have the focus as long as something is being saved.
    if (!returnTo || isSaving) return;
    (document.getElementById(editButtonId(returnTo)) ?? formHeading.current)?.focus();
    setReturnTo(null);
  }, [returnTo, isSaving]);

  const submit = (submitted: TestimonialDraft) => {
    toast.dismiss(ASIDE_TOAST);
    save.submit(submitted);
  };
  /** Puts something else into the form. Nothing that was entered is lost by it. */
  const replace = (next: TestimonialDraft) => {
    if (isTouched(draft)) {
      const action = { label: copy.undo, onClick: () => setDraft(draft) };
      toast.info(copy.putAside, { id: ASIDE_TOAST, duration: 10_000, action });
    }
    setDraft(next);
  };
  const edit = (testimonial: Testimonial) => {
    if (draft.was?.id !== testimonial.id) replace(draftOf(testimonial));
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' });
    formHeading.current?.focus({ preventScroll: true });
  };
  const tryAgain = (unsaved: TestimonialDraft) => {
    aside.current = isTouched(draft) ? draft : null;
    setFailed(null);
    setDraft(unsaved);
    submit(unsaved);
  };

  /** Ends the question whose changes stay; answers what was entered. */
  const settleConflict = () => {
    const unsaved = refused.current;
    refused.current = null;
    leave();
    return unsaved;
  };

  return (
    <>
      <h2 className="mb-4 text-xl">{copy.title}</h2>
      <Card className="p-5 sm:p-6">
        <h3 ref={formHeading} tabIndex={-1} className="mb-5 text-lg outline-none wrap-anywhere">
          {draft.was ? copy.editTitle(draft.was.name) : copy.addTitle}
        </h3>
        {failed && (
          <FailedSaveAlert
            failed={failed}
            isBusy={isSaving}
            onTryAgain={() => tryAgain(failed.draft)}
            onBackToForm={() => {
              setFailed(null);
              replace(failed.draft);
              formHeading.current?.focus();
            }}
            onDiscard={() => {
              setFailed(null);
              formHeading.current?.focus();
            }}
          />
        )}
        <TestimonialForm
          key={draft.id}
          form={form}
          progress={save.progress}
          onSubmit={submit}
          onCancel={() => {
            replace(emptyDraft());
            setReturnTo(draft.was?.id ?? 'form');
          }}
          onStop={save.stop}
        />
      </Card>
      <div className="mt-10">
        <AdminList
          labels={listLabels}
          title={copy.manage}
          query={list}
          header={{
            count: list.data && copy.count(list.data.length),
            level: 3,
            headingRef: listHeading,
            refreshLabel: copy.refresh,
          }}
          layout={{
            gridColumns: '@2xl:grid-cols-2',
            card: (testimonial) => (
              <TestimonialCard
                testimonial={testimonial}
                isOpen={testimonial.id === draft.was?.id}
                isLocked={isSaving}
                onEdit={() => edit(testimonial)}
                onDelete={() => open({ testimonial })}
              />
            ),
            skeleton: <TestimonialCardSkeleton />,
            skeletonCards: 4,
          }}
          keepsRowsOnFailure
          failure={copy.loadFailed}
          empty={{ text: copy.empty }}
        />
      </div>
      {opened && (
        <DeleteDialog
          key={opened.testimonial.id}
          title={copy.deleteQuestion}
          description={copy.deleteDescription(opened.testimonial.name)}
          labels={{ keep: copy.keep, confirm: copy.delete }}
          networkMode="always"
          // The files go with the row, by the server.
          onDelete={() => deleteTestimonial(opened.testimonial.id)}
          queryKey={testimonialsQuery.queryKey}
          deleted={{ sentence: copy.deleted }}
          failureOf={() => ({ text: copy.deleteFailed })}
          onDeleted={() => {
            client.setQueryData(testimonialsQuery.queryKey, (rows) =>
              rows?.filter(({ id }) => id !== opened.testimonial.id),
            );
            if (draft.was?.id === opened.testimonial.id) setDraft(emptyDraft());
          }}
          {...dialog}
        />
      )}
      {conflict && (
        <VersionsDialog
          isOpen={isAsking}
          onClose={() => {
            const unsaved = settleConflict();
            if (unsaved) setFailed({ draft: unsaved, reason: changedMeanwhile.title });
          }}
          returnFocus={() => formHeading.current}
          labels={changedMeanwhile}
          versions={conflict.versions}
          fields={{
            name: { label: copy.fields.name },
            role: { label: copy.fields.role },
            company: { label: copy.fields.company },
            is_featured: { label: copy.isFeatured },
            video_url: { label: copy.video, show: (address) => address.slice(address.lastIndexOf('/') + 1) },
            profile_image: { label: copy.profile, show: showPicture },
            thumbnail_url: { label: copy.thumbnail, show: showPicture },
          }}
          isBusy={isSaving}
          onKeepMine={() => {
            const unsaved = settleConflict();
            if (unsaved) tryAgain(rebasedDraft(unsaved, conflict.latest));
          }}
          onTakeTheirs={() => {
            const unsaved = settleConflict();
            if (unsaved) forgetDraft(unsaved.id);
            toast.info(changedMeanwhile.tookTheirs);
          }}
        />
      )}
      <LeaveGuard isUploading={isSaving} isTouched={isTouched(draft) || failed !== null} />
    </>
  );
}

const showPicture = (address: string | null) =>
  address && <img src={address} alt="" className="h-24 w-auto rounded-control object-contain" />;

/**
 * Asks before a video's upload is broken off. What was entered is kept for who leaves the tab, but not for who
 * closes the page.
 */
function LeaveGuard({ isUploading, isTouched }: { isUploading: boolean; isTouched: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUploading && !isSameTab(currentLocation, nextLocation),
  );
  useBeforeUnload((event) => {
    if (isUploading || isTouched) event.preventDefault();
  });
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={copy.leave.title}
      description={copy.leave.description}
      actions={
        <>
          <Button variant="danger" onClick={() => blocker.proceed?.()}>
            {copy.leave.go}
          </Button>
          <Button onClick={() => blocker.reset?.()}>{copy.leave.stay}</Button>
        </>
      }
    />
  );
}

function isSameTab(one: Location, other: Location): boolean {
  const tab = ({ pathname, search }: Location) => `${pathname}?${new URLSearchParams(search).get('tab')}`;
  return tab(one) === tab(other);
}
