import { useId, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { mentorApplication as copy } from '#copy/mentors/applications.ts';
import type { PostedForm } from '#lib/functions/posted-form.ts';
import { useVisitorForm } from '#lib/functions/use-visitor-form.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Honeypot } from '#ui/forms/honeypot.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { EMPTY_APPLICATION, FIELDS, type Field } from './application-fields.ts';

const DRAFT = 'mentor-application';
const SUBMITTED_TOAST_MS = 8_000;

/**
 * Name, phone, address and LinkedIn profile of a person who wants to become a mentor
 * (docs/product/applications.md#form). Before the page's code runs, the browser posts the form to the page, which
 * answers with `posted`.
 */
export function ApplicationForm({ posted }: { posted: PostedForm<Field> | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const headingId = useId();
  const navigate = useNavigate();
  const { problems, failure, isSending, onInput, submit } = useVisitorForm(form, {
    draft: DRAFT,
    empty: EMPTY_APPLICATION,
    load: () => import('./submit-application.ts').then((module) => module.application),
    failed: copy.failed,
    posted,
    onSent(_fields, isThere) {
      toast.success(copy.submitted, { id: DRAFT, duration: SUBMITTED_TOAST_MS });
      // A person who has gone to another page stays there.
      if (isThere) void navigate(paths.mentors);
    },
  });
  const texts = posted?.fields ?? EMPTY_APPLICATION;
  const firstWrong = FIELDS.find((field) => posted?.problems[field]);
  return (
    <Card className="relative overflow-hidden p-5 sm:p-8">
      <form
        ref={form}
        method="post"
        action={paths.joinAsMentor}
        noValidate
        aria-labelledby={headingId}
        onInput={({ target }) => void onInput((target as HTMLInputElement).name)}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id={headingId} className="text-xl">
          {copy.form}
        </h2>
        <p className="mt-1 text-muted">{copy.formHint}</p>
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5">
          <TextField
            label={copy.name}
            name="name"
            autoComplete="name"
            aria-required
            error={problems.name}
            autoFocus={firstWrong === 'name'}
            defaultValue={texts.name}
          />
          <TextField
            label={copy.phone}
            hint={copy.phoneHint}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            aria-required
            error={problems.phone}
            autoFocus={firstWrong === 'phone'}
            defaultValue={texts.phone}
          />
          <TextField
            label={copy.linkedin}
            hint={copy.linkedinHint}
            name="linkedin"
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-required
            error={problems.linkedin}
            autoFocus={firstWrong === 'linkedin'}
            defaultValue={texts.linkedin}
            onKeyUp={({ key, currentTarget }) => key === 'Tab' && goBehindPrefix(currentTarget)}
          />
          <TextField
            label={copy.email}
            hint={copy.emailHint}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            error={problems.email}
            autoFocus={firstWrong === 'email'}
            defaultValue={texts.email}
          />
        </div>
        <Honeypot label={copy.website} />
        {failure && (
          <div className="mt-5">
            <Alert tone="danger">{failure}</Alert>
          </div>
        )}
        <Button type="submit" size="lg" className="mt-6 w-full" isBusy={isSending}>
          {isSending ? copy.sending : copy.submit}
        </Button>
        <p className="mt-4 text-sm text-muted">
          {copy.privacy}
          <Link to={paths.privacy} className="text-accent-text underline underline-offset-4">
            {copy.privacyLink}
          </Link>
        </p>
      </form>
    </Card>
  );
}

/** The Tab key selects what is there, and the first letter would replace the prefix. */
function goBehindPrefix(box: HTMLInputElement): void {
  const { length } = EMPTY_APPLICATION.linkedin;
  if (box.value === EMPTY_APPLICATION.linkedin) box.setSelectionRange(length, length);
}
