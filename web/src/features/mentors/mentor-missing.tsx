import { mentorProfile } from '#copy/mentor-profile.ts';
import { site } from '#copy/site.ts';
import { paths } from '#lib/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';

/** No such mentor, or none could be loaded (`reason` says so, and `onRetry` tries again). */
export function MentorMissing({
  reason,
  onRetry,
  isRetrying = false,
}: {
  reason?: string;
  onRetry?: () => void;
  isRetrying?: boolean;
}) {
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
      {reason ?? mentorProfile.notFound}
    </StatusMessage>
  );
}
