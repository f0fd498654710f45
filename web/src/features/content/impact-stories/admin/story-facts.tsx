import { BadgeCheck, CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { adminImpactStories } from '#copy/content/admin-impact-stories.ts';
import { impactStories } from '#copy/content/impact-stories.ts';
import { officePaths } from '#lib/office-paths.ts';
import { formatDateShort, istToday } from '#rules/shell/ist.ts';
import { Badge } from '#ui/badge.tsx';
import type { StoryFactsData } from './story-facts.data.ts';

const { facts: copy } = adminImpactStories;

/** What an administrator knows of a story about a session (docs/product/outcomes.md#verified-stories). */
export function StoryFacts({ facts }: { facts: StoryFactsData }) {
  const { check_in: checkIn } = facts;
  return (
    <div className="mb-5 rounded-control bg-sunken p-3 text-sm">
      {facts.is_verified ? (
        <Badge tone="success" icon={<BadgeCheck aria-hidden="true" />}>
          {impactStories.verified}
        </Badge>
      ) : (
        <Badge icon={<CircleSlash aria-hidden="true" />}>{copy.notVerified}</Badge>
      )}
      <dl className="mt-2 grid gap-1.5">
        <Fact label={copy.session}>
          <Link
            to={officePaths.booking(facts.booking_id)}
            className="tap-line underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            {facts.booking_code}
          </Link>
        </Fact>
        <Fact label={copy.mentor}>
          {facts.mentor_name} ({facts.names_mentor ? copy.names[facts.mentor_answer ?? 'open'] : copy.names.unwanted})
        </Fact>
        <Fact label={copy.consent(formatDateShort(istToday(new Date(facts.consented_at))))}>{facts.consent_text}</Fact>
        <Fact label={copy.checkIn}>
          {checkIn
            ? [copy.day(checkIn.day, copy.answers[checkIn.answer]), checkIn.change].filter(Boolean).join(' ')
            : copy.noCheckIn}
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd dir="auto" className="wrap-anywhere">
        {children}
      </dd>
    </div>
  );
}
