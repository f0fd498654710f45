import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { mentorEditor as copy } from '#copy/mentors/editor.ts';
import { serverNow } from '#lib/server-time.ts';
import { addDays, istToday } from '#rules/shell/ist.ts';
import { TextField } from '#ui/forms/field.tsx';
import { FormSection } from '#ui/forms/form-section.tsx';
import { SwitchLine } from '#ui/forms/switch.tsx';
import { fieldId } from '../profile-fields.tsx';
import type { MentorForm } from './mentor-values.ts';

/** How long ahead the mentor is booked, and whether at all. */
export function BookingsSection() {
  const form = useFormContext<MentorForm>();
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
          className="text-sm sm:col-span-2"
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
