-- Files: three public buckets, written by administrators, and one folder where anyone may leave a story's photo.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('mentor_images', 'mentor_images', true, 3 * 1024 * 1024, array['image/jpeg', 'image/jpg', 'image/png', 'image/webp']),
  ('video_testimonials', 'video_testimonials', true, 20 * 1024 * 1024, array['video/mp4', 'image/jpeg', 'image/png', 'image/webp']),
  ('partner_logos', 'partner_logos', true, 3 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- The web app looks for mentor_images in the list of buckets (founder side, section 7).
create policy "Everyone sees the public buckets" on storage.buckets
for select to anon, authenticated using (id in ('mentor_images', 'video_testimonials', 'partner_logos'));

create policy "Everyone reads files of the public buckets" on storage.objects
for select to anon, authenticated using (bucket_id in ('mentor_images', 'video_testimonials', 'partner_logos'));
create policy "Everyone adds a photo for an impact story" on storage.objects
for insert to anon, authenticated
-- One level deep, and never over an existing file: nobody but administrators has an update policy.
with check (bucket_id = 'mentor_images' and name ~ '^impact-stories/[A-Za-z0-9._-]{1,120}$');
create policy "Administrators add files" on storage.objects
for insert to authenticated
with check (bucket_id in ('mentor_images', 'video_testimonials', 'partner_logos') and (select private.is_admin()));
create policy "Administrators replace files" on storage.objects
for update to authenticated
using (bucket_id in ('mentor_images', 'video_testimonials', 'partner_logos') and (select private.is_admin()))
with check (bucket_id in ('mentor_images', 'video_testimonials', 'partner_logos') and (select private.is_admin()));
create policy "Administrators delete files" on storage.objects
for delete to authenticated
using (bucket_id in ('mentor_images', 'video_testimonials', 'partner_logos') and (select private.is_admin()));
