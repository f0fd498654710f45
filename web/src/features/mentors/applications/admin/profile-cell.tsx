import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { adminMentorAccounts } from '#copy/people/admin-mentor-accounts.ts';
import { createMentorFromApplication, HasMentor } from '#features/people/mentor-accounts/admin/mentor-accounts.data.ts';
import { fieldOf } from '#lib/field-of.ts';
import { explain } from '#lib/functions/functions.ts';
import { officePaths } from '#lib/office-paths.ts';
import { toast } from '#lib/toast.ts';
import { useFormMutation } from '#lib/use-form-mutation.ts';
import { emailField } from '#rules/people/contact.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { EmailField } from '#ui/forms/email-field.tsx';
import { APPLICATIONS_KEY, type MentorApplication } from './mentor-applications.data.ts';

const { applications: copy } = adminMentorAccounts;

/**
 * What becomes of an application that is not rejected: a profile, with an invitation to take it over
 * (docs/product/applications.md#profile-from-an-application).
 */
export function ProfileCell({ application }: { application: MentorApplication }) {
  const { id, name, status, email, mentor_id: mentorId } = application;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const toCreate = {
    send: (address: string) => createMentorFromApplication(id, address === email ? null : address),
    onSent: (address: string) => toast.success(copy.created(address), { id: `profile-${id}` }),
    /** What the place of the press says; null where a message says it. */
    say: (error: Error) => {
      if (!(error instanceof HasMentor)) return explain(error).sentence;
      const action = { label: copy.open, onClick: () => void navigate(officePaths.mentor(error.mentorId)) };
      toast.error(error.message, { id: `profile-${id}`, action });
      return null;
    },
    onSettled: () => client.invalidateQueries({ queryKey: APPLICATIONS_KEY }),
  };
  const create = useMutation({
    mutationFn: toCreate.send,
    onSuccess: (_mentor, address) => toCreate.onSent(address),
    onError: (error) => {
      console.warn('No profile was made of an application', error);
      const sentence = toCreate.say(error);
      if (sentence !== null) toast.error(sentence, { id: `profile-${id}` });
    },
    onSettled: toCreate.onSettled,
  });
  if (mentorId !== null) {
    return (
      <ButtonLink variant="secondary" size="sm" to={officePaths.mentor(mentorId)} aria-label={copy.openOf(name)}>
        {copy.open}
      </ButtonLink>
    );
  }
  if (status === 'rejected') return <span className="text-muted">–</span>;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="@max-rows:long-label @max-rows:w-full"
        aria-label={copy.createOf(name)}
        isBusy={create.isPending}
        onClick={() => (email !== null && status === 'approved' ? create.mutate(email) : setIsAsking(true))}
      >
        {copy.create}
      </Button>
      {isAsking && <AskForAddress application={application} {...toCreate} onClose={() => setIsAsking(false)} />}
    </>
  );
}

const addressSchema = z.object({ address: emailField(copy.emailInvalid) });

interface AskForAddressProps {
  application: MentorApplication;
  send: (address: string) => Promise<unknown>;
  onSent: (address: string) => void;
  say: (error: Error) => string | null;
  onSettled: () => unknown;
  onClose: () => void;
}

function AskForAddress({
  application: { name, email, status },
  send,
  onSent,
  say,
  onSettled,
  onClose,
}: AskForAddressProps) {
  const { form, submit, isBusy } = useFormMutation({
    schema: addressSchema,
    defaultValues: { address: email ?? '' },
    send: ({ address }) => send(address),
    onSent: (_mentor, { address }) => {
      onSent(address);
      onClose();
    },
    say,
    field: 'address',
    onFailed: (error) => error instanceof HasMentor && onClose(),
    onSettled,
  });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={copy.dialog.title}
      description={`${email === null ? copy.dialog.description(name) : ''} ${status === 'approved' ? '' : copy.dialog.approves(name)}`.trim()}
      labels={{ keep: copy.dialog.keep, submit: copy.create }}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <EmailField label={copy.dialog.email} autoComplete="email" aria-required {...fieldOf(form, 'address')} />
    </FormDialog>
  );
}
