-- Portraits are written by the server alone, which checks them and draws them anew (docs/decisions/010).

alter policy "Administrators add files" on storage.objects
with check (
  bucket_id in ('mentor_images', 'video_testimonials', 'partner_logos') and (select private.is_admin())
  and not (bucket_id = 'mentor_images' and name ~ '^/*mentors/')
);
alter policy "Administrators replace files" on storage.objects
using (
  bucket_id in ('mentor_images', 'video_testimonials', 'partner_logos') and (select private.is_admin())
  and not (bucket_id = 'mentor_images' and name ~ '^/*mentors/')
)
with check (
  bucket_id in ('mentor_images', 'video_testimonials', 'partner_logos') and (select private.is_admin())
  and not (bucket_id = 'mentor_images' and name ~ '^/*mentors/')
);
