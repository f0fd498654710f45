-- The fields of expertise that mentors are filed under. Reference data, the same in every installation.

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(name) between 1 and 80),
  description text not null default '',
  icon text not null default ''
);

comment on table public.categories is 'Fields of expertise (founder side, section 3).';
comment on column public.categories.id is 'Fixed for the eight that ship with the product.';
comment on column public.categories.name is 'What filters match on, exactly.';
comment on column public.categories.description is 'One sentence on what the category covers.';
comment on column public.categories.icon is 'Name of an icon; an unknown one is drawn as a default icon.';

insert into public.categories (id, name, description, icon) values
  ('c0000000-0000-4000-8000-000000000001', 'Legal & Compliance', 'Incorporation, contracts, intellectual property and regulation.', 'scale'),
  ('c0000000-0000-4000-8000-000000000002', 'Fundraising', 'Pitching, valuation, term sheets and investor relations.', 'cash'),
  ('c0000000-0000-4000-8000-000000000003', 'Marketing & Branding', 'Positioning, content, campaigns and brand.', 'megaphone'),
  ('c0000000-0000-4000-8000-000000000004', 'Product Development', 'From the first prototype to a product people keep using.', 'cube'),
  ('c0000000-0000-4000-8000-000000000005', 'Operations', 'Processes, hiring, supply and finance.', 'cog'),
  ('c0000000-0000-4000-8000-000000000006', 'Sales', 'First customers, pricing and sales teams.', 'chart'),
  ('c0000000-0000-4000-8000-000000000007', 'Technology', 'Architecture, engineering teams and data.', 'code'),
  ('c0000000-0000-4000-8000-000000000008', 'Growth', 'Acquisition, retention and expansion.', 'trending-up')
on conflict do nothing;

create trigger audit_categories after insert or update or delete on public.categories
for each row when (auth.uid() is not null) execute function private.record_audit();

alter table public.categories enable row level security;

create policy "Everyone reads categories" on public.categories
for select to anon, authenticated using (true);
create policy "Administrators add categories" on public.categories
for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update categories" on public.categories
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete categories" on public.categories
for delete to authenticated using ((select private.is_admin()));

revoke all on table public.categories from public, anon, authenticated;
grant select on table public.categories to anon;
grant select, insert, update, delete on table public.categories to authenticated, service_role;
