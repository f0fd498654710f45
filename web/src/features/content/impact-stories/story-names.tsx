import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { storyName as copy } from '#copy/content/story-name.ts';
import { usePicked } from '#lib/query/use-picked.ts';
import { refusalSentence } from '#lib/refusals.ts';
import { toast } from '#lib/toast.ts';
import { formatMonthYear, istToday } from '#rules/shell/ist.ts';
import { Card } from '#ui/card.tsx';
import { Choices } from '#ui/forms/choices.tsx';
import { answerName, myStoryNamesQuery, NAME_CHOICES, type NameAnswer, type OwnStory } from './story-name.data.ts';

/** For a mentor: the stories that would like to name them; nothing where there are none. */
export function StoryNames({ mentorId }: { mentorId: string }) {
  const { data } = useQuery(myStoryNamesQuery(mentorId));
  if (!data?.length) return null;
  return (
    <section aria-labelledby="story-names" className="mt-6">
      <h2 id="story-names" className="text-xl">
        {copy.title}
      </h2>
      <p className="mt-1 text-muted">{copy.intro}</p>
      <ul className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        {data.map((story) => (
          <li key={story.id}>
            <Story mentorId={mentorId} story={story} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Story({ mentorId, story }: { mentorId: string; story: OwnStory }) {
  const client = useQueryClient();
  const { queryKey: stories } = myStoryNamesQuery(mentorId);
  const save = useMutation({
    networkMode: 'always',
    scope: { id: story.id },
    mutationFn: (answer: NameAnswer) => answerName(story.id, answer),
    onSuccess: (_, answer) => {
      client.setQueryData(stories, (all) =>
        all?.map((other) => (other.id === story.id ? { ...other, answer } : other)),
      );
      toast.success(copy.saved[answer], { id: story.id });
    },
    onError: (error) => toast.error(refusalSentence(error, copy.failed, copy.refusals), { id: story.id }),
    onSettled: () => client.invalidateQueries({ queryKey: stories }),
  });
  const [shown, pick] = usePicked(story.answer, save.mutateAsync);
  return (
    <Card className="p-5 sm:p-6">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span dir="auto" className="min-w-0 break-words font-semibold">
          {story.name}
        </span>
        <time dateTime={story.created_at} className="text-sm text-muted">
          {formatMonthYear(istToday(new Date(story.created_at)))}
        </time>
      </p>
      <p dir="auto" className="wrap-anywhere mt-2 mb-4 whitespace-pre-line">
        {story.experience}
      </p>
      <Choices legend={copy.ask(story.name)} choices={NAME_CHOICES} columns={2} chosen={shown} onChoose={pick} />
    </Card>
  );
}
