import { useQuery } from '@tanstack/react-query';
import { mentorDrafts as copy } from '#copy/mentor-drafts.ts';
import { LanguagesField } from '#features/mentors/languages-field.tsx';
import { SpecializationsField, usePendingSpecialization } from '#features/mentors/specializations-field.tsx';
import { MENTOR_LENGTHS, type ProfileField, type ProfileForm } from '#rules/mentor-profile.ts';
import { cleanText, countCharacters } from '#rules/text.ts';
import { TextAreaField, TextField } from '#ui/forms/field.tsx';
import { FormSection, SectionError } from '#ui/forms/form-section.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { draftCategoriesQuery } from './mentor-drafts.data.ts';
import { PortraitField } from './portrait-field.tsx';

/** The id of what a field's error leads to. */
export const fieldId = (field: ProfileField) => `profile-${field}`;

type TextName = Exclude<ProfileField, 'specializations' | 'categories' | 'languages' | 'image' | 'bio'>;

/** All fields of a profile. */
export function ProfileFields({
  mentorId,
  form,
  publishedImage,
  errors,
  isReadOnly,
  set,
}: {
  mentorId: string;
  form: ProfileForm;
  publishedImage: string;
  errors: Partial<Record<ProfileField, string>>;
  isReadOnly: boolean;
  set: (changes: Partial<ProfileForm>) => void;
}) {
  const pending = usePendingSpecialization(
    () => form.specializations,
    (specializations) => set({ specializations }),
  );
  const count = countCharacters(cleanText(form.bio));
  const text = (name: TextName, isOptional = false) => ({
    id: fieldId(name),
    label: isOptional ? copy.optional(copy.fields[name]) : copy.fields[name],
    value: form[name],
    error: errors[name],
    autoComplete: 'off',
    disabled: isReadOnly,
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  return (
    <div className="grid grid-cols-1 gap-5">
      <FormSection title={copy.sections.basics}>
        <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
          <TextField {...text('name')} />
          <TextField {...text('title')} hint={copy.hints.title} />
          <TextField {...text('expertise')} className="sm:col-span-2" hint={copy.hints.expertise} />
          <TextAreaField
            className="sm:col-span-2"
            id={fieldId('bio')}
            label={copy.fields.bio}
            rows={8}
            value={form.bio}
            error={errors.bio}
            disabled={isReadOnly}
            counter={{
              text: `${count.toLocaleString('en-IN')} / ${MENTOR_LENGTHS.bio.toLocaleString('en-IN')}`,
              isOver: count > MENTOR_LENGTHS.bio,
            }}
            onChange={({ target }) => set({ bio: target.value })}
          />
          <TextField {...text('price')} inputMode="decimal" hint={copy.hints.price} className="sm:col-span-2" />
          <SpecializationsField
            id={fieldId('specializations')}
            className="sm:col-span-2"
            value={form.specializations}
            error={errors.specializations}
            pending={pending}
            isDisabled={isReadOnly}
            onChange={(specializations) => set({ specializations })}
          />
        </div>
      </FormSection>
      <PortraitField
        id={fieldId('image')}
        mentorId={mentorId}
        value={form.image}
        published={publishedImage}
        error={errors.image}
        isDisabled={isReadOnly}
        onChange={(image) => set({ image })}
      />
      <FormSection title={copy.sections.details}>
        <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
          <LanguagesField
            id={fieldId('languages')}
            className="sm:col-span-2"
            value={form.languages}
            error={errors.languages}
            isDisabled={isReadOnly}
            onChange={(languages) => set({ languages })}
          />
          <TextField {...text('city', true)} />
          <TextField {...text('years_of_experience', true)} inputMode="numeric" />
          <TextField {...text('linkedin', true)} inputMode="url" hint={copy.hints.linkedin} />
          <TextField {...text('video_url', true)} inputMode="url" hint={copy.hints.video} />
        </div>
      </FormSection>
      <Categories
        chosen={form.categories}
        error={errors.categories}
        isDisabled={isReadOnly}
        onChange={(categories) => set({ categories })}
      />
    </div>
  );
}

function Categories({
  chosen,
  error,
  isDisabled,
  onChange,
}: {
  chosen: readonly string[];
  error: string | undefined;
  isDisabled: boolean;
  onChange: (ids: string[]) => void;
}) {
  const categories = useQuery(draftCategoriesQuery);
  return (
    <FormSection title={copy.sections.categories} id={fieldId('categories')}>
      {categories.isPending && <div aria-hidden className="skeleton h-44 rounded-control!" />}
      {categories.isError && !categories.data && (
        <LoadFailure look="line" isRetrying={categories.isFetching} onRetry={categories.refetch}>
          <p className="text-danger">{copy.categoriesFailed}</p>
        </LoadFailure>
      )}
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
              disabled={isDisabled}
              checked={chosen.includes(id)}
              onChange={(event) =>
                onChange((event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id)).toSorted())
              }
            />
            <span className="min-w-0 break-words">{name}</span>
          </label>
        ))}
      </div>
      <SectionError>{error}</SectionError>
    </FormSection>
  );
}
