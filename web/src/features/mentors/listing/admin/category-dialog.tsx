import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type UseFormReturn, useController, useForm } from 'react-hook-form';
import { adminCategories as copy } from '#copy/mentors/categories.ts';
import { changedMeanwhile } from '#copy/office/changed-meanwhile.ts';
import { site } from '#copy/shell/site.ts';
import { isApiError, reasonFor } from '#lib/api-error.ts';
import { mergeVersions } from '#lib/three-way-merge.ts';
import { toast } from '#lib/toast.ts';
import { saveUpon, useConflict } from '#lib/use-conflict.ts';
import { cleanLine, cleanText, countCharacters } from '#rules/shell/text.ts';
import type { DialogOpening } from '#ui/dialog.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { TextAreaField, TextField } from '#ui/forms/field.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { VersionsDialog } from '#ui/versions-dialog.tsx';
import { CATEGORY_ICONS, CategoryIcon } from '../category-icon.tsx';
import { addCategory, type Category, categoriesQuery, changeCategory } from './categories.data.ts';
import { CATEGORY_LENGTHS, type CategoryForm, categorySchema, EMPTY_CATEGORY } from './category-form.ts';

const formOf = ({ name, description, icon }: Category): CategoryForm => ({ name, description, icon });

/** Adds a category, or changes one. What was typed stays wherever it fails. */
export function CategoryDialog({
  category,
  isOpen,
  onClose,
  returnFocus,
}: {
  /** Null for a new one. */
  category: Category | null;
} & DialogOpening) {
  const client = useQueryClient();
  const form = useForm<CategoryForm>({
    resolver: zodResolver(categorySchema),
    reValidateMode: 'onSubmit',
    defaultValues: category ? formOf(category) : EMPTY_CATEGORY,
  });
  const { errors } = form.formState;
  const [newId] = useState(() => crypto.randomUUID());
  const { conflict, isAsking, hasConflict, leave } = useConflict(formOf);

  const save = useMutation({
    networkMode: 'always',
    mutationFn: async ({ was, mine }: { was: Category | null; mine: CategoryForm }) => {
      if (was) return saveUpon(was, formOf, (version) => changeCategory(version, mine));
      await addCategory(newId, mine);
      return null;
    },
    onSuccess: (latest, saved) => {
      if (hasConflict(latest, saved)) return;
      toast.success(category ? copy.updated : copy.added);
      onClose();
    },
    onError: (error) => {
      console.warn('The category was not saved', error);
      if (!isApiError(error, 'invalid')) return toast.error(category ? copy.updateFailed : copy.addFailed);
      leave();
      form.setError('name', { message: error.problems[0]?.sentence ?? copy.nameTaken }, { shouldFocus: true });
    },
    onSettled: () => {
      // The listing that this tab has seen shows the categories as they were.
      client.removeQueries({ type: 'inactive' });
      return client.invalidateQueries(categoriesQuery);
    },
  });
  const failure =
    save.isError && !save.isPending && !isApiError(save.error, 'invalid') && reasonFor(save.error, copy.reasons);
  const [name, description] = form.watch(['name', 'description']);
  const used = countCharacters(cleanText(description));

  return (
    <>
      <FormDialog
        isOpen={isOpen && !isAsking}
        onClose={onClose}
        returnFocus={() => !isAsking && (returnFocus?.() ?? null)}
        title={category ? copy.editTitle : copy.addTitle}
        labels={{ keep: site.cancel, submit: category ? copy.form.save : copy.form.add }}
        isBusy={save.isPending}
        onSubmit={form.handleSubmit((mine) => save.mutate({ was: category, mine }))}
      >
        <TextField
          label={copy.form.name}
          required
          autoComplete="off"
          readOnly={save.isPending}
          error={errors.name?.message}
          hint={category && cleanLine(name) !== category.name ? copy.form.renameHint : undefined}
          {...form.register('name', { onChange: () => form.clearErrors('name') })}
        />
        <TextAreaField
          label={copy.form.description}
          rows={2}
          readOnly={save.isPending}
          hint={copy.form.descriptionHint}
          error={errors.description?.message}
          counter={{
            text: copy.form.count(used, CATEGORY_LENGTHS.description),
            isOver: used > CATEGORY_LENGTHS.description,
          }}
          {...form.register('description', { onChange: () => form.clearErrors('description') })}
        />
        <IconField form={form} />
        {failure && (
          <Alert tone="danger" title={category ? copy.updateFailed : copy.addFailed}>
            {failure}
          </Alert>
        )}
      </FormDialog>
      {conflict && (
        <VersionsDialog
          isOpen={isOpen && isAsking}
          onClose={leave}
          // Undecided it leads back to the form.
          returnFocus={() => !isOpen && (returnFocus?.() ?? null)}
          labels={changedMeanwhile}
          versions={conflict.versions}
          fields={{
            name: { label: copy.form.name },
            description: { label: copy.form.description },
            icon: { label: copy.form.icon, show: (icon) => <NamedIcon name={icon} /> },
          }}
          isBusy={save.isPending}
          failure={failure || null}
          onKeepMine={() => save.mutate({ was: conflict.latest, mine: mergeVersions(conflict.versions).merged })}
          onTakeTheirs={() => {
            toast.info(changedMeanwhile.tookTheirs);
            onClose();
          }}
        />
      )}
    </>
  );
}

/** One of the drawings that the pages have: native radio buttons, so that the arrow keys move. */
function IconField({ form }: { form: UseFormReturn<CategoryForm> }) {
  const group = useId();
  const { field } = useController({ control: form.control, name: 'icon' });
  // One that the pages do not know is drawn as the default, and stays unless another is chosen.
  const shown = CATEGORY_ICONS.includes(field.value) ? field.value : '';
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{copy.form.icon}</legend>
      <div className="grid grid-cols-5 gap-2 sm:grid-cols-9">
        {['', ...CATEGORY_ICONS].map((icon) => (
          <label
            key={icon}
            title={copy.icons[icon]}
            className={
              'grid h-11 cursor-pointer place-items-center rounded-control border border-line-strong text-muted ' +
              'hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text ' +
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ' +
              '[&>svg]:size-5'
            }
          >
            <input
              type="radio"
              name={group}
              value={icon}
              checked={shown === icon}
              onChange={() => field.onChange(icon)}
              aria-label={copy.icons[icon]}
              className="sr-only"
            />
            <CategoryIcon name={icon} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function NamedIcon({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 [&>svg]:size-4">
      <CategoryIcon name={name} />
      {copy.icons[name] ?? copy.icons['']}
    </span>
  );
}
