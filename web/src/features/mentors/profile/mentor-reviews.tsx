import { useState } from 'react';
import { mentorProfile } from '#copy/mentors/profile.ts';
import { site } from '#copy/shell/site.ts';
import { usePageQuery } from '#lib/query/page-query.tsx';
import { toast } from '#lib/toast.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Button } from '#ui/button.tsx';
import { NeedsScripts } from '#ui/messages/needs-scripts.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { Stars } from '#ui/stars/stars.tsx';
import { type MentorProfile, type MentorReview, mentorRatingsQuery, readMoreReviews } from './profile.data.ts';

const copy = mentorProfile.ratings;

/**
 * The tab Reviews (docs/product/reviews.md#on-the-profile): first what founders wrote about sessions here, then what was
 * carried over, each with its own figures.
 */
export function MentorReviews({ mentor }: { mentor: MentorProfile }) {
  const ratings = usePageQuery(mentorRatingsQuery(mentor.id));
  if (!ratings.data) {
    return ratings.isError ? (
      <StatusMessage
        title={copy.loadFailed}
        isAlert
        action={
          <Button variant="secondary" isBusy={ratings.isFetching} onClick={() => void ratings.refetch()}>
            {site.tryAgain}
          </Button>
        }
      />
    ) : (
      <p role="status" className="text-muted">
        {copy.loading}
      </p>
    );
  }
  const { sessions, carried } = ratings.data;
  const isCarried = carried.count > 0 || carried.written > 0;
  if (sessions.count === 0 && !isCarried) return <p className="text-muted">{mentorProfile.noReviews}</p>;
  return (
    <div className="max-w-prose">
      <section aria-labelledby="reviews-of-sessions">
        <h2 id="reviews-of-sessions" className="text-xl">
          {copy.fromSessions}
        </h2>
        {sessions.count > 0 && sessions.rating !== null ? (
          <>
            <p className="mt-3 flex flex-wrap items-center gap-x-3">
              <span className="font-display text-2xl font-semibold nums" aria-hidden="true">
                {sessions.rating.toFixed(1)}
              </span>
              <Stars rating={sessions.rating} label={mentorProfile.rating(sessions.rating.toFixed(1))} />
              <span className="text-muted nums">{mentorProfile.reviewCount(sessions.count)}</span>
            </p>
            <ReviewList mentor={mentor} isOfSession first={sessions.reviews} count={sessions.count} />
          </>
        ) : (
          <p className="mt-3 text-muted">{copy.noneFromSessions}</p>
        )}
      </section>
      {isCarried && (
        <section aria-labelledby="reviews-carried-over" className="mt-10">
          <h2 id="reviews-carried-over" className="text-xl">
            {copy.carriedOver}
          </h2>
          {carried.count > 0 && carried.rating !== null && (
            <p className="mt-3 text-muted nums">
              {copy.carriedFigures(carried.rating.toFixed(1), carried.count, carried.written)}
            </p>
          )}
          {carried.written > 0 ? (
            <ReviewList mentor={mentor} isOfSession={false} first={carried.reviews} count={carried.written} />
          ) : (
            <ul className={LIST}>
              {mentorProfile.sampleReviews.map((review) => (
                <Review key={review.author} review={review} mentor={mentor.name} note={mentorProfile.sampleReview} />
              ))}
            </ul>
          )}
        </section>
      )}
    </div>
  );
}

const LIST = 'mt-5 divide-y divide-line border-t border-line';

interface ReviewListProps {
  mentor: MentorProfile;
  isOfSession: boolean;
  /** The newest, read with the page. */
  first: MentorReview[];
  count: number;
}

/** Reviews of one kind, ten more with each press. */
function ReviewList({ mentor, isOfSession, first, count }: ReviewListProps) {
  const [later, setLater] = useState<MentorReview[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  // The first ones are read anew now and then: one that was among them may have moved on.
  const known = new Set(first.map(({ id }) => id));
  const reviews = [...first, ...later.filter(({ id }) => !known.has(id))];
  const last = reviews.at(-1);

  const showMore = async () => {
    if (!last) return;
    setIsBusy(true);
    try {
      const next = await readMoreReviews(mentor.id, isOfSession, last);
      setLater((shown) => [...shown, ...next]);
    } catch (error) {
      console.warn('More reviews could not be loaded.', error);
      toast.error(site.queryFailed, { id: 'mentor-reviews' });
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <>
      <ul className={LIST}>
        {reviews.map(({ reply, created_at, ...review }) => (
          <Review
            key={review.id}
            review={{ ...review, date: istToday(new Date(created_at)), reply }}
            mentor={mentor.name}
            note={review.is_demonstration ? mentorProfile.demonstrationReview : null}
          />
        ))}
      </ul>
      {reviews.length < count && (
        <div className="border-t border-line pt-5">
          <NeedsScripts align="start" />
          <Button className="noscript:hidden" variant="secondary" isBusy={isBusy} onClick={() => void showMore()}>
            {copy.more}
          </Button>
        </div>
      )}
    </>
  );
}

interface ReviewProps {
  review: { author: string; rating: number; comment: string; date?: string; reply?: string | null };
  /** The mentor's name. */
  mentor: string;
  note: string | null;
}

function Review({ review, mentor, note }: ReviewProps) {
  return (
    <li className="py-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span dir="auto" className="min-w-0 break-words font-semibold">
          {review.author}
        </span>
        <Stars rating={review.rating} label={mentorProfile.rating(String(review.rating))} />
        {review.date && (
          <time dateTime={review.date} suppressHydrationWarning className="text-sm text-muted nums sm:ml-auto">
            {formatDateShort(review.date)}
          </time>
        )}
      </p>
      {review.comment && (
        <p dir="auto" className="mt-2 whitespace-pre-line break-words">
          {review.comment}
        </p>
      )}
      {note && <p className="mt-2 text-sm text-muted">{note}</p>}
      {review.reply && (
        <div className="mt-3 border-l-2 border-line-strong pl-4">
          <p className="text-sm font-semibold">{mentorProfile.replyFrom(mentor)}</p>
          <p dir="auto" className="mt-1 whitespace-pre-line break-words">
            {review.reply}
          </p>
        </div>
      )}
    </li>
  );
}
