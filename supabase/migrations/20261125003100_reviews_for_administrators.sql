-- Administrators see of each review whether it counts in the mentor's rating: those of sessions here do.

create function public.list_mentor_reviews(p_mentor_id uuid, p_limit integer default 20, p_offset integer default 0)
returns table (
  id uuid, author_name text, rating smallint, comment text, created_at timestamptz, is_demonstration boolean,
  is_counted boolean, total_count bigint
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select r.id, r.author_name, r.rating, r.comment, r.created_at, r.is_demonstration,
      exists (select from private.session_reviews s where s.review_id = r.id), count(*) over ()
    from public.mentor_reviews r
    where r.mentor_id = p_mentor_id
    order by r.created_at desc, r.id
    limit least(greatest(coalesce(p_limit, 20), 1), 100) offset greatest(coalesce(p_offset, 0), 0);
end
$$;
comment on function public.list_mentor_reviews(uuid, integer, integer) is
  'For administrators: a mentor''s reviews, the latest first, at most 100 a page. is_counted: it is about a session here, so the rating goes back when it is removed; the others are part of the catalogue''s own figures. total_count counts all of them.';
revoke execute on function public.list_mentor_reviews(uuid, integer, integer) from public, anon;
grant execute on function public.list_mentor_reviews(uuid, integer, integer) to authenticated, service_role;
