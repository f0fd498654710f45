-- As pg_net's tables and functions, so far as they are used here. A request stays in the queue until a test takes it out.

create schema net;

create table net.http_request_queue (
  id bigserial,
  method text not null,
  url text not null,
  headers jsonb,
  body bytea,
  timeout_milliseconds integer not null
);

create function net.http_post(
  url text,
  body jsonb default '{}',
  params jsonb default '{}',
  headers jsonb default '{"Content-Type": "application/json"}',
  timeout_milliseconds integer default 5000
) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_type text := (select h.value from jsonb_each_text(headers) h where lower(h.key) = 'content-type' limit 1);
  v_id bigint;
begin
  if v_type is null then
    headers := headers || '{"Content-Type": "application/json"}';
  elsif v_type <> 'application/json' then
    raise exception 'Content-Type header must be "application/json"';
  end if;
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
  values ('POST', http_post.url, http_post.headers, convert_to(http_post.body::text, 'UTF8'),
    http_post.timeout_milliseconds)
  returning id into v_id;
  return v_id;
end
$$;

-- Hosted Supabase grants both to postgres, who creates the extension.
revoke execute on function net.http_post(text, jsonb, jsonb, jsonb, integer) from public;
do $$ begin
  execute format('grant usage on schema net to %I', session_user);
  execute format('grant execute on function net.http_post(text, jsonb, jsonb, jsonb, integer) to %I', session_user);
  execute format('grant select, delete on net.http_request_queue to %I', session_user);
end $$;
