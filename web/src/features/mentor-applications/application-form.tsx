import { useId, useRef, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router';
import { mentorApplication as copy } from '#copy/content/mentor-application.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { Honeypot } from '#ui/forms/honeypot.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { EMPTY_APPLICATION } from './application-fields.ts';
import { useApplication } from './use-application.ts';

/** Name, phone, address and LinkedIn profile of a person who wants to become a mentor (administrator side, section 2). */
export function ApplicationForm() {
  const form = useRef<HTMLFormElement>(null);
  const headingId = useId();
  const navigate = useNavigate();
  const { contactEmail } = usePublicEnv();
  const isHydrated = useIsHydrated();
  const { problems, failure, isSending, onInput, submit } = useApplication(form, () => void navigate(paths.mentors));
  return (
    <Card className="relative overflow-hidden p-5 sm:p-8">
      <form
        ref={form}
        method="post"
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
        <div className="mt-6 grid gap-5">
          <TextField
            label={copy.name}
            name="name"
            autoComplete="name"
            aria-required
            error={problems.name}
            defaultValue={EMPTY_APPLICATION.name}
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
            defaultValue={EMPTY_APPLICATION.phone}
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
            defaultValue={EMPTY_APPLICATION.linkedin}
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
            defaultValue={EMPTY_APPLICATION.email}
          />
        </div>
        <Honeypot label={copy.website} />
        {failure && (
          <div className="mt-5">
            <Alert tone="danger">{failure}</Alert>
          </div>
        )}
        <p
          className={
            'mt-5 hidden rounded-control border border-accent-line bg-accent-soft px-4 py-3 text-sm noscript:block'
          }
        >
          {copy.noScript}
          <a href={`mailto:${contactEmail}`} className="font-medium underline underline-offset-4">
            {contactEmail}
          </a>
        </p>
        {/* Sent before the page's code runs, it would go nowhere. */}
        <Button type="submit" size="lg" className="mt-6 w-full" isBusy={isSending} disabled={!isHydrated}>
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

const never = () => () => undefined;

/** False on the server and until the page's own code runs: what only works with it can say so. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
