import { listingChoices } from '#copy/mentors/listing-choices.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/button.tsx';

/**
 * The way to ask us, where too few mentors were found.
 *
 * @param search what was looked for, as the query of the list's address
 */
export function AskUs({ search = '' }: { search?: string }) {
  return (
    <div className="mt-8 flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-5">
      <p className="max-w-prose">{listingChoices.ask.text}</p>
      <ButtonLink to={paths.askUs + search}>{listingChoices.ask.title}</ButtonLink>
    </div>
  );
}
