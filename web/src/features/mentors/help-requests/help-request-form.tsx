import { useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { helpRequest as copy } from '#copy/mentors/help-requests.ts';
import { filterBadges } from '#features/mentors/listing/filter-badges.ts';
import type { PostedForm } from '#lib/functions/posted-form.ts';
import { useVisitorForm } from '#lib/functions/use-visitor-form.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { useIsHydrated } from '#lib/use-is-hydrated.ts';
import { filtersFromSearch } from '#rules/mentors/listing-address.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextAreaField, TextField } from '#ui/forms/field.tsx';
import { Honeypot } from '#ui/forms/honeypot.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import type { Field, PostedField } from './help-request-fields.ts';

/** rules/mentors/help-request.ts has the same; its schema would bring zod into the first load. */
const MOST = 500;

export type PostedHelpRequest = PostedForm<PostedField> & { sentTo?: string };

/**
 * What a founder asks us who found no mentor (docs/product/help-requests.md#form). Before the page's code runs, the browser
 * posts the form to the page, which answers with `posted`.
 */
export function HelpRequestForm({ posted }: { posted: PostedHelpRequest | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const headingId = useId();
  const location = useLocation();
  // A posted form has no query.
  const query = (posted?.fields.filters ?? location.search).slice(0, 500);
  const isHydrated = useIsHydrated();
  const own = useSession().localUser?.email;
  const filters = filtersFromSearch(query);
  const badges = filterBadges(filters);
  const [sentTo, setSentTo] = useState(posted?.sentTo);
  const [text, setText] = useState(posted?.fields.text ?? filters.search);
  const { problems, failure, isSending, onInput, submit } = useVisitorForm<Field>(form, {
    draft: 'help-request',
    empty: { text: filters.search, email: '' },
    load: () => import('./help-request.data.ts').then((module) => module.helpRequestCode(own !== undefined)),
    failed: copy.failed,
    posted,
    onSent: ({ email }) => setSentTo(own ?? email.trim()),
  });
  if (sentTo !== undefined) {
    return (
      <StatusMessage
        level={2}
        title={copy.sent(sentTo)}
        action={<ButtonLink to={paths.mentors}>{copy.toMentors}</ButtonLink>}
      />
    );
  }
  return (
    <Card className="relative max-w-2xl overflow-hidden p-5 sm:p-8">
      <form
        ref={form}
        method="post"
        action={paths.askUs}
        noValidate
        aria-labelledby={headingId}
        onInput={({ target }) => void onInput((target as HTMLInputElement).name)}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id={headingId} className="text-xl">
          {copy.heading}
        </h2>
        {badges.length > 0 && (
          <div className="mt-3 flex flex-wrap items-center gap-2 text-sm text-muted">
            <p id={`${headingId}-filters`}>{copy.filters}</p>
            <ul aria-labelledby={`${headingId}-filters`} className="contents">
              {badges.map(({ filter, label }) => (
                <li key={filter} className="min-w-0">
                  <Badge tone="accent">{label}</Badge>
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5">
          <TextAreaField
            label={copy.text}
            name="text"
            hint={copy.textHint}
            counter={
              isHydrated ? { text: copy.count([...text].length, MOST), isOver: [...text].length > MOST } : undefined
            }
            rows={5}
            dir="auto"
            aria-required
            error={problems.text}
            autoFocus={Boolean(posted?.problems.text)}
            defaultValue={posted?.fields.text ?? filters.search}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <TextField
            key={own}
            label={copy.email}
            hint={own === undefined ? copy.emailHint : copy.ownEmail}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            aria-required
            readOnly={own !== undefined}
            error={problems.email}
            autoFocus={!posted?.problems.text && Boolean(posted?.problems.email)}
            defaultValue={own ?? posted?.fields.email}
          />
        </div>
        <input type="hidden" name="filters" value={query} />
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
