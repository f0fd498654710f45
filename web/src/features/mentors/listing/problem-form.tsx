import { mentorProblem as copy } from '#copy/mentors/problem.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/forms/field.tsx';

/** The closed line above the list, which opens the form. */
export function ProblemLine() {
  return (
    <details className="page-width pb-5">
      <summary className="w-fit cursor-pointer py-1 font-medium text-accent-text">{copy.open}</summary>
      <ProblemForm />
    </details>
  );
}

/**
 * The form of a problem (docs/product/mentors.md#describe-your-problem). The browser posts it with scripts too, so that
 * the list loads no code for it, and the text stands in no address.
 */
export function ProblemForm({ text, fault }: { text?: string | undefined; fault?: string | undefined }) {
  return (
    <form method="post" action={paths.mentorMatch} className="mt-3 grid max-w-2xl gap-3">
      <TextAreaField
        label={copy.label}
        name="text"
        hint={copy.hint}
        counter={undefined}
        dir="auto"
        error={fault}
        autoFocus={fault !== undefined}
        defaultValue={text}
      />
      <Button type="submit" className="justify-self-start">
        {copy.submit}
      </Button>
    </form>
  );
}
