import { Fragment } from 'react';
import { problemMatches as copy } from '#copy/mentors/problem.ts';
import { markWords } from '#rules/mentors/problem.ts';
import type { ListedMentor } from './listing.data.ts';
import { MentorCard } from './mentor-card.tsx';

/** A mentor whose words fit a problem; the words of a reason stand in its snippet. */
export interface ProblemMatch extends Omit<ListedMentor, 'sessionMinutes' | 'answersWithin'> {
  session_minutes: number | null;
  answers_within: number | null;
  reasons: { field: keyof typeof copy.fields; snippet: string; words: string[] }[];
}

const MARK = 'bg-accent-soft font-medium text-accent-text';

/** The mentors for a problem, and why each; those without a reason are only near. */
export function ProblemMatches({ mentors }: { mentors: ProblemMatch[] }) {
  return (
    <ul className="grid gap-x-5 gap-y-8 sm:grid-cols-2 md:grid-cols-3">
      {mentors.map(({ session_minutes: sessionMinutes, answers_within: answersWithin, reasons, ...mentor }) => (
        <li key={mentor.id} className="flex min-w-0 flex-col">
          <MentorCard mentor={{ ...mentor, sessionMinutes, answersWithin }} />
          {reasons.length > 0 && (
            <>
              <p className="mt-3 font-medium">{copy.why(mentor.name)}</p>
              <dl className="mt-1 grid gap-2 text-sm">
                {reasons.map(({ field, snippet, words }) => (
                  <div key={field + snippet}>
                    <dt className="text-muted">{copy.fields[field]}</dt>
                    <dd className="wrap-anywhere">
                      {markWords(snippet, words).map(({ text, isMarked }, place) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, never reordered
                        <Fragment key={place}>{isMarked ? <mark className={MARK}>{text}</mark> : text}</Fragment>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
