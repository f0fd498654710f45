import { mentorProfile } from '#copy/mentors/profile.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { shortMentorPath } from '#rules/mentors/mentor-path.ts';

/** A mentor's address for print and speech (docs/product/mentors.md#addresses-and-sharing). */
export function ShortLink({ slug, className }: { slug: string; className?: string }) {
  const { siteUrl } = usePublicEnv();
  return (
    <p className={className}>
      <span className="text-muted">{mentorProfile.share.short}</span>{' '}
      <span translate="no" className="select-all wrap-anywhere font-medium">
        {siteUrl.replace(/^https?:\/\//, '') + shortMentorPath(slug)}
      </span>
    </p>
  );
}
