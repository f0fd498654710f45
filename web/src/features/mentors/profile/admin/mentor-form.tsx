import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { mentorEditor as copy } from '#copy/mentors/editor.ts';
import { singleTimes } from '#copy/mentors/single-times.ts';
import { SingleTimes } from '#features/mentors/availability/single-times.tsx';
import { clearDraft, readDraft, saveDraft } from '#lib/drafts.ts';
import { officePaths } from '#lib/office-paths.ts';
import type { SelectedImage } from '#lib/selected-image.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { FormSection } from '#ui/forms/form-section.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LeaveDialog, useUnsavedChanges } from '#ui/unsaved-changes.tsx';
import { CategoriesField } from '../categories-field.tsx';
import { usePendingNames } from '../names-field.tsx';
import { fieldId, ProfileSection } from '../profile-fields.tsx';
import { BookingsSection } from './bookings-section.tsx';
import { ImageSection } from './image-section.tsx';
import { type EditedMentor, editedMentorQuery } from './mentor-editor.data.ts';
import { MentorPageHeader } from './mentor-page-header.tsx';
import { EMPTY_MENTOR, MENTOR_FIELDS, type MentorForm, mentorFormSchema, mergeMentorForms } from './mentor-values.ts';
import { useMentorSave } from './use-mentor-save.ts';

const MENTORS_TAB = officePaths.tab('mentors');

