-- Which stored files belong to something, and what becomes of those that belong to nothing any more.
--
-- A picture is stored in several widths under one stem (docs/decisions/010); rows name the widest. A file is used when a row
-- names any width of it. Objects are deleted through the Storage API alone, by the jobs `remove_file`: the API has the bytes.

create function private.stored_file(p_url text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select substring(
    p_url from
    '^(?:https?://[^/?#]+)?/storage/v1/object/public/((?:mentor_images|video_testimonials|partner_logos)/[^?#]+)'
  )
$$;
comment on function private.stored_file(text) is 'bucket/name of an address in our storage; null for any other address.';

create function private.file_key(p_file text) returns text
language sql immutable parallel safe set search_path = ''
as $$ select regexp_replace(p_file, '-[0-9]{2,4}\.webp$', '') $$;
comment on function private.file_key(text) is 'What all widths of a picture share, from bucket/name; of any other file its whole name.';

-- Bookings copy their mentor's picture, and there are many of them.
create index bookings_mentor_image_idx on public.bookings (private.file_key(private.stored_file(mentor_image)))
where private.file_key(private.stored_file(mentor_image)) is not null;
-- An index's expression runs with the rights of whoever writes the row.
grant execute on function private.stored_file(text), private.file_key(text) to anon, authenticated, service_role;

create view private.used_files as
  select private.file_key(private.stored_file(m.image)) as key from public.mentors m
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
revoke all on private.used_files from public, anon, authenticated, service_role;
comment on view private.used_files is 'The key of each file that a row names, once a row; null for addresses elsewhere.';

create function private.release_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
comment on function private.release_files() is
  'After-row trigger; its arguments are the columns with addresses of files. A file that its row names no more gets a job, which looks whether another row does.';

create trigger release_files after delete or update of image on public.mentors
for each row execute function private.release_files('image');
create trigger release_files after delete or update of image_url on public.impact_stories
for each row execute function private.release_files('image_url');
create trigger release_files after delete or update of video_url, profile_image, thumbnail_url on public.video_testimonials
for each row execute function private.release_files('video_url', 'profile_image', 'thumbnail_url');
create trigger release_files after delete or update of thumbnail_url on public.podcasts
for each row execute function private.release_files('thumbnail_url');
create trigger release_files after delete or update of image_url on public.partner_logos
for each row execute function private.release_files('image_url');

create function public.list_unused_files(p_file text) returns setof text
language plpgsql stable security definer set search_path = ''
as $$
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
comment on function public.list_unused_files(text) is
  'The names, in its bucket, of a file (bucket/name) and of all its widths, for a worker to delete; none while a row uses it.';

create function public.sweep_unused_files() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_next timestamptz := date_trunc('hour', now()) + interval '1 hour';
  v_count integer;
begin
  perform private.require_service();
  -- Its own next round first of all. Rounds and removals that are done say nothing to anybody after a week.
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
      -- As uploads of ours are named; what somebody put there by another name has its reason.
      and o.name ~ '^[A-Za-z0-9._/-]*[0-9]{13}[A-Za-z0-9._-]*$'
      and greatest(o.created_at, o.updated_at) < now() - interval '1 day'
    group by 1
  ) f
  where not exists (select from private.used_files u where u.key = f.key)
    -- Removals that failed today must not take the places of others.
    and not exists (
      select from private.outbox j where j.key = format('sweep:%s:%s', private.today(), f.key)
    )
  -- More wait for the next round.
  limit 200
  on conflict (key) do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function public.sweep_unused_files() is
  'Has files deleted that were uploaded more than a day ago and that no row uses, 200 a round, and forgets counters that are over; answers how many. Plans its own next round, within the hour.';

revoke execute on function private.stored_file(text), private.file_key(text), private.release_files() from public;
revoke execute on function public.list_unused_files(text), public.sweep_unused_files() from public, anon, authenticated;
grant execute on function public.list_unused_files(text), public.sweep_unused_files() to service_role;

-- The first round; each plans the next.
select private.enqueue_job('sweep_files', '{}', 'sweep_files:first', now() + interval '1 hour');
