import { languageNames } from '#copy/mentors/languages.ts';
import { mentorProfile } from '#copy/mentors/profile.ts';

/** What is read of a mentor for the details below. */
export const DETAIL_COLUMNS = 'city,years_of_experience,languages,companies,linkedin,video_url';

interface Details {
  city: string | null;
  years_of_experience: number | null;
  /** By code, those of copy/mentors/languages.ts. */
  languages: string[];
  companies: string[];
  linkedin: string | null;
  video_url: string | null;
}

/** Where the mentor works and worked, for how long, in which languages, and where else one reads of them: what is known. */
export function ProfileDetails({ city, years_of_experience, languages, companies, linkedin, video_url }: Details) {
  const names = languages.map((code) => languageNames[code as keyof typeof languageNames]);
  const facts = [
    city,
    years_of_experience && mentorProfile.years(years_of_experience),
    names.length > 0 && mentorProfile.speaks(names.join(', ')),
    companies.length > 0 && mentorProfile.companies(companies.join(', ')),
    linkedin && <External href={linkedin}>{mentorProfile.linkedin}</External>,
    video_url?.startsWith('https:') && <External href={video_url}>{mentorProfile.video}</External>,
  ].filter(Boolean);
  return facts.length > 0 ? (
    <ul className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {facts.map((fact, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one mentor do not move.
        <li key={place} className="wrap-anywhere">
          {fact}
        </li>
      ))}
    </ul>
  ) : null;
}

function External({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener nofollow" className="tap-line text-accent-text underline">
      {children}
    </a>
  );
}
