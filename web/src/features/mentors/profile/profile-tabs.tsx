import { Check } from 'lucide-react';
import { mentorProfile } from '#copy/mentors/profile.ts';
import { Badge } from '#ui/badge.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { MentorReviews } from './mentor-reviews.tsx';
import type { MentorProfile } from './profile.data.ts';

/** The three tabs of a profile (docs/product/mentors.md#profile-page). */
export function ProfileTabs({ mentor }: { mentor: MentorProfile }) {
  const { tabs } = mentorProfile;
  return (
    <Tabs
      label={tabs.label}
      tabs={[
        { id: 'about', label: tabs.about, content: <About bio={mentor.bio} /> },
        { id: 'expertise', label: tabs.expertise, content: <Expertise mentor={mentor} /> },
        { id: 'reviews', label: tabs.reviews, content: <MentorReviews mentor={mentor} /> },
      ]}
    />
  );
}

function About({ bio }: { bio: string }) {
  const paragraphs = bio
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter(Boolean);
  return (
    <div className="max-w-prose">
      {paragraphs.length > 0 ? (
        <div className="space-y-4">
          {paragraphs.map((text) => (
            <p key={text} dir="auto" className="whitespace-pre-line break-words">
              {text}
            </p>
          ))}
        </div>
      ) : (
        <p className="text-muted">{mentorProfile.noBio}</p>
      )}
      <h2 className="mt-8 text-xl">{mentorProfile.expectTitle}</h2>
      <ul className="mt-4 space-y-3">
        {mentorProfile.expect.map((point) => (
          <li key={point} className="flex gap-3">
            <Check className="mt-1 size-4.5 shrink-0 text-accent-text" aria-hidden="true" />
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Expertise({ mentor }: { mentor: MentorProfile }) {
  return (
    <div className="max-w-prose space-y-8">
      <section>
        <h2 className="text-xl">{mentorProfile.specializations}</h2>
        {mentor.specializations.length > 0 ? (
          <Chips names={mentor.specializations} />
        ) : (
          <p className="mt-3 text-muted">{mentorProfile.noSpecializations}</p>
        )}
      </section>
      {mentor.categories.length > 0 && (
        <section>
          <h2 className="text-xl">{mentorProfile.categories}</h2>
          <Chips names={mentor.categories} />
        </section>
      )}
    </div>
  );
}

function Chips({ names }: { names: string[] }) {
  return (
    <ul className="mt-4 flex flex-wrap gap-2">
      {names.map((name) => (
        <li key={name} className="min-w-0">
          <Badge className="px-3! py-1! text-sm!">{name}</Badge>
        </li>
      ))}
    </ul>
  );
}
