import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { mentorDrafts as copy } from '#copy/mentors/drafts.ts';
import { categoryNamesQuery } from '#features/mentors/profile/category-names.data.ts';
import { type MentorProfile, mentorQuery } from '#features/mentors/profile/profile.data.ts';
import { ProfileFacts } from '#features/mentors/profile/profile-facts.tsx';
import { ProfileTabs } from '#features/mentors/profile/profile-tabs.tsx';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { toast } from '#lib/toast.ts';
import {
  PROFILE,
  PROFILE_FIELDS,
  type ProfileField,
  type ProfileForm,
  storedValue,
  wholeNumber,
} from '#rules/mentors/profile.ts';
import { Button } from '#ui/button.tsx';

/** The public page as it would be, with its own parts. */
export function Preview({ mentor, form, onBack }: { mentor: MyMentor; form: ProfileForm; onBack: () => void }) {
  const present = useQuery(mentorQuery(mentor.id));
  const categories = useQuery(categoryNamesQuery);
  const names = categories.data?.filter(({ id }) => form.categories.includes(id)).map(({ name }) => name) ?? [];
  const shown: MentorProfile = {
    id: mentor.id,
    slug: mentor.slug,
    ...previewOf(form),
    price: wholeNumber(form.price) ?? 0,
    image: form.image || '/placeholder.svg',
    rating: present.data?.rating ?? 0,
    reviews: present.data?.reviews ?? 0,
    isTakingBookings: mentor.is_taking_bookings,
    takingBookingsFrom: mentor.taking_bookings_from,
    isDemonstration: present.data?.isDemonstration ?? false,
    hasLeft: mentor.listing_state === 'left',
    sessionMinutes: mentor.session_minutes,
    answersWithin: present.data?.answersWithin ?? null,
    categories: names,
  };
  return (
    <section aria-label={copy.previewTitle}>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-info/30 bg-info-soft px-4 py-3">
        <p className="min-w-0 flex-1 basis-52 text-sm text-info">{copy.previewHint}</p>
        <Button variant="secondary" onClick={onBack} autoFocus>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {copy.back}
        </Button>
      </div>
      <ProfileFacts mentor={shown} onBook={() => toast.info(copy.previewOnly, { id: 'profile-preview' })} />
      <div className="mt-8">
        <ProfileTabs mentor={shown} />
      </div>
    </section>
  );
}

/** The fields as they would be stored, without numbers and links that are not valid yet. */
function previewOf(form: ProfileForm) {
  const shown = PROFILE_FIELDS.map((field) => {
    const { kind, schema } = PROFILE[field];
    const isLeftOut = (kind === 'number' || kind === 'link') && !schema.safeParse(form[field]).success;
    return [field, isLeftOut ? null : storedValue(field, form)];
  });
  return Object.fromEntries(shown) as Pick<MentorProfile, ProfileField>;
}
