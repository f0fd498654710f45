-- The id of a podcast's video is the one in its address. Specification: administrator side, section 5 (podcast form).

create function private.youtube_id(p_url text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select substring(
    p_url from
    '(?i)^https?://(?:(?:www|m|music)\.)?(?:youtu\.be/|youtube(?:-nocookie)?\.com/(?:watch/?\?(?:[^#\s]*&)?v=|embed/|v/|e/|u/(?:[^/?#\s]+/)?))([a-z0-9_-]{11})(?![a-z0-9_-])'
  )
$$;
comment on function private.youtube_id(text) is
  'The 11-character id in one of the accepted shapes: youtu.be/, watch?v=, embed/, v/, e/, u/. As rules/youtube.ts.';
revoke execute on function private.youtube_id(text) from public;
-- A constraint's expression runs with the rights of whoever writes the row.
grant execute on function private.youtube_id(text) to anon, authenticated, service_role;

-- Episodes of an older time are left as they are until they change.
alter table public.podcasts add constraint podcasts_id_of_url check (youtube_id is not distinct from private.youtube_id(youtube_url)) not valid;
alter table public.podcasts add constraint podcasts_url_length check (char_length(youtube_url) <= 500) not valid;
