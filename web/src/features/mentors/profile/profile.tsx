import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { bookingPanel } from '#copy/mentors/booking-panel.ts';
import { mentorProfile } from '#copy/mentors/profile.ts';
import { site } from '#copy/shell/site.ts';
import { BookingBar } from '#features/mentors/availability/booking-bar.tsx';
import { BookingPanel, BookingPanelSkeleton } from '#features/mentors/availability/booking-panel.tsx';
import { PANEL_ID, PaymentFlow, useSlotSelection } from '#features/mentors/availability/use-slot-selection.ts';
import { Heart } from '#features/mentors/favourites/heart.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { lateQueries } from '#lib/query/late-queries.tsx';
import { usePageQuery } from '#lib/query/page-query.tsx';
import { browserStorage } from '#lib/storage.ts';
import { isMentorSegment } from '#rules/mentors/mentor-path.ts';
import { LEFTOVER_PAYMENT_KEY, paymentRecordKey } from '#rules/money/payment-keys.ts';
import type { IstDate } from '#rules/shell/ist.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import { MentorStories } from './mentor-stories.tsx';
import { type MentorProfile as Mentor, mentorQuery } from './profile.data.ts';
import { ProfileFacts, ProfileSkeleton } from './profile-facts.tsx';
import { ProfileTabs } from './profile-tabs.tsx';

const OwnSideWatch = lazyPart(
  () => import('#features/mentors/availability/own-side.tsx').then((module) => module.OwnSideWatch),
  { isOptional: true },
);

const UnfinishedPayment = lazyPart(
  () => import('#features/money/payments/unfinished-payment.tsx').then((module) => module.UnfinishedPayment),
  { isOptional: true },
);

interface MentorProfileByIdProps {
  id: string;
  /** The page was opened with the mentor already read. */
  isKnown: boolean;
  /** The server could not read the mentor. */
  hasFailed: boolean;
  today: IstDate;
  /** The page was rendered, and perhaps kept, for everyone. */
  isSharedPage: boolean;
}

/** The profile of the mentor with this id or slug, or why there is none. */
export function MentorProfileById({ id, isKnown, hasFailed, today, isSharedPage }: MentorProfileByIdProps) {
  const isPossible = isMentorSegment(id);
  const mentor = usePageQuery({ ...mentorQuery(id), enabled: isPossible });
  const { revalidate } = useRevalidator();

  // A profile that came after the skeleton gives the page its title and its canonical address now.
  const isLate = Boolean(mentor.data && !isKnown);
  useEffect(() => {
    if (isLate) void revalidate();
  }, [isLate, revalidate]);

  /** Reads the mentor again; what other pages of this tab kept of the mentor goes. */
  const readAgain = async () => {
    await mentor.refetch();
    (await lateQueries()).client().removeQueries({ type: 'inactive' });
  };

  if (mentor.data) {
    return <Profile mentor={mentor.data} today={today} isSharedPage={isSharedPage} onPriceChanged={readAgain} />;
  }
  if (!isPossible || mentor.data === null) {
    return <MentorMissing reason={id.trim() ? mentorProfile.notFound : mentorProfile.idRequired} />;
  }
  if (mentor.isError || hasFailed) {
    return (
      <MentorMissing
        reason={mentorProfile.loadFailed}
        onRetry={() => void mentor.refetch()}
        isRetrying={mentor.isFetching}
      />
    );
  }
  return (
    <div className={PAGE}>
      <div className={COLUMNS}>
        <ProfileSkeleton />
        <BookingPanelSkeleton />
      </div>
    </div>
  );
}

const PAGE = 'page-width pt-4 md:pt-5';
const COLUMNS =
  'relative grid items-start gap-x-8 md:grid-cols-[minmax(0,1fr)_21.5rem] lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-x-14';

interface ProfileProps {
  mentor: Mentor;
  today: IstDate;
  isSharedPage: boolean;
  onPriceChanged: () => Promise<unknown>;
}

function Profile({ mentor, today, isSharedPage, onPriceChanged }: ProfileProps) {
  const selection = useSlotSelection({ mentor, today, isSharedPage });
  const hasPaymentData = usePaymentData();
  return (
    <div className={PAGE}>
      <div className={mentor.hasLeft ? undefined : COLUMNS}>
        <div className="@container min-w-0">
          <Link
            to={paths.mentors}
            className={
              'tap-line -ml-1 mb-3 inline-flex items-center gap-1.5 rounded-control px-1 text-sm ' +
              'font-medium text-muted hover:text-ink'
            }
          >
            <ArrowLeft className="size-4" aria-hidden="true" />
            {mentorProfile.back}
          </Link>
          {selection.isWantedGone && (
            // With scripts it is said once it is known whose the slot is now.
            <noscript>
              <div className="mb-6">
                <Alert tone="danger">{bookingPanel.taken}</Alert>
              </div>
            </noscript>
          )}
          {hasPaymentData && <UnfinishedPayment bookings={selection.bookings} />}
          <ProfileFacts mentor={mentor} onBook={selection.reveal} panelId={PANEL_ID} />
          <div className="mt-8 lg:mt-12">
            <ProfileTabs mentor={mentor} />
          </div>
          <MentorStories mentor={mentor} />
        </div>
        {!mentor.hasLeft && <BookingPanel selection={selection} />}
        {/* Beside the panel its times come first by keyboard; on phones the heart stands beside the name. */}
        <Heart mentor={mentor} className="absolute right-[23.5rem] -top-2 max-md:hidden! lg:right-[27.5rem]" />
      </div>
      {!mentor.hasLeft && <BookingBar selection={selection} />}
      {selection.userId && (
        <OwnSideWatch
          key={selection.userId}
          mentorId={mentor.id}
          userId={selection.userId}
          onChange={selection.onOwnSide}
        />
      )}
      <PaymentFlow
        mentor={mentor}
        slot={selection.slot}
        hold={selection.hold}
        flowCount={selection.flowCount}
        isOpen={selection.isFlowOpen}
        onClose={selection.closeFlow}
        returnFocus={selection.returnFocus}
        onSlotLost={selection.loseSlot}
        onChoose={selection.pickInstead}
        onSlotsChanged={selection.refresh}
        onPriceChanged={onPriceChanged}
      />
    </div>
  );
}

/** This browser keeps something of a payment: whether it is unfinished is for code to say that a visitor never loads. */
function usePaymentData(): boolean {
  const [hasData, setHasData] = useState(false);
  useEffect(() => {
    setHasData(
      [paymentRecordKey(''), LEFTOVER_PAYMENT_KEY].some((prefix) => browserStorage.keysWith(prefix).length > 0),
    );
  }, []);
  return hasData;
}

type MentorMissingProps = { reason: string; onRetry?: () => void; isRetrying?: boolean };

/** No such mentor, or none could be loaded (`reason` says so, and `onRetry` tries again). */
function MentorMissing({ reason, onRetry, isRetrying = false }: MentorMissingProps) {
  return (
    <StatusMessage
      level={1}
      title={mentorProfile.notFoundTitle}
      isAlert={Boolean(onRetry)}
      action={
        <>
          {onRetry && (
            <Button variant="secondary" isBusy={isRetrying} onClick={onRetry}>
              {site.tryAgain}
            </Button>
          )}
          <ButtonLink to={paths.mentors}>{mentorProfile.backToMentors}</ButtonLink>
        </>
      }
    >
      {reason}
    </StatusMessage>
  );
}
