import { Fragment, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { profileForm as copy, profileFields } from '#copy/mentors/profile-fields.ts';
import {
  isNamesField,
  isTextField,
  PROFILE,
  PROFILE_FIELDS,
  type ProfileField,
  type ProfileForm,
} from '#rules/mentors/profile.ts';
import { cleanText, countCharacters } from '#rules/shell/text.ts';
import { TextField as LineInput, TextAreaField } from '#ui/forms/field.tsx';
import { FormSection } from '#ui/forms/form-section.tsx';
import { LanguagesField } from './languages-field.tsx';
import { NamesInput, type PendingNames } from './names-field.tsx';

interface FieldWords {
  label: string;
  hint?: string;
  placeholder?: string;
  count?: (count: number, limit: number) => string;
  editor?: Partial<FieldWords>;
}

const INPUT_MODES = { price: 'decimal', number: 'numeric', link: 'url', line: undefined, text: undefined } as const;

/** The id of a field, which the list of errors leads to. */
export const fieldId = (field: string) => `profile-${field}`;

interface SectionProps {
  section: 'basics' | 'details';
  title: string;
  /** The administrator's form; else the mentor's. */
  isEditor?: boolean;
  isReadOnly?: boolean;
  pending: PendingNames;
  /** Stands beside the price. */
  children?: ReactNode;
}

/** The fields of one section of a profile, in the form around it (docs/product/mentors.md#profile-fields). */
export function ProfileSection({ section, title, children, ...props }: SectionProps) {
  const fields = PROFILE_FIELDS.filter((field) => PROFILE[field].section === section);
  return (
    <FormSection title={title}>
      <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
        {fields.map((field) => (
          <Fragment key={field}>
            <Field field={field} isAlone={children === undefined} {...props} />
            {field === 'price' && children}
          </Fragment>
        ))}
      </div>
    </FormSection>
  );
}

type FieldProps = { field: ProfileField; isAlone: boolean } & Omit<SectionProps, 'section' | 'title' | 'children'>;

function Field({ field, isAlone, isEditor = false, isReadOnly = false, pending }: FieldProps) {
  const { register, watch, setValue, formState } = useFormContext<ProfileForm>();
  const { kind } = PROFILE[field];
  const own: FieldWords = profileFields[field];
  const { label, hint, placeholder, count }: FieldWords = isEditor ? { ...own, ...own.editor } : own;
  const isWide = 'isWide' in PROFILE[field] || (kind === 'price' && isAlone);
  const shared = {
    id: fieldId(field),
    error: formState.errors[field]?.message,
    className: isWide ? 'sm:col-span-2' : '',
  };
  const list = {
    isDisabled: isReadOnly,
    onChange: (value: string[]) =>
      setValue(field, value as never, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
  };
  if (field === 'languages') return <LanguagesField value={watch(field)} {...shared} {...list} />;
  if (isNamesField(field)) {
    const texts = { label, ...(hint && { hint }) };
    return <NamesInput field={field} texts={texts} value={watch(field)} pending={pending} {...shared} {...list} />;
  }
  if (!isTextField(field)) return null;
  const isRequired = 'isRequired' in PROFILE[field];
  const input = {
    ...shared,
    ...register(field),
    label: isRequired || isEditor ? label : copy.optional(label),
    hint,
    placeholder,
    autoComplete: 'off',
    disabled: isReadOnly,
    'aria-required': isRequired || undefined,
  };
  if (field !== 'bio') return <LineInput inputMode={INPUT_MODES[PROFILE[field].kind]} {...input} />;
  const [typed, { most }] = [countCharacters(cleanText(watch(field))), PROFILE[field]];
  return <TextAreaField rows={8} counter={{ text: count?.(typed, most) ?? '', isOver: typed > most }} {...input} />;
}
