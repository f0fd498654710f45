import {
  CATALOGUE,
  type DemoMentor,
  demoVideoId,
  faceAddress,
  IMPACT_STORIES,
  PARTNERS,
  PODCASTS,
  stableId,
  VIDEO_STORIES,
} from './catalogue.ts';

const mentorId = (slug: string) => stableId('demonstration mentor', slug);
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const text = (value: string | undefined) => (value === undefined ? 'null' : `'${value.replaceAll("'", "''")}'`);
/** A text of several lines. */
const lines = (value: string) => `E${text(value.replaceAll('\n', '\\n'))}`;
const texts = (values: string[]) => `array[${values.map(text).join(', ')}]::text[]`;
const ago = (days: number) => `now() - interval '${days} days'`;
const rows = (cells: string[][]) => cells.map((row) => `  (${row.join(', ')})`).join(',\n');

function mentorRow(mentor: DemoMentor): string[] {
  return [
    text(mentorId(mentor.slug)),
    text(mentor.name),
    text(mentor.title),
    text(mentor.expertise),
    texts(mentor.specializations),
    texts(mentor.companies),
    texts(mentor.languages),
    lines(mentor.bio.join('\n\n')),
    text(`/portraits/${mentor.slug}-640.webp`),
    mentor.rating.toFixed(1),
    String(mentor.reviewCount),
    String(mentor.price),
    // The length of all times that the mentor offers.
    String(mentor.hours[0]?.minutes ?? 60),
  ];
}

function reviewRows(mentor: DemoMentor): string[][] {
  return mentor.reviews.map((review) => [
    text(stableId('demonstration review', mentor.slug, review.author)),
    text(mentorId(mentor.slug)),
    text(review.author),
    String(review.rating),
    String(review.daysAgo),
    text(review.comment),
  ]);
}

/** `supabase/seed.sql`. Rows that exist are left as they are. */
export const seedSql = () => mentorsSql() + contentSql();

/** The mentors and what belongs to them. */
function mentorsSql(): string {
  const featured = CATALOGUE.filter((mentor) => mentor.featured);
  const links = CATALOGUE.flatMap(({ slug, categories }) =>
    categories.map((category) => [text(mentorId(slug)), text(category)]),
  );
  return `-- The demonstration catalogue. Written by scripts/make-demo-catalogue.ts from scripts/demo-catalogue.
-- All people, companies, reviews, episodes and stories in it are invented.

insert into public.mentors
  (id, name, title, expertise, specializations, companies, languages, bio, image, rating, reviews, price, session_minutes, is_demonstration)
select v.id::uuid, v.name, v.title, v.expertise, v.specializations, v.companies, v.languages, v.bio, v.image, v.rating, v.reviews,
  v.price, v.session_minutes, true
from (values
${rows(CATALOGUE.map(mentorRow))}
) as v (id, name, title, expertise, specializations, companies, languages, bio, image, rating, reviews, price, session_minutes)
where not exists (select from public.mentors m where m.id = v.id::uuid);

insert into public.mentor_categories (mentor_id, category_id)
select v.mentor_id::uuid, c.id
from (values
${rows(links)}
) as v (mentor_id, category)
join public.categories c on c.name = v.category
on conflict do nothing;

insert into public.mentor_private (mentor_id, email) values
${rows(CATALOGUE.map(({ slug }) => [text(mentorId(slug)), text(`${slug}@example.com`)]))}
on conflict do nothing;

insert into public.mentor_reviews (id, mentor_id, author_name, rating, created_at, comment, is_demonstration)
select v.id::uuid, v.mentor_id::uuid, v.author, v.rating, now() - make_interval(days => v.days_ago), v.comment, true
from (values
${rows(CATALOGUE.flatMap(reviewRows))}
) as v (id, mentor_id, author, rating, days_ago, comment)
on conflict do nothing;

-- Only where nobody has chosen the mentors of the home page yet.
update public.mentors m set is_featured_on_homepage = true, homepage_display_order = v.place
from (values
${rows(featured.map((mentor) => [text(mentorId(mentor.slug)), String(mentor.featured)]))}
) as v (id, place)
where m.id = v.id::uuid and not exists (select from public.mentors where is_featured_on_homepage);
`;
}

/**
 * What the home page shows besides mentors, and the wall of impact. These tables mark no row as demonstration: their
 * identities are fixed instead.
 */
