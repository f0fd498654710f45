-- Files: the server stores pictures, which it checks and draws anew (docs/decisions/010), for visitors and administrators
-- alike. Administrators' own clients add videos and delete files. Nobody replaces a file: caches keep one for an hour, so that
-- a changed file is a new file. Visitors read what they know the address of, without any policy, and list nothing.

drop policy "Everyone adds a photo for an impact story" on storage.objects;
drop policy "Everyone reads files of the public buckets" on storage.objects;
drop policy "Administrators add files" on storage.objects;
drop policy "Administrators replace files" on storage.objects;

create policy "Administrators list files" on storage.objects
for select to authenticated
using (bucket_id in ('mentor_images', 'video_testimonials', 'partner_logos') and (select private.is_admin()));
create policy "Administrators add videos" on storage.objects
for insert to authenticated
with check (
  bucket_id = 'video_testimonials' and (select private.is_admin())
  -- rules/stored-file.ts: the time, then the sanitised name.
  and name ~ '^[0-9]{13}-[a-z0-9][a-z0-9._-]{0,119}\.mp4$'
);
