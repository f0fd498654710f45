import { demoVideoId, faceAddress, IMPACT_STORIES, PARTNERS, PODCASTS, stableId, VIDEO_STORIES } from './catalogue.ts';

const text = (value: string | undefined) => (value === undefined ? 'null' : `'${value.replaceAll("'", "''")}'`);
const ago = (days: number) => `now() - interval '${days} days'`;
const rows = (cells: string[][]) => cells.map((line) => `  (${line.join(', ')})`).join(',\n');

// A line of the text a line, so that a change of one reads as one.
const lines = (value: string) =>
  value
    .split('\n')
    .map((line) => `E${text(line)}`)
    .join(" || E'\\n' ||\n   ");

/**
 * The second part of `supabase/seed.sql`: what the home page shows besides mentors, and the wall of impact. These
 * tables mark no row as demonstration: their identities are fixed instead.
 */
export function contentSql(): string {
  const partners = PARTNERS.map(({ slug, name }, index) => [
    text(stableId('demonstration partner', slug)),
    text(name),
    text(`/demo/partners/${slug}.svg`),
    String(index + 1),
  ]);
  const podcasts = PODCASTS.map((podcast) => [
    text(stableId('demonstration podcast', String(podcast.episode))),
    text(podcast.title),
    `\n   ${text(podcast.description)}`,
    `\n   ${text(`https://www.youtube.com/watch?v=${demoVideoId(podcast)}`)}`,
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
    `\n   ${lines(story.experience)}`,
    `\n   ${text(story.look && faceAddress(story))}`,
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
${rows(podcasts).replaceAll(', \n', ',\n')}
on conflict do nothing;

insert into public.video_testimonials
  (id, name, role, company, video_url, thumbnail_url, is_featured, created_at)
values
${rows(stories)}
on conflict do nothing;

insert into public.impact_stories (id, name, experience, image_url, is_approved, created_at)
values
${rows(impactStories).replaceAll(', \n', ',\n')}
on conflict do nothing;
`;
}
