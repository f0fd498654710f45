import { mentorListing } from '#copy/mentors/listing.ts';
import { problemMatches as copy } from '#copy/mentors/problem.ts';
import { AskUs } from '#features/mentors/listing/ask-us.tsx';
import { ProblemForm } from '#features/mentors/listing/problem-form.tsx';
import { ProblemMatches } from '#features/mentors/listing/problem-matches.tsx';
import { type ProblemAnswer, takeProblem } from '#features/mentors/listing/take-problem.ts';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { OWN_STYLES } from '#lib/page/all-styles.ts';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/mentor-match';

export const ErrorBoundary = PageFailure;
export const handle = OWN_STYLES;

export const meta = () => unlistedMeta(copy.title);

export const action = ({ request, context }: Route.ActionArgs) => takeProblem(request, context);

/** The answer to a described problem, and the form again (docs/product/mentors.md#describe-your-problem). */
export default function MentorMatchPage({ actionData }: Route.ComponentProps) {
  const posted: ProblemAnswer | undefined = actionData;
  const mentors = posted?.mentors;
  const found = mentors?.filter(({ reasons }) => reasons.length > 0).length ?? 0;
  return (
    <div className="page-width grid gap-6 pt-8 md:pt-10">
      <h1 className="text-3xl">{found > 0 ? copy.results : copy.title}</h1>
      {mentors && found === 0 && <p className="text-lg">{copy.none}</p>}
      {mentors && <ProblemMatches mentors={mentors} />}
      {mentors && found < 3 && <AskUs />}
      <div className={mentors ? 'border-t border-line pt-6' : undefined}>
        <ProblemForm text={posted?.fields.text} fault={posted?.problems.text ?? posted?.failure ?? undefined} />
      </div>
      <ButtonLink to={paths.mentors} variant="secondary" className="justify-self-start">
        {mentorListing.featured.viewAll}
      </ButtonLink>
    </div>
  );
}
