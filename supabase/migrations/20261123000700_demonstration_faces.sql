-- Stories of the demonstration have drawn portraits, which the web app itself serves from /demo/faces/ (scripts/make-demo-pictures.ts).

alter table public.impact_stories
  drop constraint impact_stories_image_url_check,
  -- Only a picture of this site: an address elsewhere would let a stranger watch who reads the wall.
  add constraint impact_stories_image_url_check check (
    char_length(image_url) <= 500
    and image_url ~ '^((https?://[^/]+)?/storage/v1/object/public/mentor_images/|/demo/faces/[a-z0-9-]+\.webp$)'
  );
comment on column public.impact_stories.image_url is 'Optional photo in bucket mentor_images; the demonstration''s are files of the web app.';
