set local lock_timeout = '5s';

-- Mentors change their profile in a draft, which an administrator publishes or returns.
-- See docs/product/mentors.md#drafts.

create table public.mentor_drafts (
  id uuid primary key default gen_random_uuid(),
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  state text not null default 'editing' check (state in ('editing', 'submitted', 'returned', 'published')),
  fields jsonb not null default '{}' check (jsonb_typeof(fields) = 'object' and pg_column_size(fields) <= 131072),
  base jsonb not null default '{}' check (jsonb_typeof(base) = 'object'),
  published text[] not null default '{}',
  note text check (char_length(note) between 5 and 500),
  submitted_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references public.profiles (id) on delete set null,
  updated_at timestamptz not null default now(),
  constraint mentor_drafts_note_of_returned check ((state = 'returned') <= (note is not null)),
  constraint mentor_drafts_submitted_dated check ((state = 'submitted') <= (submitted_at is not null))
);
create unique index mentor_drafts_open_key on public.mentor_drafts (mentor_id)
where state in ('editing', 'submitted', 'returned');
create index mentor_drafts_mentor_idx on public.mentor_drafts (mentor_id);
create index mentor_drafts_decided_by_idx on public.mentor_drafts (decided_by);
create index mentor_drafts_submitted_idx on public.mentor_drafts (submitted_at) where state = 'submitted';

comment on table public.mentor_drafts is
  'Changes of a mentor''s profile that are not published; at most one open a mentor. Those that were published stay, '
  'as the record of the decision.';
comment on column public.mentor_drafts.id is 'Identity.';
comment on column public.mentor_drafts.mentor_id is 'Whose profile it changes.';
comment on column public.mentor_drafts.state is
  'editing: by the mentor. submitted: waits for an administrator, read only. returned: with a note, to edit again. '
  'published: decided.';
comment on column public.mentor_drafts.fields is
  'The fields that the mentor changed, by name; see private.profile_fields().';
comment on column public.mentor_drafts.base is 'The profile''s values of the same fields when their change began.';
comment on column public.mentor_drafts.published is 'The fields that were published; the others were not.';
comment on column public.mentor_drafts.note is
  'What an administrator asks for; stays until the mentor submits again.';
comment on column public.mentor_drafts.submitted_at is 'When the mentor last asked for publishing.';
comment on column public.mentor_drafts.decided_at is 'When an administrator last published or returned it.';
comment on column public.mentor_drafts.decided_by is 'Which administrator that was; null once the account is gone.';
comment on column public.mentor_drafts.updated_at is 'When the draft last changed; a save names it.';

alter table public.mentor_drafts enable row level security;

create policy "Mentors read their own drafts" on public.mentor_drafts
for select to authenticated using (mentor_id = (select private.my_mentor_id()));
create policy "Administrators read every draft" on public.mentor_drafts
for select to authenticated using ((select private.is_admin()));

revoke all on table public.mentor_drafts from public, anon, authenticated;
-- Without decided_by: the audit log says which administrator decided.
grant select (id, mentor_id, state, fields, base, published, note, submitted_at, decided_at, updated_at)
  on table public.mentor_drafts to authenticated;
grant select, insert, update, delete on table public.mentor_drafts to service_role;

create function private.in_form_order(p_fields text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(f.name order by f.place), '[]')
  from private.profile_fields() with ordinality f (name, kind, is_required, place) where f.name = any (p_fields)
$$;

