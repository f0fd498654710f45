import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { mentorEditor as copy } from '#copy/admin/mentor-editor.ts';
import { mentorDrafts } from '#copy/mentor-drafts.ts';
import { serverNow } from '#lib/server-time.ts';
import { addDays, istToday } from '#rules/ist.ts';
import { MENTOR_LENGTHS } from '#rules/mentor-profile.ts';
import { cleanText, countCharacters } from '#rules/text.ts';
import { TextAreaField, TextField } from '#ui/forms/field.tsx';
import { FormSection } from '#ui/forms/form-section.tsx';
import { SwitchLine } from '#ui/forms/switch.tsx';
import { LanguagesField } from '../languages-field.tsx';
import { type PendingSpecialization, SpecializationsField } from '../specializations-field.tsx';
import { fieldId } from './error-summary.tsx';
import type { MentorForm } from './mentor-values.ts';

const { fields, hints } = mentorDrafts;

/** Who the mentor is, what a session costs, and where invitations go. */
export function BasicFields({ form, pending }: { form: UseFormReturn<MentorForm>; pending: PendingSpecialization }) {
  const { errors } = form.formState;
  const count = countCharacters(cleanText(form.watch('bio')));
  const text = (name: 'name' | 'title' | 'expertise' | 'price' | 'email') => ({
    id: fieldId(name),
    error: errors[name]?.message,
    autoComplete: 'off',
    'aria-required': true,
    ...form.register(name),
  });
  return (
    <FormSection title={copy.sections.basics}>
      <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField label={copy.name} {...text('name')} />
        <TextField label={copy.title} hint={copy.titleHint} {...text('title')} />
        <TextField className="sm:col-span-2" label={copy.expertise} hint={copy.expertiseHint} {...text('expertise')} />
        <TextAreaField
          className="sm:col-span-2"
          label={copy.bio}
          id={fieldId('bio')}
          rows={7}
          aria-required
          counter={{ text: copy.count(count, MENTOR_LENGTHS.bio), isOver: count > MENTOR_LENGTHS.bio }}
          error={errors.bio?.message}
          {...form.register('bio')}
        />
        <TextField
          label={copy.price}
          hint={copy.priceHint}
          placeholder={copy.pricePlaceholder}
          inputMode="decimal"
          {...text('price')}
        />
        <TextField
          label={copy.email}
          hint={copy.emailHint}
          type="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          {...text('email')}
        />
        <SpecializationsField
          id={fieldId('specializations')}
          className="sm:col-span-2"
          value={form.watch('specializations')}
          error={errors.specializations?.message}
          pending={pending}
          onChange={(list) => form.setValue('specializations', list, { shouldDirty: true })}
        />
      </div>
    </FormSection>
  );
}

/** What may stay empty of a profile. */
export function DetailsSection({ form }: { form: UseFormReturn<MentorForm> }) {
  const { errors } = form.formState;
  const text = (name: 'city' | 'years' | 'linkedin' | 'video') => ({
    id: fieldId(name),
    error: errors[name]?.message,
    autoComplete: 'off',
    ...form.register(name),
  });
  return (
    <FormSection title={copy.sections.details}>
      <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
        <LanguagesField
          id={fieldId('languages')}
          className="sm:col-span-2"
          value={form.watch('languages')}
          error={errors.languages?.message}
          onChange={(languages) => form.setValue('languages', languages, { shouldDirty: true })}
        />
        <TextField label={fields.city} {...text('city')} />
        <TextField label={fields.years_of_experience} inputMode="numeric" {...text('years')} />
        <TextField label={fields.linkedin} inputMode="url" {...text('linkedin')} />
        <TextField label={fields.video_url} hint={hints.video} inputMode="url" {...text('video')} />
      </div>
    </FormSection>
  );
}

/** How long ahead the mentor is booked, and whether at all. */
export function BookingsSection({ form }: { form: UseFormReturn<MentorForm> }) {
  const { errors } = form.formState;
  const isTaking = form.watch('isTakingBookings');
  const [tomorrow] = useState(() => addDays(istToday(serverNow()), 1));
  return (
    <FormSection title={copy.sections.bookings}>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField
          id={fieldId('notice')}
          label={copy.notice}
          hint={copy.noticeHint}
          inputMode="decimal"
          autoComplete="off"
          error={errors.notice?.message}
          {...form.register('notice')}
        />
        <SwitchLine
          className="sm:col-span-2"
          label={copy.notTaking}
          hint={copy.notTakingHint}
          isOn={!isTaking}
          onTurn={(isAway) => form.setValue('isTakingBookings', !isAway, { shouldDirty: true })}
        />
        {!isTaking && (
          <TextField
            id={fieldId('returnsOn')}
            type="date"
            label={copy.returnsOn}
            hint={copy.returnsOnHint}
            min={tomorrow}
            error={errors.returnsOn?.message}
            value={form.watch('returnsOn')}
            {...form.register('returnsOn')}
          />
        )}
      </div>
    </FormSection>
  );
}
