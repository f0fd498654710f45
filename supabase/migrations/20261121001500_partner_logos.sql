-- Logos of the "Trusted By" carousel.

create table public.partner_logos (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  image_url text not null check (image_url ~ '^(https?://|/)'),
  order_index integer not null check (order_index >= 1),
  created_at timestamptz not null default now()
);
-- Not unique: a reorder upserts the whole list, and half-way through two rows share a position.
create index partner_logos_order_idx on public.partner_logos (order_index);

comment on table public.partner_logos is 'Partner logos (administrator side, sections 3 and 4). Images are in bucket partner_logos.';
comment on column public.partner_logos.id is 'Identity.';
comment on column public.partner_logos.name is 'The partner''s name, the picture''s text alternative.';
comment on column public.partner_logos.image_url is 'Address of the logo.';
comment on column public.partner_logos.order_index is 'Position from 1.';
comment on column public.partner_logos.created_at is 'When it was added.';

create trigger audit_partner_logos after insert or update or delete on public.partner_logos
for each row when (auth.uid() is not null) execute function private.record_audit();

alter table public.partner_logos enable row level security;

create policy "Everyone reads partner logos" on public.partner_logos
for select to anon, authenticated using (true);
create policy "Administrators add partner logos" on public.partner_logos
for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update partner logos" on public.partner_logos
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete partner logos" on public.partner_logos
for delete to authenticated using ((select private.is_admin()));

revoke all on table public.partner_logos from public, anon, authenticated;
grant select on table public.partner_logos to anon;
grant select, insert, update, delete on table public.partner_logos to authenticated, service_role;
