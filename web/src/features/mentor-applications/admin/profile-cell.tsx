import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { adminMentorAccounts } from '#copy/admin/mentor-accounts.ts';
import { createMentorFromApplication, HasMentor } from '#features/mentor-accounts/admin/mentor-accounts.data.ts';
import { ApiError } from '#lib/api-error.ts';
import { explain } from '#lib/functions/functions.ts';
import { officePaths } from '#lib/office-paths.ts';
import { toast } from '#lib/toast.ts';
import { cleanEmail, emailProblem } from '#rules/contact.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { EmailField } from '#ui/forms/email-field.tsx';
import { APPLICATIONS_KEY, type MentorApplication } from './mentor-applications.data.ts';

const { applications: copy } = adminMentorAccounts;

/**
 * What becomes of an approved application: a profile, with an invitation to take it over
 * (docs/product/applications.md#profile-from-an-application).
 */
export function ProfileCell({ application }: { application: MentorApplication }) {
  const { id, name, status, email, mentor_id: mentorId } = application;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const create = useMutation({
    mutationFn: (address: string) => createMentorFromApplication(id, address === email ? null : address),
    onSuccess: (_mentor, address) => {
      setIsAsking(false);
      toast.success(copy.created(address), { id: `profile-${id}` });
    },
    onError: (error) => {
      if (error instanceof HasMentor) {
        setIsAsking(false);
        const action = { label: copy.open, onClick: () => void navigate(officePaths.mentor(error.mentorId)) };
        toast.error(error.message, { id: `profile-${id}`, action });
        return;
      }
      console.warn('No profile was made of an application', error);
      if (!isAsking) toast.error(sentenceOf(error), { id: `profile-${id}` });
    },
    onSettled: () => client.invalidateQueries({ queryKey: APPLICATIONS_KEY }),
    meta: { silent: true },
  });
  if (mentorId !== null) {
    return (
      <ButtonLink variant="secondary" size="sm" to={officePaths.mentor(mentorId)} aria-label={copy.openOf(name)}>
        {copy.open}
      </ButtonLink>
    );
  }
  if (status !== 'approved') return <span className="text-muted">–</span>;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="@max-rows:long-label @max-rows:w-full"
        aria-label={copy.createOf(name)}
        isBusy={create.isPending && !isAsking}
        onClick={() => {
          create.reset();
          if (email === null) setIsAsking(true);
          else create.mutate(email);
        }}
      >
        {copy.create}
      </Button>
      <AskForAddress
        name={name}
        isOpen={isAsking}
        isBusy={create.isPending}
        failure={create.error && !(create.error instanceof HasMentor) ? sentenceOf(create.error) : undefined}
        onClose={() => setIsAsking(false)}
        onAddress={(address) => create.mutate(address)}
      />
    </>
  );
}

function sentenceOf(error: Error): string {
  return error instanceof ApiError ? error.message : explain(error).sentence;
}

interface AskForAddressProps {
  name: string;
  isOpen: boolean;
  isBusy: boolean;
  failure: string | undefined;
  onClose: () => void;
  onAddress: (address: string) => void;
}

function AskForAddress({ name, isOpen, isBusy, failure, onClose, onAddress }: AskForAddressProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = cleanEmail(typed);
    const refused = emailProblem(address, copy.emailInvalid);
    setProblem(refused);
    if (refused === null) onAddress(address);
    else event.currentTarget.querySelector('input')?.focus();
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={copy.dialog.title}
      description={copy.dialog.description(name)}
      labels={{ keep: copy.dialog.keep, submit: copy.create }}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <EmailField
        label={copy.dialog.email}
        autoComplete="email"
        aria-required
        value={typed}
        error={problem ?? failure}
        onChange={({ target }) => {
          setTyped(target.value);
          if (problem !== null) setProblem(emailProblem(cleanEmail(target.value), copy.emailInvalid));
        }}
      />
    </FormDialog>
  );
}
