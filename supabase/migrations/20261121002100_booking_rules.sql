-- What may happen to a booking, by whom, and what happens with it: the claim on the mentor's time, the refund, the
-- jobs. Specification: founder side, section 4 (booking status); administrator side, section 4.

create table private.booking_transitions (
  from_status text not null,
  to_status text not null,
  actor text not null check (actor in ('owner', 'admin', 'service')),
  primary key (from_status, to_status, actor)
);
alter table private.booking_transitions enable row level security;
revoke all on table private.booking_transitions from public, anon, authenticated, service_role;

comment on table private.booking_transitions is
  'The allowed changes of status. rejected and cancelled are final: no row leaves them. service is the server and the database itself.';

insert into private.booking_transitions (from_status, to_status, actor) values
  ('pending_admin_review', 'cancelled', 'owner'),
  ('pending_admin_review', 'confirmed', 'admin'),
  ('pending_admin_review', 'rejected', 'admin'),
  ('pending_admin_review', 'rescheduled', 'admin'),
  ('confirmed', 'rescheduled', 'admin'),
  ('rescheduled', 'rescheduled', 'admin'),
  -- A mentor who did not appear owes a free reschedule, and the booking may be marked completed by then.
  ('completed', 'rescheduled', 'admin'),
  ('confirmed', 'completed', 'admin'),
  ('rescheduled', 'completed', 'admin')
on conflict do nothing;
insert into private.booking_transitions (from_status, to_status, actor)
select from_status, to_status, 'service' from private.booking_transitions where actor = 'admin'
on conflict do nothing;

