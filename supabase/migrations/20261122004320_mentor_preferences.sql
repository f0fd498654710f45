set local lock_timeout = '5s';

-- What mentors choose for themselves: e-mails, the free time on cards, where e-mails go; the weekly overview; leaving.
-- See docs/product/mentor-accounts.md#e-mails and docs/product/mentor-accounts.md#leaving.

-- Choices -----------------------------------------------------------------------------------------------------------

create function private.wants_mentor_mail(p_mentor_id uuid, p_kind text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select (s.notifications ->> p_kind)::boolean from public.mentor_settings s where s.mentor_id = p_mentor_id),
    p_kind <> 'weekly_overview'
  )
$$;
comment on function private.wants_mentor_mail is
  'Whether a mentor wants an e-mail of this kind: reminder24, reminder1, new_review, weekly_overview or '
  'monthly_statement. Where nothing was chosen all but the weekly overview are sent.';

create function public.wants_mentor_mail(p_mentor_id uuid, p_kind text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return private.wants_mentor_mail(p_mentor_id, p_kind);
end
$$;
comment on function public.wants_mentor_mail is
  'For the worker, when an e-mail that a mentor may choose is due: whether the mentor wants it.';

create function private.confirmed_email(p_user_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select u.email from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null and u.email <> ''
$$;
comment on function private.confirmed_email is 'An account''s confirmed address; null where it has none.';

create function public.my_mentor_preferences() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor();
begin
  return (
    select jsonb_build_object(
      'notifications', (
        select jsonb_object_agg(k.kind, private.wants_mentor_mail(v_mentor_id, k.kind))
        from unnest(array['reminder24', 'reminder1', 'new_review', 'weekly_overview', 'monthly_statement']) k (kind)
      ),
      'shows_next_availability', m.shows_next_availability,
      'email', mp.email,
      'account_email', private.confirmed_email(private.signed_in_user())
    )
    from public.mentors m left join public.mentor_private mp on mp.mentor_id = m.id
    where m.id = v_mentor_id
  );
end
$$;
comment on function public.my_mentor_preferences is
  'A mentor''s own choices: {"notifications" (each kind of wants_mentor_mail: boolean), "shows_next_availability", '
  '"email" (where session e-mails go), "account_email" (the account''s, null while it is not confirmed)}. 42501 '
  'mentor_only.';

create function public.save_mentor_preferences(
  p_notifications jsonb default '{}', p_shows_next_availability boolean default null,
  p_hides_first_steps boolean default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_present_mentor();
begin
  if not coalesce(private.are_mentor_choices(p_notifications), false) then
    raise exception using errcode = 'PT422', message = 'choice_not_valid';
  end if;
  update public.mentor_settings s set notifications = s.notifications || p_notifications
  where s.mentor_id = v_mentor_id and not s.notifications @> p_notifications;
  update public.mentor_settings s set hides_first_steps = p_hides_first_steps
  where s.mentor_id = v_mentor_id and s.hides_first_steps <> p_hides_first_steps;
  update public.mentors m set shows_next_availability = p_shows_next_availability
  where m.id = v_mentor_id and m.shows_next_availability <> p_shows_next_availability;
  return public.my_mentor_preferences();
end
$$;
comment on function public.save_mentor_preferences is
  'A mentor chooses e-mails ({kind: boolean}, those named alone change), whether cards show the next free time and '
  'whether Today hides the first steps (null: as it is); answers my_mentor_preferences. PT422 choice_not_valid, PT409 mentor_left, 42501 mentor_only.';

create function public.use_account_email() returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_present_mentor();
  v_email text := private.confirmed_email(private.signed_in_user());
begin
  if v_email is null then
    raise exception using errcode = 'PT403', message = 'email_not_confirmed';
  end if;
  update public.mentor_private mp set email = v_email where mp.mentor_id = v_mentor_id and mp.email <> v_email;
  return v_email;
end
$$;
comment on function public.use_account_email is
  'A mentor''s session e-mails go to the account''s address from now on, which must be confirmed; answers it. PT403 '
  'email_not_confirmed, PT409 mentor_left, 42501 mentor_only.';

-- The weekly overview -----------------------------------------------------------------------------------------------

create index mentor_settings_weekly_overview_idx on public.mentor_settings (mentor_id)
where notifications @> '{"weekly_overview": true}';

create function public.plan_weekly_overviews(p_now timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
begin
  perform private.require_service();
  select count(private.enqueue_job(
    'mentor_mail', jsonb_build_object('mail', 'weekly_overview', 'mentor_id', d.mentor_id, 'week', d.week),
    format('week:%s:%s', d.mentor_id, to_char(d.week, 'IYYY-"W"IW'))
  )) into v_count
  from (
    select s.mentor_id, date_trunc('week', p_now at time zone s.time_zone)::date as week, p_now at time zone s.time_zone as at
    from public.mentor_settings s join public.mentors m on m.id = s.mentor_id
    where s.notifications @> '{"weekly_overview": true}' and m.listing_state <> 'left'
  ) d
  -- For a whole day, so that after an outage on Monday it is sent late.
  where extract(isodow from d.at - interval '8 hours') = 1
    -- Skips overviews that are enqueued already, because this runs in each round.
    and not exists (
      select from private.outbox o where o.key = format('week:%s:%s', d.mentor_id, to_char(d.week, 'IYYY-"W"IW'))
    );
  return v_count;
end
$$;
comment on function public.plan_weekly_overviews is
  'For the worker: enqueues the weekly overview of each mentor who wants it and whose clock shows Monday, 8 AM, to '
  'Tuesday, 8 AM, once a week, and answers how many (docs/product/mentor-accounts.md#weekly-overview). Repeated and '
  'simultaneous calls do no harm.';

create function private.mail_weekly_overview(p_payload jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid := (p_payload ->> 'mentor_id')::uuid;
  v_week date := (p_payload ->> 'week')::date;
begin
  return (
    select jsonb_build_object(
      'recipients', jsonb_build_array(jsonb_build_object('to', mp.email, 'role', 'mentor')),
      'facts', jsonb_build_object(
        'zone', s.time_zone,
        'sessions', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'founder', private.founder_name_for_mentor(b.user_id), 'session',
            jsonb_build_object('date', b.date, 'start_time', b.start_time, 'end_time', b.end_time)
          ) order by lower(b.during)), '[]')
          from public.bookings b
          where b.mentor_id = v_mentor_id and b.status in ('confirmed', 'rescheduled') and upper(b.during) > now()
            and b.date between v_week - 1 and v_week + 8
            and (lower(b.during) at time zone s.time_zone)::date between v_week and v_week + 6
        ),
        'requests', (
          select count(*) from public.bookings b
          where b.mentor_id = v_mentor_id and b.status = 'pending_admin_review' and private.waits_for_mentor(b)
        )
      ),
      'clocks', private.clocks_for_mail(s.time_zone)
    )
    from public.mentor_settings s
    join public.mentors m on m.id = s.mentor_id
    join public.mentor_private mp on mp.mentor_id = s.mentor_id
    where s.mentor_id = v_mentor_id and m.listing_state <> 'left'
      -- The choice counts when the e-mail is sent, and a week that is over needs no overview.
      and private.wants_mentor_mail(v_mentor_id, 'weekly_overview')
      and (now() at time zone s.time_zone)::date between v_week and v_week + 6
  );
end
$$;
comment on function private.mail_weekly_overview is
  'The weekly overview: approved sessions from now to Sunday in the mentor''s zone, and how many requests wait.';

-- Leaving -----------------------------------------------------------------------------------------------------------

create function private.same_name(p_one text, p_other text) returns boolean
language sql immutable set search_path = '' as $$
  select lower(private.clean_line(p_one)) = lower(private.clean_line(p_other))
$$;

create function private.end_listing(p_mentor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The row first, as in every change of it: in another order, two changes could wait for each other.
  perform from public.mentors m where m.id = p_mentor_id for no key update;
  -- From here until the end of this transaction, this mentor's times cannot be held, bought or moved.
  perform private.require_no_open_sessions(p_mentor_id);
  update public.mentors m set listing_state = 'left', is_featured_on_homepage = false where m.id = p_mentor_id;
  delete from public.mentor_availability a
  where a.mentor_id = p_mentor_id and not private.has_claim(p_mentor_id, a.during);
  perform private.disconnect_mentor_calendar(p_mentor_id);
  update public.mentor_drafts d set state = 'editing' where d.mentor_id = p_mentor_id and d.state = 'submitted';
end
$$;
comment on function private.end_listing is
  'The profile becomes left and leaves the home page, times without a claim go, the own calendar is disconnected, a '
  'draft that was submitted is taken back; hours, past sessions, reviews and earnings stay. PT409 '
  'mentor_has_open_bookings (under review or ahead) | mentor_has_open_payments (a time is held).';

create function public.leave_marketplace(p_mentor_id uuid, p_name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor();
begin
  if p_mentor_id is distinct from v_mentor_id then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
  perform private.require_present_mentor();
  if not coalesce(private.same_name(p_name, (select m.name from public.mentors m where m.id = v_mentor_id)), false) then
    raise exception using errcode = 'PT422', message = 'name_differs';
  end if;
  perform private.end_listing(v_mentor_id);
end
$$;
comment on function public.leave_marketplace is
  'A mentor leaves Point 0 (docs/product/mentor-accounts.md#leaving); p_name is the own name, typed. See '
  'end_listing(). PT404 mentor_not_found, PT409 mentor_left | mentor_has_open_bookings | mentor_has_open_payments, '
  'PT422 name_differs, 42501 mentor_only.';

create function public.set_listing(p_mentor_id uuid, p_is_listed boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor public.mentors;
  v_problems text[];
begin
  perform private.require_admin();
  select m.* into v_mentor from public.mentors m where m.id = p_mentor_id for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
  if coalesce(p_is_listed, false) then
    if v_mentor.listing_state <> 'listed' then
      v_problems := private.profile_problems(p_mentor_id, '{}');
      if cardinality(v_problems) > 0 then
        raise exception using errcode = 'PT422', message = 'mentor_incomplete', detail = array_to_string(v_problems, ',');
      end if;
      -- follow_listing() generates the times, in this transaction.
      update public.mentors m set listing_state = 'listed' where m.id = p_mentor_id;
    end if;
  elsif v_mentor.listing_state = 'draft' then
    raise exception using errcode = 'PT409', message = 'mentor_not_listed';
  elsif v_mentor.listing_state = 'listed' then
    perform private.end_listing(p_mentor_id);
  end if;
end
$$;
comment on function public.set_listing is
  'For administrators: lists a draft, or a mentor who has left, whose times are then generated; or unlists a mentor, '
  'with what leaving means (see end_listing()). Without effect on one who is so already. PT404 mentor_not_found, '
  'PT409 mentor_not_listed (a draft is unlisted) | mentor_has_open_bookings | mentor_has_open_payments, PT422 '
  'mentor_incomplete (detail: the codes of profile_problems(), by commas).';

revoke execute on all functions in schema private from public;
revoke execute on function public.my_mentor_preferences, public.save_mentor_preferences, public.use_account_email,
  public.leave_marketplace, public.set_listing from public, anon;
grant execute on function public.my_mentor_preferences, public.save_mentor_preferences, public.use_account_email,
  public.leave_marketplace, public.set_listing to authenticated, service_role;
revoke execute on function public.wants_mentor_mail, public.plan_weekly_overviews from public, anon, authenticated;
grant execute on function public.wants_mentor_mail, public.plan_weekly_overviews to service_role;
