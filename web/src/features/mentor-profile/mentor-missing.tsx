import { common } from '#copy/common.ts';
import { mentorProfile } from '#copy/mentor-profile.ts';
import { paths } from '#lib/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

/** No such mentor, or none could be loaded (`reason` says so, and `onRetry` tries again). */
export function MentorMissing({ reason, onRetry }: { reason?: string; onRetry?: () => void }) {
  return (
    <Notice
      level={1}
      title={mentorProfile.notFoundTitle}
      isAlert={Boolean(onRetry)}
      action={
        <>
          {onRetry && (
            <Button variant="secondary" onClick={onRetry}>
              {common.tryAgain}
            </Button>
          )}
          <ButtonLink to={paths.mentors}>{mentorProfile.backToMentors}</ButtonLink>
        </>
      }
    >
      {reason ?? mentorProfile.notFound}
    </Notice>
  );
}
