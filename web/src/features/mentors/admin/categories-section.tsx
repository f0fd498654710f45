import { useQuery } from '@tanstack/react-query';
import { type Control, useController } from 'react-hook-form';
import { mentorEditor as copy } from '#copy/admin/mentor-editor.ts';
import { officePaths } from '#lib/office-paths.ts';
import { FormSection, SectionError } from '#ui/forms/form-section.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { fieldId } from './error-summary.tsx';
import { allCategoriesQuery } from './mentor-editor.data.ts';
import type { MentorForm } from './mentor-values.ts';

/** The fields of expertise that the mentor is filed under. */
export function CategoriesSection({ control }: { control: Control<MentorForm> }) {
  const { field, fieldState } = useController({ control, name: 'categoryIds' });
  const categories = useQuery(allCategoriesQuery);
  const toggle = (id: string, isOn: boolean) =>
    field.onChange((isOn ? [...field.value, id] : field.value.filter((one) => one !== id)).toSorted());
  return (
    <FormSection title={copy.sections.categories} id={fieldId('categoryIds')}>
      {categories.isPending && (
        <div aria-hidden className="grid gap-2 sm:grid-cols-2">
          {[0, 1, 2, 3].map((line) => (
            <span key={line} className="h-11 rounded-control bg-sunken motion-safe:animate-pulse" />
          ))}
        </div>
      )}
      {categories.isError && (
        <LoadFailure look="line" isRetrying={categories.isFetching} onRetry={categories.refetch}>
          <p className="text-danger">{copy.categoriesFailed}</p>
        </LoadFailure>
      )}
      {categories.data?.length === 0 && (
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
      )}
      {categories.data && categories.data.length > 0 && (
        <div className="grid gap-2 sm:grid-cols-2">
          {categories.data.map(({ id, name }) => (
            <label
              key={id}
              className={
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line ' +
                'px-3 hover:bg-sunken has-checked:border-accent-line has-checked:bg-accent-soft'
              }
            >
              <input
                type="checkbox"
                className="size-4.5 shrink-0 accent-accent"
                checked={field.value.includes(id)}
                onChange={(event) => toggle(id, event.target.checked)}
              />
              <span className="min-w-0 break-words">{name}</span>
            </label>
          ))}
        </div>
      )}
      <SectionError>{fieldState.error?.message}</SectionError>
    </FormSection>
  );
}