create function private.is_own_portrait(p_mentor_id uuid, p_image text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(p_image = (select m.image from public.mentors m where m.id = p_mentor_id), false)
    or exists (
      select from storage.objects o
      where o.bucket_id = 'mentor_images' and starts_with(o.name, 'mentors/' || p_mentor_id || '-')
        and o.bucket_id || '/' || o.name = private.stored_file(p_image)
    );
end
$$;
comment on function private.is_own_portrait is
  'Whether the picture is the mentor''s present one, or one that store-picture stored for this mentor and that is '
  'still there: a draft names no other.';

create function private.profile_problems(p_mentor_id uuid, p_changes jsonb) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_changes jsonb := private.clean_profile(p_changes);
  v_profile jsonb := private.profile_of(p_mentor_id) || v_changes;
  v_problems text[];
begin
  -- As in save_mentor(): a listed mentor without a portrait may stay without one.
  if v_profile ->> 'image' = '/placeholder.svg'
    and (select m.listing_state from public.mentors m where m.id = p_mentor_id) = 'draft' then
    v_profile := v_profile || '{"image": null}';
  end if;
  v_problems := private.field_problems(v_profile, v_changes);
  -- An unchanged picture is not checked, since an administrator chose it.
  if v_changes ? 'image' and not private.is_own_portrait(p_mentor_id, v_changes ->> 'image') then
    v_problems := v_problems || 'image_invalid'::text;
  end if;
  return v_problems;
end
$$;
comment on function private.profile_problems is
  'What keeps a profile with these changes from being published, by code; see field_problem().';

create function private.own_draft(p_mentor_id uuid, p_states text[]) returns public.mentor_drafts
language plpgsql security definer set search_path = '' as $$
declare
  v_draft public.mentor_drafts;
begin
  select * into v_draft from public.mentor_drafts d
  where d.mentor_id = p_mentor_id and d.state in ('editing', 'submitted', 'returned') for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'draft_not_found';
  end if;
  if v_draft.state <> all (p_states) then
    raise exception using errcode = 'PT409', message = 'draft_in_other_state', detail = v_draft.state;
  end if;
  return v_draft;
end
$$;

-- For mentors -------------------------------------------------------------------------------------------------------

create function public.read_draft(p_mentor_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor_or_admin(p_mentor_id);
begin
  return jsonb_build_object(
    'profile', private.profile_of(v_mentor_id),
    'mentor_updated_at', (select m.updated_at from public.mentors m where m.id = v_mentor_id),
    'draft', (
      select to_jsonb(d) - array['mentor_id', 'decided_by'] from public.mentor_drafts d
      where d.mentor_id = v_mentor_id and d.state in ('editing', 'submitted', 'returned')),
    'last_published', (
      select jsonb_build_object('at', d.decided_at, 'fields', private.in_form_order(d.published),
        'left_out', private.in_form_order(
          array(select k from jsonb_object_keys(d.fields) k where k <> all (d.published))))
      from public.mentor_drafts d where d.mentor_id = v_mentor_id and d.state = 'published'
      order by d.decided_at desc, d.id limit 1));
end
$$;
comment on function public.read_draft is
  'For a mentor, and for administrators about any: the profile as it is published, the open draft or null, and of the '
  'draft that was last published when that was and which fields were published and left out. 42501 mentor_only, PT404 '
  'mentor_not_found.';

create function public.save_draft(p_mentor_id uuid, p_fields jsonb, p_seen_at timestamptz default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_present_mentor();
  v_draft public.mentor_drafts;
  v_profile jsonb;
  v_fields jsonb;
begin
  if p_mentor_id is distinct from v_mentor_id then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
  if jsonb_typeof(p_fields) is distinct from 'object' then
    raise exception using errcode = 'PT422', message = 'profile_invalid';
  end if;
  -- Two tabs that begin a draft at once: the second waits for the first, and is stale.
  perform from public.mentors m where m.id = v_mentor_id for no key update;
  v_profile := private.profile_of(v_mentor_id);
  select * into v_draft from public.mentor_drafts d
  where d.mentor_id = v_mentor_id and d.state in ('editing', 'submitted', 'returned') for update;
  if v_draft.state = 'submitted' then
    raise exception using errcode = 'PT409', message = 'draft_in_other_state', detail = 'submitted';
  end if;
  if date_trunc('milliseconds', p_seen_at) is distinct from date_trunc('milliseconds', v_draft.updated_at) then
    raise exception using errcode = 'PT409', message = 'draft_changed_meanwhile';
  end if;
  -- Unknown fields are ignored; a field with the profile's own value is no change.
  select coalesce(jsonb_object_agg(f.key, f.value), '{}') into v_fields
  from jsonb_each(coalesce(v_draft.fields, '{}') || p_fields) f
  where f.key in (select p.name from private.profile_fields() p) and f.value is distinct from v_profile -> f.key;
  -- Other values are checked when the draft is submitted. A foreign picture is refused now, as previews would show it.
  if v_fields ? 'image' and not private.is_own_portrait(v_mentor_id, v_fields ->> 'image') then
    raise exception using errcode = 'PT422', message = 'image_invalid';
  end if;
  if octet_length(v_fields::text) > 100000 then
    raise exception using errcode = 'PT422', message = 'profile_invalid';
  end if;
  if v_draft.id is null then
    insert into public.mentor_drafts (mentor_id) values (v_mentor_id) returning * into v_draft;
  end if;
  update public.mentor_drafts d
  set state = 'editing', fields = v_fields, updated_at = clock_timestamp(),
    base = (
      select coalesce(jsonb_object_agg(f.key, coalesce(d.base -> f.key, v_profile -> f.key, 'null')), '{}')
      from jsonb_object_keys(v_fields) f (key))
  where d.id = v_draft.id
  returning * into v_draft;
  return to_jsonb(v_draft) - array['mentor_id', 'decided_by'];
end
$$;
comment on function public.save_draft is
  'Keeps changed fields of the own profile in the draft, which it begins where there is none (p_seen_at null); '
  'answers the draft. Values are checked when it is submitted. 42501 mentor_only, PT404 mentor_not_found (for '
  'administrators as well), PT409 mentor_left | draft_changed_meanwhile | draft_in_other_state (submitted), PT422 '
  'profile_invalid | image_invalid.';

create function public.submit_draft(p_seen_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_draft public.mentor_drafts := private.own_draft(private.require_present_mentor(), array['editing', 'returned']);
  v_problems text[];
begin
  if date_trunc('milliseconds', p_seen_at) is distinct from date_trunc('milliseconds', v_draft.updated_at) then
    raise exception using errcode = 'PT409', message = 'draft_changed_meanwhile';
  end if;
  if v_draft.fields = '{}' then
    raise exception using errcode = 'PT422', message = 'draft_empty';
  end if;
  v_problems := private.profile_problems(v_draft.mentor_id, v_draft.fields);
  if cardinality(v_problems) > 0 then
    raise exception using errcode = 'PT422', message = v_problems[1], detail = array_to_string(v_problems, ',');
  end if;
  update public.mentor_drafts d
  set state = 'submitted', submitted_at = clock_timestamp(), note = null, updated_at = clock_timestamp()
  where d.id = v_draft.id;
end
$$;
comment on function public.submit_draft is
  'The mentor asks for the draft to be published. PT404 draft_not_found, PT409 mentor_left | draft_changed_meanwhile '
  '| draft_in_other_state, PT422 draft_empty, or the first problem''s code (all, by commas, in detail), see '
  'field_problem().';

create function public.take_back_draft() returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_draft public.mentor_drafts := private.own_draft(private.require_present_mentor(), array['submitted']);
begin
  update public.mentor_drafts d set state = 'editing', updated_at = clock_timestamp() where d.id = v_draft.id;
end
$$;
comment on function public.take_back_draft is
  'The mentor takes a submitted draft back to edit it. PT404 draft_not_found, PT409 mentor_left | '
  'draft_in_other_state.';

create function public.discard_draft() returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_draft public.mentor_drafts :=
    private.own_draft(private.require_present_mentor(), array['editing', 'returned', 'submitted']);
begin
  delete from public.mentor_drafts d where d.id = v_draft.id;
end
$$;
comment on function public.discard_draft is
  'The mentor discards the open draft. PT404 draft_not_found, PT409 mentor_left.';

-- For administrators ------------------------------------------------------------------------------------------------

create function public.list_drafts()
returns table (
  id uuid, mentor_id uuid, mentor_name text, mentor_image text, listing_state text, fields jsonb, base jsonb, profile jsonb,
  submitted_at timestamptz, mentor_updated_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select d.id, d.mentor_id, m.name, m.image, m.listing_state, d.fields, d.base, private.profile_of(m.id), d.submitted_at,
      m.updated_at
    from public.mentor_drafts d join public.mentors m on m.id = d.mentor_id
    where d.state = 'submitted'
    order by d.submitted_at, d.id;
end
$$;
comment on function public.list_drafts is
  'For administrators: submitted changes of profiles, the oldest first, with what the profile says now and what it '
  'said when the change began. mentor_updated_at is for publish_draft.';

create function private.submitted_draft(p_draft_id uuid, p_submitted_at timestamptz) returns public.mentor_drafts
language plpgsql security definer set search_path = '' as $$
declare
  v_draft public.mentor_drafts;
begin
  select * into v_draft from public.mentor_drafts d where d.id = p_draft_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'draft_not_found';
  end if;
  if v_draft.state <> 'submitted'
    or date_trunc('milliseconds', v_draft.submitted_at) is distinct from date_trunc('milliseconds', p_submitted_at) then
    raise exception using errcode = 'PT409', message = 'draft_in_other_state', detail = v_draft.state;
  end if;
  return v_draft;
end
$$;

create function public.publish_draft(
  p_draft_id uuid, p_fields text[], p_seen_at timestamptz, p_submitted_at timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_draft public.mentor_drafts;
  v_mentor public.mentors;
  v_chosen jsonb;
  v_problems text[];
begin
  perform private.require_admin();
  -- Locks the mentor first, as a save of the draft does.
  select m.* into v_mentor from public.mentors m
  where m.id = (select d.mentor_id from public.mentor_drafts d where d.id = p_draft_id) for no key update;
  v_draft := private.submitted_draft(p_draft_id, p_submitted_at);
  if date_trunc('milliseconds', p_seen_at) is distinct from date_trunc('milliseconds', v_mentor.updated_at) then
    raise exception using errcode = 'PT409', message = 'mentor_changed_meanwhile';
  end if;
  select coalesce(jsonb_object_agg(f.key, f.value), '{}') into v_chosen
  from jsonb_each(v_draft.fields) f where f.key = any (p_fields);
  if v_chosen = '{}' then
    raise exception using errcode = 'PT422', message = 'nothing_chosen';
  end if;
  v_problems := private.profile_problems(v_mentor.id, v_chosen);
  if cardinality(v_problems) > 0 then
    raise exception using errcode = 'PT422', message = v_problems[1], detail = array_to_string(v_problems, ',');
  end if;
  v_chosen := private.clean_profile(v_chosen);
  perform private.write_mentor(v_mentor.id, v_chosen
    || case v_mentor.listing_state when 'draft' then '{"listing_state": "listed"}' else '{}' end::jsonb);
  perform private.set_mentor_categories(v_mentor.id, v_chosen -> 'categories');
  update public.mentor_drafts d
  set state = 'published', note = null, decided_at = now(), decided_by = private.signed_in_user(),
    published = array(select jsonb_object_keys(v_chosen)), updated_at = clock_timestamp()
  where d.id = v_draft.id;
  perform private.enqueue_job('mentor_mail',
    jsonb_build_object('mail', 'draft_decided', 'draft_id', v_draft.id, 'state', 'published'),
    format('draft:%s:published', v_draft.id));
end
$$;
comment on function public.publish_draft is
  'For administrators: publishes the named fields of a submitted draft, lists a mentor who was a draft, and tells the '
  'mentor. p_seen_at: the mentor''s updated_at, p_submitted_at: the draft''s, both as read. PT404 draft_not_found, '
  'PT409 mentor_changed_meanwhile | draft_in_other_state, PT422 nothing_chosen or as submit_draft.';

create function public.return_draft(p_draft_id uuid, p_note text, p_submitted_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_note text := private.clean_text(coalesce(p_note, ''));
  v_draft public.mentor_drafts;
begin
  perform private.require_admin();
  if char_length(v_note) not between 5 and 500 then
    raise exception using errcode = 'PT422', message = 'note_length';
  end if;
  v_draft := private.submitted_draft(p_draft_id, p_submitted_at);
  update public.mentor_drafts d
  set state = 'returned', note = v_note, decided_at = now(), decided_by = private.signed_in_user(),
    updated_at = clock_timestamp()
  where d.id = v_draft.id;
  perform private.enqueue_job('mentor_mail',
    jsonb_build_object('mail', 'draft_decided', 'draft_id', v_draft.id, 'state', 'returned', 'note', v_note),
    format('draft:%s:returned:%s', v_draft.id, extract(epoch from v_draft.submitted_at)));
end
$$;
comment on function public.return_draft is
  'For administrators: gives a submitted draft back with a note of 5 to 500 characters, and tells the mentor. PT404 '
  'draft_not_found, PT409 draft_in_other_state, PT422 note_length.';

create function private.mail_draft_decided(p_payload jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- State and note as at the decision: the mentor may already be editing again.
  select jsonb_build_object(
    'recipients', jsonb_build_array(jsonb_build_object('to', mp.email, 'role', 'mentor')),
    'facts', jsonb_build_object('state', p_payload ->> 'state', 'note', p_payload ->> 'note', 'mentor_id', m.id,
      'mentor_name', m.name, 'fields', private.in_form_order(d.published),
      'left_out', private.in_form_order(array(select k from jsonb_object_keys(d.fields) k where k <> all (d.published))),
      'has_account', mp.user_id is not null))
  from public.mentor_drafts d
  join public.mentors m on m.id = d.mentor_id
  join public.mentor_private mp on mp.mentor_id = m.id
  where d.id = (p_payload ->> 'draft_id')::uuid
$$;

revoke execute on all functions in schema private from public;
revoke execute on function public.read_draft, public.save_draft, public.submit_draft, public.take_back_draft,
  public.discard_draft, public.list_drafts, public.publish_draft, public.return_draft from public, anon;
grant execute on function public.read_draft, public.save_draft, public.submit_draft, public.take_back_draft,
  public.discard_draft, public.list_drafts, public.publish_draft, public.return_draft to authenticated, service_role;
