import { type DemoMentor, stableId } from './catalogue.ts';

const mentorId = (slug: string) => stableId('demonstration mentor', slug);
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
const texts = (values: string[]) => `array[${values.map(text).join(', ')}]`;
const rows = (lines: string[]) => lines.map((line) => `  (${line.replaceAll(', \n', ',\n')})`).join(',\n');

// A paragraph a line, so that a change of one reads as one.
const paragraphs = (values: string[]) => values.map((value) => `E${text(value)}`).join(" ||\n   E'\\n\\n' ||\n   ");

function mentorRow(mentor: DemoMentor): string {
  return [
    text(mentorId(mentor.slug)),
    text(mentor.name),
    text(mentor.title),
    text(mentor.expertise),
    `\n   ${texts(mentor.specializations)}`,
    `\n   ${paragraphs(mentor.bio)}`,
    `\n   ${text(`/portraits/${mentor.slug}-640.webp`)}`,
    mentor.rating.toFixed(1),
    String(mentor.reviewCount),
    String(mentor.price),
  ].join(', ');
}

function reviewRows(mentor: DemoMentor): string[] {
  return mentor.reviews.map((review) =>
    [
      text(stableId('demonstration review', mentor.slug, review.author)),
      text(mentorId(mentor.slug)),
      text(review.author),
      String(review.rating),
      String(review.daysAgo),
      `\n   ${text(review.comment)}`,
    ].join(', '),
  );
}

/**
 * The first part of `supabase/seed.sql`: the mentors and what belongs to them. Rows that exist are left as they are.
 */
export function catalogueSql(catalogue: DemoMentor[]): string {
  const featured = catalogue.filter((mentor) => mentor.featured);
  const links = catalogue.flatMap((mentor) =>
    mentor.categories.map((category) => `${text(mentorId(mentor.slug))}, ${text(category)}`),
  );
  return `-- The demonstration catalogue. Written by scripts/make-demo-catalogue.ts from scripts/demo-catalogue.
-- All people, companies, reviews, episodes and stories in it are invented.

insert into public.mentors
  (id, name, title, expertise, specializations, bio, image, rating, reviews, price, is_demonstration)
select v.id::uuid, v.name, v.title, v.expertise, v.specializations, v.bio, v.image, v.rating, v.reviews, v.price, true
from (values
${rows(catalogue.map(mentorRow))}
) as v (id, name, title, expertise, specializations, bio, image, rating, reviews, price)
where not exists (select from public.mentors m where m.id = v.id::uuid);

insert into public.mentor_categories (mentor_id, category_id)
select v.mentor_id::uuid, c.id
from (values
${rows(links)}
) as v (mentor_id, category)
join public.categories c on c.name = v.category
on conflict do nothing;

insert into public.mentor_private (mentor_id, email) values
${rows(catalogue.map((mentor) => `${text(mentorId(mentor.slug))}, ${text(`${mentor.slug}@example.com`)}`))}
on conflict do nothing;

insert into public.mentor_reviews (id, mentor_id, author_name, rating, created_at, comment, is_demonstration)
select v.id::uuid, v.mentor_id::uuid, v.author, v.rating, now() - make_interval(days => v.days_ago), v.comment, true
from (values
${rows(catalogue.flatMap(reviewRows))}
) as v (id, mentor_id, author, rating, days_ago, comment)
on conflict do nothing;

-- Only where nobody has chosen the mentors of the home page yet.
update public.mentors m set is_featured_on_homepage = true, homepage_display_order = v.place
from (values
${rows(featured.map((mentor) => `${text(mentorId(mentor.slug))}, ${mentor.featured}`))}
) as v (id, place)
where m.id = v.id::uuid and not exists (select from public.mentors where is_featured_on_homepage);
`;
}

/** `supabase/seed-slots.sql`: open times for the next 30 days; may be run again on any day. */
export function slotsSql(catalogue: DemoMentor[]): string {
  const hours = catalogue.flatMap((mentor) =>
    mentor.hours.map(({ days, starts, minutes, notBefore = 0 }) =>
      [
        text(mentorId(mentor.slug)),
        `array[${days.map((day) => WEEKDAYS.indexOf(day) + 1).join(', ')}]`,
        `array[${starts.map((start) => text(start)).join(', ')}]`,
        String(minutes),
        String(notBefore),
      ].join(', '),
    ),
  );
  return `-- Open times of the demonstration mentors from today (in India) for 30 days.
-- Written by scripts/make-demo-catalogue.ts. May be run again on any day: it only adds days after the last one that
-- a mentor already offers, so a slot that was sold, held or taken off the calendar stays as it is.

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