function contentSql(): string {
  const partners = PARTNERS.map(({ slug, name }, index) => [
    text(stableId('demonstration partner', slug)),
    text(name),
    text(`/demo/partners/${slug}.svg`),
    String(index + 1),
  ]);
  const podcasts = PODCASTS.map((podcast) => [
    text(stableId('demonstration podcast', String(podcast.episode))),
    text(podcast.title),
    text(podcast.description),
    text(`https://www.youtube.com/watch?v=${demoVideoId(podcast)}`),
    text(demoVideoId(podcast)),
    text(`/demo/podcasts/episode-${podcast.episode}-640.webp`),
    'true',
    String(podcast.isFeatured ?? false),
    ago(podcast.daysAgo),
  ]);
  const stories = VIDEO_STORIES.map((story) => [
    text(stableId('demonstration video story', story.slug)),
    text(story.name),
    text(story.role),
    text(story.company),
    text(`/demo/stories/${story.video}.mp4`),
    text(`/demo/stories/${story.slug}.webp`),
    String(story.isFeatured ?? false),
    ago(story.daysAgo),
  ]);
  const impactStories = IMPACT_STORIES.map((story) => [
    text(stableId('demonstration impact story', story.slug)),
    text(story.name),
    lines(story.experience),
    text(story.look && faceAddress(story)),
    String(!story.isPending),
    ago(story.daysAgo),
  ]);
  return `
insert into public.partner_logos (id, name, image_url, order_index) values
${rows(partners)}
on conflict do nothing;

-- The video ids are placeholders: no video on YouTube has them.
insert into public.podcasts
  (id, title, description, youtube_url, youtube_id, thumbnail_url, published, is_featured, created_at)
values
${rows(podcasts)}
on conflict do nothing;

insert into public.video_testimonials
  (id, name, role, company, video_url, thumbnail_url, is_featured, created_at)
values
${rows(stories)}
on conflict do nothing;

insert into public.impact_stories (id, name, experience, image_url, is_approved, created_at)
values
${rows(impactStories)}
on conflict do nothing;

-- The demonstration is open already.
update private.marketplace_settings set opening_hidden_at = now() where opening_hidden_at is null;
`;
}

/** `supabase/seed-slots.sql`: open times for the next 30 days; may be run again on any day. */
export function slotsSql(): string {
  const hours = CATALOGUE.flatMap((mentor) =>
    mentor.hours.map(({ days, starts, minutes, notBefore = 0 }) => [
      text(mentorId(mentor.slug)),
      `array[${days.map((day) => WEEKDAYS.indexOf(day) + 1).join(', ')}]`,
      `array[${starts.map((start) => text(start)).join(', ')}]`,
      String(minutes),
      String(notBefore),
    ]),
  );
  return `-- Open times of the demonstration mentors from today (in India) for 30 days.
-- Written by scripts/make-demo-catalogue.ts. May be run again on any day: it only adds days after the last one that
-- a mentor already offers, so a slot that was sold, held or taken off the calendar stays as it is. A mentor who has
-- set hours gets none.

insert into public.mentor_availability (mentor_id, date, start_time, end_time)
select m.id, d.day, s.start_time::time, s.start_time::time + make_interval(mins => h.minutes)
from (values
${rows(hours)}
) as h (mentor_id, weekdays, starts, minutes, not_before)
join public.mentors m on m.id = h.mentor_id::uuid and m.is_demonstration
cross join lateral (
  select private.today() + n as day from generate_series(h.not_before, 30) as n
) as d
cross join lateral unnest(h.starts) as s (start_time)
where extract(isodow from d.day) = any (h.weekdays)
  and d.day > coalesce(
    (select max(a.date) from public.mentor_availability a where a.mentor_id = m.id and a.date <= private.today() + 30),
    '-infinity'
  )
  and (d.day + s.start_time::time) at time zone 'Asia/Kolkata' > now()
  and not exists (select from public.mentor_weekly_hours w where w.mentor_id = m.id)
  -- About one time in five is left out, always the same ones: nobody's diary repeats exactly.
  and ('x' || substr(md5(m.id::text || d.day || s.start_time), 1, 2))::bit(8)::int >= 51
  and not exists (
    select from private.slot_claims c
    where c.mentor_id = m.id and c.released_at is null
      and c.during && private.session_range(
        d.day, s.start_time::time, s.start_time::time + make_interval(mins => h.minutes)
      )
  )
on conflict do nothing;
`;
}
