-- The listing: search, filters, order and page, in the database, so that ten thousand mentors cost what a hundred do.
-- The rule itself is also rules/mentor-filter.ts; a property test keeps the two equal.

create function public.search_mentors(
  p_search text default '', p_category text default '',
  p_min_price integer default 0, p_max_price integer default 15000,
  p_offset integer default 0, p_limit integer default 8
)
returns table (
  id uuid, name text, title text, expertise text, specializations text[], image text, rating numeric,
  reviews integer, price integer, categories text[], next_available_date date, total bigint
)
language plpgsql stable set search_path = ''
-- Planned with the values in hand: an empty filter folds away, and a search reaches the trigram index.
set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
declare
  v_search text := lower(coalesce(p_search, ''));
  v_pattern text;
  v_category_id uuid;
  v_is_by_category boolean := coalesce(p_category, '') not in ('', 'all');
  v_total bigint;
begin
  -- A line break separates the values in search_text: no value contains it, so no search with it may match.
  if strpos(v_search, E'\n') > 0 then
    return;
  end if;
  v_pattern := '%' || replace(replace(replace(v_search, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  if v_is_by_category then
    select c.id into v_category_id from public.categories c where c.name = p_category;
    if not found then
      return;
    end if;
  end if;

  select count(*) into v_total
  from public.mentors m
  where m.price between p_min_price and p_max_price
    and (v_search = '' or m.search_text like v_pattern)
    and (not v_is_by_category or exists (
      select from public.mentor_categories mc where mc.mentor_id = m.id and mc.category_id = v_category_id
    ));

  return query
    select
      m.id, m.name, m.title, m.expertise, m.specializations, m.image, m.rating, m.reviews, m.price,
      array(
        select c.name from public.mentor_categories mc join public.categories c on c.id = mc.category_id
        where mc.mentor_id = m.id order by c.name
      ),
      (
        select a.date from public.mentor_availability a
        where a.mentor_id = m.id and a.date >= private.today() and lower(a.during) > now() and not a.is_booked
        order by a.date, a.start_time
        limit 1
      ),
      v_total
    from (
      select *
      from public.mentors m
      where m.price between p_min_price and p_max_price
        and (v_search = '' or m.search_text like v_pattern)
        and (not v_is_by_category or exists (
          select from public.mentor_categories mc where mc.mentor_id = m.id and mc.category_id = v_category_id
        ))
      order by m.is_featured_on_homepage desc, m.homepage_display_order asc nulls last, m.rating desc, m.name, m.id
      offset greatest(coalesce(p_offset, 0), 0)
      limit least(greatest(coalesce(p_limit, 8), 1), 100)
    ) m
    order by m.is_featured_on_homepage desc, m.homepage_display_order asc nulls last, m.rating desc, m.name, m.id;
end
$$;
comment on function public.search_mentors(text, text, integer, integer, integer, integer) is
  'One page of the listing (founder side, section 5): case-insensitive substring in name, expertise, title, specializations or category names; exact category name ('''' and all mean any); price in rupees, inclusive. total counts all matches.';

revoke execute on function public.search_mentors(text, text, integer, integer, integer, integer) from public;
grant execute on function public.search_mentors(text, text, integer, integer, integer, integer) to anon, authenticated, service_role;
