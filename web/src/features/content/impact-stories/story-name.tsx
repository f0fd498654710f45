import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { storyName as copy } from '#copy/content/story-name.ts';
import { site } from '#copy/shell/site.ts';
import { AuthPage } from '#features/people/auth/auth-page.tsx';
import { isolate } from '#lib/isolate.tsx';
import { paths } from '#lib/paths.ts';
import { knownRefusal } from '#lib/refusals.ts';
import { useFirstPress } from '#lib/use-first-press.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Choices } from '#ui/forms/choices.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import { answerNameByLink, NAME_CHOICES, type NameAnswer, storyByLinkQuery } from './story-name.data.ts';

/**
 * The page of the e-mail's buttons: it opens with the pressed answer chosen, and stores it at the first press or key, or
 * by its button (docs/product/outcomes.md#the-mentors-name).
 */
export function StoryName() {
  const [address] = useSearchParams();
  const token = address.get('t') ?? '';
  const client = useQueryClient();
  const read = useQuery(storyByLinkQuery(token));
  const wanted: NameAnswer | null = address.get('a') === 'yes' ? 'yes' : address.get('a') === 'no' ? 'no' : null;
  const [chosen, setChosen] = useState<NameAnswer | null>(wanted);
  const save = useMutation({
    networkMode: 'always',
    // One after the other: the last answer stays.
    scope: { id: 'story-name' },
    mutationFn: (answer: NameAnswer) => answerNameByLink(token, answer),
    onSuccess: (story) => client.setQueryData(storyByLinkQuery(token).queryKey, story),
  });
  const story = read.data;
  const over = knownRefusal(save.error ?? read.error, copy.refusals);
  const answer = chosen ?? story?.answer ?? null;
  const isSaved = story !== undefined && answer !== null && story.answer === answer && !save.isPending;
  useFirstPress(story !== undefined && !over && save.isIdle && wanted !== null && story.answer !== wanted, () => {
    if (wanted) save.mutate(wanted);
  });

  const choose = (next: NameAnswer) => {
    setChosen(next);
    save.mutate(next);
  };
  return (
    <AuthPage title={story && !over ? copy.ask(story.name) : copy.pageTitle}>
      <div className="flex flex-col gap-5">
        {over ? (
          <>
            <p role="status">{over}</p>
            <ButtonLink to={paths.mentorSection('reviews')}>{copy.toReviews}</ButtonLink>
          </>
        ) : story ? (
          <>
            <p className="text-muted">{isolate(copy.who(story.name))}</p>
            <blockquote dir="auto" className="wrap-anywhere border-l-2 border-line-strong pl-4 whitespace-pre-line">
              {story.experience}
            </blockquote>
            <Choices legend={copy.pageTitle} choices={NAME_CHOICES} chosen={answer} onChoose={choose} />
            {save.isError && <Alert tone="danger">{copy.failed}</Alert>}
            <div role="status" className="grid gap-2">
              {isSaved ? (
                <>
                  <p className="flex items-start gap-2 font-medium">
                    <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden="true" />
                    {copy.saved[story.answer ?? 'no']}
                  </p>
                  <p className="text-sm text-muted">{copy.change}</p>
                </>
              ) : (
                !save.isPending && <p className="text-sm text-muted">{copy.notSaved}</p>
              )}
            </div>
            {!isSaved && (
              <Button isBusy={save.isPending} disabled={answer === null} onClick={() => answer && save.mutate(answer)}>
                {copy.save}
              </Button>
            )}
          </>
        ) : read.isError ? (
          <>
            <Alert tone="danger">{copy.loadFailed}</Alert>
            <Button variant="secondary" isBusy={read.isFetching} onClick={() => void read.refetch()}>
              {site.tryAgain}
            </Button>
          </>
        ) : (
          <p role="status" className="flex items-center gap-3 text-muted">
            <Spinner className="text-accent-text" />
            {copy.looking}
          </p>
        )}
      </div>
    </AuthPage>
  );
}
