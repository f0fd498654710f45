set local lock_timeout = '5s';

-- Buckets, who may write to them, and the deletion of files that no row uses.
--
-- Only the server stores pictures, for visitors and administrators alike; it checks and re-encodes them
-- (docs/decisions/010). Administrators' own clients add videos and delete files. Files are never replaced: caches keep
-- a file for an hour, so a changed file is a new file. Visitors read files by their address, without any policy, and
-- cannot list them.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('mentor_images', 'mentor_images', true, 3 * 1024 * 1024,
    array['image/jpeg', 'image/jpg', 'image/png', 'image/webp']),
  ('video_testimonials', 'video_testimonials', true, 20 * 1024 * 1024,
    array['video/mp4', 'image/jpeg', 'image/png', 'image/webp']),
  ('partner_logos', 'partner_logos', true, 3 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- The web app looks for mentor_images in the list of buckets.
create policy "Everyone sees the public buckets" on storage.buckets
for select to anon, authenticated using (id in ('mentor_images', 'video_testimonials', 'partner_logos'));

create policy "Administrators list files" on storage.objects
for select to authenticated
using (bucket_id in ('mentor_images', 'video_testimonials', 'partner_logos') and (select private.is_admin()));
create policy "Administrators add videos" on storage.objects
for insert to authenticated
with check (
  bucket_id = 'video_testimonials' and (select private.is_admin())
  -- rules/content/stored-file.ts: the time, then the sanitised name.
  and name ~ '^[0-9]{13}-[a-z0-9][a-z0-9._-]{0,119}\.mp4$'
);
create policy "Administrators delete files" on storage.objects
for delete to authenticated
using (bucket_id in ('mentor_images', 'video_testimonials', 'partner_logos') and (select private.is_admin()));

-- Which files are in use --------------------------------------------------------------------------------------------

-- A picture is stored in several widths under one stem (docs/decisions/010); rows name the widest. A file is used when
-- a row names any width of it.
create function private.stored_file(p_url text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return substring(
    p_url from
    '^(?:https?://[^/?#]+)?/storage/v1/object/public/((?:mentor_images|video_testimonials|partner_logos)/[^?#]+)'
  );
end
$$;
comment on function private.stored_file is 'bucket/name of an address in our storage; null for any other address.';

create function private.file_key(p_file text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$ begin return regexp_replace(p_file, '-[0-9]{2,4}\.webp$', ''); end $$;
comment on function private.file_key is
  'What all widths of a picture share, from bucket/name; of any other file its whole name.';

-- Bookings copy their mentor's picture, and there are many of them.
create index bookings_mentor_image_idx on public.bookings (private.file_key(private.stored_file(mentor_image)))
where private.file_key(private.stored_file(mentor_image)) is not null;

create view private.used_files as
  select private.file_key(private.stored_file(m.image)) as key from public.mentors m
  union all
  -- Only open drafts: a picture that a decision left out is not needed.
  select private.file_key(private.stored_file(d.fields ->> 'image')) from public.mentor_drafts d
  where d.state <> 'published' and d.fields ? 'image'
  union all
  select private.file_key(private.stored_file(b.mentor_image)) from public.bookings b
  where private.file_key(private.stored_file(b.mentor_image)) is not null
  union all
  select private.file_key(private.stored_file(s.image_url)) from public.impact_stories s
  union all
  select private.file_key(private.stored_file(u.url)) from public.video_testimonials t,
    unnest(array[t.video_url, t.profile_image, t.thumbnail_url]) u (url)
  union all
  select private.file_key(private.stored_file(p.thumbnail_url)) from public.podcasts p
  union all
  select private.file_key(private.stored_file(l.image_url)) from public.partner_logos l;
comment on view private.used_files is
  'The key of each file that a row names, once a row; null for addresses elsewhere.';
revoke all on private.used_files from public, anon, authenticated, service_role;

-- Deleting files ----------------------------------------------------------------------------------------------------

-- The jobs remove_file delete objects through the Storage API, because only the API can delete the bytes.
create function private.release_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_old jsonb := to_jsonb(old);
  v_new jsonb := case when tg_op = 'UPDATE' then to_jsonb(new) else '{}' end;
  v_column text;
  v_file text;
begin
  foreach v_column in array tg_argv loop
    v_file := private.stored_file(v_old ->> v_column);
    if v_file is not null
      and private.file_key(v_file) is distinct from private.file_key(private.stored_file(v_new ->> v_column)) then
      perform private.enqueue_job('remove_file', jsonb_build_object('file', v_file));
    end if;
  end loop;
  return null;
end
$$;
comment on function private.release_files is
  'After-row trigger; its arguments are the columns with addresses of files. A file that the row no longer names gets '
  'a job, which deletes it unless another row names it.';
create trigger release_files after delete or update of image on public.mentors
for each row execute function private.release_files('image');
create trigger release_files after delete or update of image_url on public.impact_stories
for each row execute function private.release_files('image_url');
create trigger release_files
after delete or update of video_url, profile_image, thumbnail_url on public.video_testimonials
for each row execute function private.release_files('video_url', 'profile_image', 'thumbnail_url');
create trigger release_files after delete or update of thumbnail_url on public.podcasts
for each row execute function private.release_files('thumbnail_url');
create trigger release_files after delete or update of image_url on public.partner_logos
for each row execute function private.release_files('image_url');

create function private.release_draft_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_file text := private.stored_file(old.fields ->> 'image');
begin
  if v_file is not null and (
    tg_op = 'DELETE' or new.state = 'published' or new.fields ->> 'image' is distinct from old.fields ->> 'image'
  ) then
    perform private.enqueue_job('remove_file', jsonb_build_object('file', v_file));
  end if;
  return null;
end
$$;
comment on function private.release_draft_picture is 'As release_files(), for the portrait among a draft''s fields.';
create trigger release_draft_picture after delete or update of fields, state on public.mentor_drafts
for each row execute function private.release_draft_picture();

create function public.list_unused_files(p_file text) returns setof text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_key text := private.file_key(p_file);
begin
  perform private.require_service();
  if exists (select from private.used_files u where u.key = v_key) then
    return;
  end if;
  return query
    select o.name from storage.objects o
    where o.bucket_id = split_part(p_file, '/', 1)
      and starts_with(o.bucket_id || '/' || o.name, v_key)
      and private.file_key(o.bucket_id || '/' || o.name) = v_key
    order by o.name;
end
$$;
comment on function public.list_unused_files is
  'The names, in its bucket, of a file (bucket/name) and of all its widths, for a worker to delete; none while a row '
  'uses it.';

create function public.sweep_unused_files() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_next timestamptz := date_trunc('hour', now()) + interval '1 hour';
  v_count integer;
begin
  perform private.require_service();
  -- Jobs of rounds and removals that are done are not needed after a week.
  delete from private.outbox o
  where o.kind in ('sweep_files', 'remove_file') and o.state = 'done' and o.finished_at < now() - interval '7 days';
  perform private.enqueue_job('sweep_files', '{}', 'sweep_files:' || extract(epoch from v_next)::bigint, v_next);
  delete from private.submission_counts c where c.window_end < now();
  insert into private.outbox (kind, payload, key)
  select 'remove_file', jsonb_build_object('file', f.file), format('sweep:%s:%s', private.today(), f.key)
  from (
    select private.file_key(o.bucket_id || '/' || o.name) as key, min(o.bucket_id || '/' || o.name) as file
    from storage.objects o
    where o.bucket_id in ('mentor_images', 'video_testimonials', 'partner_logos')
      -- Only names that our uploads have; a file with another name was put there on purpose.
      and o.name ~ '^[A-Za-z0-9._/-]*[0-9]{13}[A-Za-z0-9._-]*$'
      and greatest(o.created_at, o.updated_at) < now() - interval '1 day'
    group by 1
  ) f
  where not exists (select from private.used_files u where u.key = f.key)
    -- Removals that failed today must not use up the limit of this round.
    and not exists (select from private.outbox j where j.key = format('sweep:%s:%s', private.today(), f.key))
  -- More wait for the next round.
  limit 200
  on conflict (key) do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function public.sweep_unused_files is
  'Enqueues the deletion of files that were uploaded more than a day ago and that no row uses, 200 a round; answers '
  'how many. Also deletes counters that are over. Plans its own next round, within the hour.';

-- The first round; each plans the next.
select private.enqueue_job('sweep_files', '{}', 'sweep_files:first', now() + interval '1 hour');

revoke execute on all functions in schema private from public;
-- Index expressions run with the rights of the role that writes the row.
grant execute on function private.stored_file, private.file_key to anon, authenticated, service_role;
revoke execute on function public.list_unused_files, public.sweep_unused_files from public, anon, authenticated;
grant execute on function public.list_unused_files, public.sweep_unused_files to service_role;
