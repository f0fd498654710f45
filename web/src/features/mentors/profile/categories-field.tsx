import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import type { ProfileForm } from '#rules/mentors/profile.ts';
import { FormSection, SectionError } from '#ui/forms/form-section.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { categoryNamesQuery } from './category-names.data.ts';
import { fieldId } from './profile-fields.tsx';

/** The fields of expertise that the mentor is filed under, in the form around it. */
export function CategoriesField({
  title,
  failed,
  empty,
  isReadOnly = false,
}: {
  title: string;
  /** That they could not be read. */
  failed: string;
  /** Where there is none to choose. */
  empty?: ReactNode;
  isReadOnly?: boolean;
}) {
  const { field, fieldState } = useController<ProfileForm, 'categories'>({ name: 'categories' });
  const categories = useQuery(categoryNamesQuery);
  // One that was deleted since the page was opened has no box of its own.
  const toggle = (id: string, isOn: boolean) =>
    field.onChange(
      (categories.data ?? [])
        .map((one) => one.id)
        .filter((one) => (one === id ? isOn : field.value.includes(one)))
        .toSorted(),
    );
  return (
    <FormSection title={title} id={fieldId('categories')}>
      {categories.isPending && <div aria-hidden className="skeleton h-44 rounded-control!" />}
      {categories.isError && !categories.data && (
        <LoadFailure look="line" isRetrying={categories.isFetching} onRetry={categories.refetch}>
          <p className="text-danger">{failed}</p>
        </LoadFailure>
      )}
      {categories.data?.length === 0 && empty}
      <div className="grid gap-2 sm:grid-cols-2">
        {categories.data?.map(({ id, name }) => (
          <label
            key={id}
            className={
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line px-3 ' +
              'hover:bg-sunken has-checked:border-accent-line has-checked:bg-accent-soft has-disabled:cursor-default'
            }
          >
            <input
              type="checkbox"
              className="size-4.5 shrink-0 accent-accent"
              disabled={isReadOnly}
              checked={field.value.includes(id)}
              onChange={(event) => toggle(id, event.target.checked)}
            />
            <span className="min-w-0 break-words">{name}</span>
          </label>
        ))}
      </div>
      <SectionError>{fieldState.error?.message}</SectionError>
    </FormSection>
  );
}
