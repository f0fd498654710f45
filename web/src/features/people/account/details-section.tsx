import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { account } from '#copy/people/account.ts';
import { fieldOf } from '#lib/field-of.ts';
import { doubtSession } from '#lib/session/session-doubt.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { nameSchema } from '#rules/people/auth.ts';
import { accountPhoneSchema } from '#rules/people/investor-interest.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { changeName, changePhone, detailsQuery, statusOf } from './account.data.ts';
import { failureSentence } from './failure-sentence.ts';
import { SectionContent } from './section-content.tsx';

const { details: copy } = account;
const HTTP_TOO_MANY = 429;

/** Of the address that leads to the phone: `paths.accountPhone`. */
export const PHONE_FIELD = 'phone';

export function DetailsSection({ userId }: { userId: string }) {
  const query = useQuery(detailsQuery(userId));
  return (
    <SectionContent query={query}>
      {({ name, phone, isPhoneKept }) => (
        <div className="grid gap-6">
          <NameForm key={`name ${name}`} name={name} userId={userId} />
          <PhoneForm key={`phone ${phone}`} phone={phone} isKept={isPhoneKept} userId={userId} />
        </div>
      )}
    </SectionContent>
  );
}

function NameForm({ name, userId }: { name: string; userId: string }) {
  const client = useQueryClient();
  const { form, submit, isBusy } = useFormMutation({
    schema: nameSchema,
    defaultValues: { name },
    send: ({ name: chosen }) => changeName(chosen),
    onSent: (_answer, { name: chosen }) => {
      toast.success(copy.saved, { id: 'account-name' });
      client.setQueryData(detailsQuery(userId).queryKey, (known) => known && { ...known, name: chosen });
      // Other pages greet the person by the new name.
      doubtSession();
    },
    say: (error) => (statusOf(error) === HTTP_TOO_MANY ? copy.tooOften : failureSentence(error, copy.failed)),
    field: 'name',
  });

  return (
    <form noValidate onSubmit={submit} className="grid max-w-sm gap-4">
      <TextField label={copy.name} hint={copy.nameHint} autoComplete="name" {...fieldOf(form, 'name')} />
      <Button
        type="submit"
        variant="secondary"
        disabled={!form.formState.isDirty}
        isBusy={isBusy}
        className="justify-self-start"
      >
        {copy.save}
      </Button>
    </form>
  );
}

function PhoneForm({ phone, isKept, userId }: { phone: string; isKept: boolean; userId: string }) {
  const client = useQueryClient();
  const { hash } = useLocation();
  const { form, submit, isBusy } = useFormMutation({
    schema: accountPhoneSchema,
    defaultValues: { phone },
    send: (typed) => changePhone(userId, typed.phone),
    onSent: (_answer, typed) => {
      toast.success(typed.phone ? copy.phoneSaved : copy.phoneRemoved, { id: 'account-phone' });
      client.setQueryData(
        detailsQuery(userId).queryKey,
        (known) => known && { ...known, phone: typed.phone, isPhoneKept: typed.phone !== '' },
      );
    },
    say: (error) => failureSentence(error, copy.phoneFailed),
    field: 'phone',
  });
  /** It is kept only for introductions to investors. */
  const isOfForm = phone !== '' && !isKept;

  const { setFocus } = form;
  useEffect(() => {
    if (hash === `#${PHONE_FIELD}`) setFocus('phone');
  }, [hash, setFocus]);

  return (
    <form noValidate onSubmit={submit} className="grid max-w-sm gap-4">
      <TextField
        label={copy.phone}
        hint={isOfForm ? copy.phoneOfForm : copy.phoneHint}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...fieldOf(form, 'phone')}
      />
      <Button
        type="submit"
        variant="secondary"
        disabled={!form.formState.isDirty && !isOfForm}
        isBusy={isBusy}
        className="justify-self-start"
      >
        {copy.savePhone}
      </Button>
    </form>
  );
}
