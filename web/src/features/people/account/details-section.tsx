import { useQuery, useQueryClient } from '@tanstack/react-query';
import { account } from '#copy/people/account.ts';
import { fieldOf } from '#lib/field-of.ts';
import { doubtSession } from '#lib/session/session-doubt.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { nameSchema } from '#rules/people/auth.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { changeName, nameQuery, statusOf } from './account.data.ts';
import { failureSentence } from './failure-sentence.ts';
import { SectionContent } from './section-content.tsx';

const { details: copy } = account;
const HTTP_TOO_MANY = 429;

export function DetailsSection({ userId }: { userId: string }) {
  const query = useQuery(nameQuery(userId));
  return <SectionContent query={query}>{(name) => <NameForm key={name} name={name} userId={userId} />}</SectionContent>;
}

function NameForm({ name, userId }: { name: string; userId: string }) {
  const client = useQueryClient();
  const { form, submit, isBusy } = useFormMutation({
    schema: nameSchema,
    defaultValues: { name },
    send: ({ name: chosen }) => changeName(chosen),
    onSent: (_answer, { name: chosen }) => {
      toast.success(copy.saved, { id: 'account-name' });
      client.setQueryData(nameQuery(userId).queryKey, chosen);
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
