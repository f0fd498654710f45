-- Search in the administrator's tables of users and applications, which read through the data API: one column to match
-- (`search_text=ilike.*word*`), so that no word of a search has to be quoted into a list of conditions.

alter table public.profiles add column search_text text generated always as (
  lower(
    coalesce(name, '') || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone, '') || E'\n'
    || coalesce(startup_name, '') || E'\n' || coalesce(industry, '') || E'\n' || coalesce(idea, '')
  )
) stored;
comment on column public.profiles.search_text is
  'Lower-cased name, e-mail, phone, startup, industry and idea, one a line; computed. For search by administrators.';
create index profiles_search_idx on public.profiles using gin (search_text extensions.gin_trgm_ops);

alter table public.mentor_applications add column search_text text generated always as (
  lower(name || E'\n' || phone || E'\n' || linkedin)
) stored;
comment on column public.mentor_applications.search_text is
  'Lower-cased name, phone and LinkedIn address, one a line; computed. For search by administrators.';
create index mentor_applications_search_idx on public.mentor_applications using gin (search_text extensions.gin_trgm_ops);
create index mentor_applications_status_idx on public.mentor_applications (status, created_at desc);
