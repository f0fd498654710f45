-- Which mentor is filed under which category, and the search text that depends on it.

create table public.mentor_categories (
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  category_id uuid not null references public.categories (id) on delete cascade,
  primary key (mentor_id, category_id)
);
create index mentor_categories_category_idx on public.mentor_categories (category_id, mentor_id);

comment on table public.mentor_categories is 'Link between mentors and categories.';
comment on column public.mentor_categories.mentor_id is 'The mentor; the link goes with it.';
comment on column public.mentor_categories.category_id is 'The category; the link goes with it.';

create function private.set_mentor_search_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.search_text := lower(concat_ws(
    E'\n', new.name, new.expertise, new.title, array_to_string(new.specializations, E'\n'),
    (select string_agg(c.name, E'\n' order by c.name)
     from public.mentor_categories mc join public.categories c on c.id = mc.category_id
     where mc.mentor_id = new.id)
  ));
  return new;
end
$$;
comment on function private.set_mentor_search_text() is 'What search matches (founder side, section 5), one value a line.';

create trigger set_mentor_search_text
before insert or update of name, expertise, title, specializations, search_text on public.mentors
for each row execute function private.set_mentor_search_text();

-- Once a statement, not once a row: a seed links thousands of mentors in one insert.
create function private.refresh_search_text_of_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.mentors set search_text = '' where id in (select mentor_id from changed_links);
  return null;
end
$$;
create function private.refresh_search_text_of_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.mentors set search_text = ''
  where id in (
    select mc.mentor_id from public.mentor_categories mc join changed_categories c on c.id = mc.category_id
  );
  return null;
end
$$;
revoke execute on function
  private.set_mentor_search_text(), private.refresh_search_text_of_links(), private.refresh_search_text_of_categories()
from public;

create trigger refresh_search_text_after_insert after insert on public.mentor_categories
referencing new table as changed_links
for each statement execute function private.refresh_search_text_of_links();
create trigger refresh_search_text_after_delete after delete on public.mentor_categories
referencing old table as changed_links
for each statement execute function private.refresh_search_text_of_links();
create trigger refresh_search_text_after_rename after update on public.categories
referencing new table as changed_categories
for each statement execute function private.refresh_search_text_of_categories();

-- A link is added or removed, never edited: an edited one would leave the old mentor's search text behind.
create function private.refuse_update() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'PT409', message = tg_table_name || '_rows_are_never_updated';
end
$$;
revoke execute on function private.refuse_update() from public;
create trigger refuse_update before update on public.mentor_categories
for each row when (old is distinct from new) execute function private.refuse_update();

alter table public.mentor_categories enable row level security;

create policy "Everyone reads mentor categories" on public.mentor_categories
for select to anon, authenticated using (true);
create policy "Administrators add mentor categories" on public.mentor_categories
for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators delete mentor categories" on public.mentor_categories
for delete to authenticated using ((select private.is_admin()));

revoke all on table public.mentor_categories from public, anon, authenticated;
grant select on table public.mentor_categories to anon;
grant select, insert, delete on table public.mentor_categories to authenticated;
grant select, insert, update, delete on table public.mentor_categories to service_role;