/** The form in which a mentor is added or changed. */
export function MentorFormView({
  id,
  opened,
  userId,
  onExpired,
}: {
  id: string;
  /** Null for a new mentor. */
  opened: EditedMentor | null;
  userId: string;
  onExpired: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [was, setWas] = useState(opened);
  const [chosen, setChosen] = useState<SelectedImage | null>(null);
  const [isOutdated, setIsOutdated] = useState(false);
  const [isRestored, setIsRestored] = useState(false);
  const hasTypedSlot = useRef(false);

  const form = useForm<MentorForm>({
    resolver: zodResolver(mentorFormSchema),
    defaultValues: opened?.form ?? EMPTY_MENTOR,
    shouldFocusError: false,
  });
  const { errors, isDirty, submitCount } = form.formState;
  const pending = usePendingNames(
    (field) => form.getValues(field),
    (field, list) => form.setValue(field, list, { shouldDirty: true }),
  );
  // One draft for each mentor, and one for the new one.
  const draftName = `mentor-${opened ? id : 'new'}`;
  const unsaved = useUnsavedChanges(isDirty || pending.hasTyped, () => {
    const base = was?.form ?? EMPTY_MENTOR;
    // A picture that was chosen cannot be kept.
    const draft: Draft = { base, typed: { ...form.getValues(), image: base.image } };
    saveDraft(draftName, userId, { draft: JSON.stringify(draft) });
  });

  const fill = (values: MentorForm) => {
    for (const field of MENTOR_FIELDS) form.setValue(field, values[field], { shouldDirty: true });
  };
  const restore = useEffectEvent(() => {
    const draft = takeMentorDraft(draftName, userId, opened?.form ?? EMPTY_MENTOR);
    if (!draft) return;
    fill(draft);
    setIsRestored(true);
  });
  useEffect(() => restore(), []);

  const save = useMentorSave({
    id,
    was,
    chosen,
    onProblems: (problems) => {
      for (const { field, sentence } of problems) form.setError(field, { type: 'server', message: sentence });
    },
    onChanged: () => setIsOutdated(true),
    onExpired: () => {
      unsaved.leadOut();
      onExpired();
    },
    onSaved: () => {
      unsaved.settle();
      void navigate(MENTORS_TAB);
    },
  });

  const submit = async () => {
    const refused = pending.commitAll();
    if (refused) return document.getElementById(fieldId(refused))?.focus();
    await form.handleSubmit(
      async (values) => {
        // What it says of a failure it has said already.
        if (!hasTypedSlot.current) await save.submit(values).catch(() => {});
        else form.setError('slots', { type: 'typed', message: singleTimes.notAdded });
      },
      () => toast.error(copy.fillRequired, { id: 'save-mentor' }),
    )();
  };

  const reload = useMutation({
    mutationFn: () => client.fetchQuery(editedMentorQuery(id)),
    onSuccess: (latest) => {
      if (!latest || !was) return toast.error(copy.missing.notFound, { id: 'save-mentor' });
      const merged = mergeMentorForms(was.form, form.getValues(), latest.form);
      form.reset(latest.form);
      fill(merged);
      setWas(latest);
      setIsOutdated(false);
      return toast.success(copy.changed.loaded, { id: 'save-mentor' });
    },
    onError: (error) => {
      console.warn('The latest version of the mentor could not be read', error);
      toast.error(copy.missing.failed, { id: 'save-mentor' });
    },
  });

  const problems = MENTOR_FIELDS.flatMap((field) => {
    const sentence = errors[field]?.message;
    return sentence ? [{ id: fieldId(field), sentence }] : [];
  });
  return (
    <form
      noValidate
      aria-label={opened ? copy.editTitle : copy.addTitle}
      className="mx-auto max-w-3xl"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isSaving) void submit();
      }}
    >
      <MentorPageHeader
        id={opened ? id : null}
        title={opened ? copy.editTitle : copy.addTitle}
        name={was?.form.name ?? ''}
        part="profile"
      />
      {isRestored && (
        <div className="mb-6">
          <Alert tone="info" title={copy.restored.title}>
            <p>{copy.restored.hint}</p>
            <Button
              variant="secondary"
              size="sm"
              className="mt-2"
              onClick={() => {
                form.reset(was?.form ?? EMPTY_MENTOR);
                setChosen(null);
                setIsRestored(false);
              }}
            >
              {copy.restored.discard}
            </Button>
          </Alert>
        </div>
      )}
      {isOutdated && (
        <div className="mb-6">
          <Alert tone="danger" title={copy.changed.title}>
            <p>{copy.changed.hint}</p>
            <Button
              variant="secondary"
              size="sm"
              className="mt-2"
              isBusy={reload.isPending}
              onClick={() => reload.mutate()}
            >
              {copy.changed.load}
            </Button>
          </Alert>
        </div>
      )}
      <ErrorSummary className="mb-6" title={copy.errorSummary} problems={problems} tries={submitCount} />
      <div className="grid grid-cols-1 gap-5">
        <FormProvider {...form}>
          <ProfileSection section="basics" title={copy.sections.basics} isEditor pending={pending}>
            <TextField
              id={fieldId('email')}
              label={copy.email}
              hint={copy.emailHint}
              type="email"
              inputMode="email"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              aria-required
              error={errors.email?.message}
              {...form.register('email')}
            />
          </ProfileSection>
          <ProfileSection section="details" title={copy.sections.details} isEditor pending={pending} />
          <BookingsSection />
          <CategoriesField
            title={copy.sections.categories}
            failed={copy.categoriesFailed}
            empty={
              <p className="text-muted">
                {copy.noCategories.replace(copy.addCategories, '')}
                {/* In a new tab: what was typed here stays. */}
                <a
                  href={officePaths.categories}
                  target="_blank"
                  rel="noopener"
                  className="font-medium text-accent-text underline underline-offset-4"
                >
                  {copy.addCategories}
                  <span className="sr-only">{copy.opensInNewTab}</span>
                </a>
              </p>
            }
          />
          <ImageSection
            present={was?.form.image ?? ''}
            chosen={chosen}
            onChoose={setChosen}
            isUploading={save.isUploading}
          />
        </FormProvider>
        <FormSection title={copy.sections.slots} id={fieldId('slots')} hint={singleTimes.zone}>
          <SingleTimes
            labels={copy.slots}
            times={form.watch('slots')}
            saved={was?.slots ?? []}
            problem={errors.slots?.message}
            onChange={(slots) => form.setValue('slots', slots, { shouldDirty: true, shouldValidate: submitCount > 0 })}
            onTyping={(isTyping) => {
              hasTypedSlot.current = isTyping;
            }}
          />
        </FormSection>
      </div>
      <div className="mt-8 flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">
        <Button variant="secondary" disabled={save.isSaving} onClick={() => void navigate(MENTORS_TAB)}>
          {copy.cancel}
        </Button>
        <Button type="submit" isBusy={save.isSaving}>
          {save.isUploading ? copy.photo.uploading : save.isSaving ? copy.saving : copy.save}
        </Button>
      </div>
      <LeaveDialog {...unsaved} labels={{ ...copy.leave, description: copy.leave.description(was?.form.name ?? '') }} />
    </form>
  );
}

/** What was typed, and what it was typed upon. */
type Draft = Record<'base' | 'typed', MentorForm>;

/** The kept changes, upon the mentor as they are now; null where none were kept. */
function takeMentorDraft(draftName: string, userId: string, present: MentorForm): MentorForm | null {
  const { draft } = readDraft(draftName, userId);
  clearDraft(draftName, userId);
  if (!draft) return null;
  try {
    const { base, typed }: Draft = JSON.parse(draft);
    return mergeMentorForms(base, typed, present);
  } catch (error) {
    console.warn('The kept changes of the mentor could not be read', error);
    return null;
  }
}
