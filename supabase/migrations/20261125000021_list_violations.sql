-- Which rows break a promise about money: a number alone helps nobody who has to put it right.

create function public.list_violations(p_limit integer default 50)
returns table (rule text, subject text, detail text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select v.rule, v.subject, v.detail from private.invariant_violations v
    order by v.rule, v.subject
    limit least(greatest(coalesce(p_limit, 50), 1), 100);
end
$$;
comment on function public.list_violations(integer) is
  'Rows that break a promise about money, for administrators: the rule, the id of what breaks it, and the other row''s.';
revoke execute on function public.list_violations(integer) from public, anon;
grant execute on function public.list_violations(integer) to authenticated, service_role;