create function private.keeps_time(p_status text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select p_status not in ('rejected', 'cancelled') $$;
comment on function private.keeps_time(text) is 'Whether a booking in this status has the mentor''s time.';

-- Before: is it allowed? -------------------------------------------------------------------------------------------

create function private.guard_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_is_client boolean := private.is_client();
  v_is_admin boolean := v_is_client and private.is_admin();
  v_is_owner boolean := v_is_client and old.user_id = auth.uid();
  v_is_moved boolean := (new.date, new.start_time, new.end_time) is distinct from (old.date, old.start_time, old.end_time);
  v_is_step boolean := new.status is distinct from old.status or v_is_moved;
  v_by text;
begin
  if v_is_client then
    -- Deleting a mentor or an account sets the link to null on behalf of whoever deleted it.
    if (new.id, new.mentor_name, new.mentor_image, new.user_email, new.created_at)
        is distinct from (old.id, old.mentor_name, old.mentor_image, old.user_email, old.created_at)
      or (new.mentor_id is distinct from old.mentor_id
        and (new.mentor_id is not null or exists (select from public.mentors where id = old.mentor_id)))
      or (new.user_id is distinct from old.user_id
        and (new.user_id is not null or exists (select from public.profiles where id = old.user_id)))
      or (not v_is_admin and (
        v_is_moved
        or (new.notes, new.google_meet_link, new.google_calendar_event_id)
          is distinct from (old.notes, old.google_meet_link, old.google_calendar_event_id)))
    then
      raise exception using errcode = '42501', message = 'booking_column_protected';
    end if;
  end if;

  if not v_is_step then
    return new;
  end if;

  if v_is_moved and new.status <> 'rescheduled' then
    raise exception using errcode = 'PT409', message = 'booking_moves_by_reschedule_only';
  end if;

  select t.actor into v_by
  from private.booking_transitions t
  where t.from_status = old.status and t.to_status = new.status
    and case t.actor
      when 'owner' then v_is_owner
      when 'admin' then v_is_admin
      else not v_is_client
    end
  order by t.actor
  limit 1;
  if v_by is null then
    raise exception using errcode = 'PT409', message = 'booking_transition_not_allowed',
      detail = old.status || ' -> ' || new.status;
  end if;

  if v_by = 'owner' and not old.created_at > now() - interval '4 hours' then
    raise exception using errcode = 'PT409', message = 'cancellation_window_passed';
  end if;
  if v_is_moved and lower(private.session_range(new.date, new.start_time, new.end_time)) <= now() then
    raise exception using errcode = 'PT422', message = 'slot_in_past';
  end if;
  return new;
end
$$;
comment on function private.guard_booking() is
  'Refuses what the specification does not allow: PT409 booking_transition_not_allowed | cancellation_window_passed (4 hours, database clock) | booking_moves_by_reschedule_only, PT422 slot_in_past, 42501 booking_column_protected.';

create trigger guard_booking before update on public.bookings
for each row execute function private.guard_booking();

-- After: what goes with it -----------------------------------------------------------------------------------------

create function private.claim_booking_time() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.keeps_time(new.status) or new.mentor_id is null
    or exists (select from private.slot_claims where booking_id = new.id and released_at is null) then
    return null;
  end if;
  -- Not through payment: a demonstration or a record entered by hand. Its time is taken all the same.
  perform private.lock_mentor(new.mentor_id);
  perform private.release_expired_holds(new.mentor_id, new.during);
  insert into private.slot_claims (mentor_id, during, kind, user_id, booking_id)
  values (new.mentor_id, new.during, 'sale', new.user_id, new.id);
  return null;
exception when exclusion_violation then
  raise exception using errcode = 'PT409', message = 'slot_taken';
end
$$;

create trigger claim_booking_time after insert on public.bookings
for each row execute function private.claim_booking_time();

create function private.apply_booking_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_claimed boolean;
begin
  if not private.keeps_time(new.status) then
    perform private.lock_mentor(new.mentor_id);
    update private.slot_claims set released_at = clock_timestamp()
    where booking_id = new.id and released_at is null;
    perform private.queue_refund(p.id, 'booking_' || new.status)
    from private.payments p where p.booking_id = new.id;
  elsif new.during is distinct from old.during then
    if new.mentor_id is null then
      raise exception using errcode = 'PT409', message = 'mentor_gone';
    end if;
    perform private.lock_mentor(new.mentor_id);
    perform private.release_expired_holds(new.mentor_id, new.during);
    begin
      update private.slot_claims set during = new.during
      where booking_id = new.id and released_at is null;
      v_claimed := found;
      if not v_claimed then
        insert into private.slot_claims (mentor_id, during, kind, user_id, booking_id)
        values (new.mentor_id, new.during, 'sale', new.user_id, new.id);
      end if;
    exception when exclusion_violation then
      raise exception using errcode = 'PT409', message = 'slot_taken';
    end;
  end if;
  perform private.enqueue_job('booking_' || new.status, jsonb_build_object('booking_id', new.id));
  return null;
end
$$;
comment on function private.apply_booking_change() is
  'Reject and cancel give the time back and queue the full refund; a reschedule moves the claim or fails with PT409 slot_taken. All in the booking''s own transaction.';

create trigger apply_booking_change after update on public.bookings
for each row when (
  old.status is distinct from new.status
  or old.date is distinct from new.date
  or old.start_time is distinct from new.start_time
  or old.end_time is distinct from new.end_time
)
execute function private.apply_booking_change();

-- A mentor with sessions to come -----------------------------------------------------------------------------------

create function private.guard_mentor_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_mentor(old.id);
  if exists (
    select from public.bookings b
    where b.mentor_id = old.id
      and (b.status = 'pending_admin_review'
        or (b.status in ('confirmed', 'rescheduled') and upper(b.during) > now()))
  ) then
    raise exception using errcode = 'PT409', message = 'mentor_has_open_bookings';
  end if;
  if exists (
    select from private.slot_claims c
    where c.mentor_id = old.id and c.released_at is null and c.kind = 'hold' and c.expires_at > clock_timestamp()
  ) then
    raise exception using errcode = 'PT409', message = 'mentor_has_open_payments';
  end if;
  return old;
end
$$;
comment on function private.guard_mentor_deletion() is
  'People have paid, or are paying, for this mentor''s time: decide about them first. PT409 mentor_has_open_bookings | mentor_has_open_payments.';

create trigger guard_mentor_deletion before delete on public.mentors
for each row execute function private.guard_mentor_deletion();

revoke execute on function
  private.keeps_time(text), private.guard_booking(), private.claim_booking_time(),
  private.apply_booking_change(), private.guard_mentor_deletion()
from public;
