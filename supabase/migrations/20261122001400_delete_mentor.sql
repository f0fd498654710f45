-- What of a mentor could not be deleted is named, and then nothing is. Specification: administrator side, sections 7 and 8.

create function private.require_no_open_sessions(p_mentor_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_mentor(p_mentor_id);
  if exists (
    select from public.bookings b
    where b.mentor_id = p_mentor_id
      and (b.status = 'pending_admin_review'
        or (b.status in ('confirmed', 'rescheduled') and upper(b.during) > now()))
  ) then
    raise exception using errcode = 'PT409', message = 'mentor_has_open_bookings';
  end if;
  if exists (
    select from private.slot_claims c
    where c.mentor_id = p_mentor_id and c.released_at is null and c.kind = 'hold'
      and c.expires_at > clock_timestamp()
  ) then
    raise exception using errcode = 'PT409', message = 'mentor_has_open_payments';
  end if;
end
$$;
comment on function private.require_no_open_sessions(uuid) is
  'People have paid, or are paying, for this mentor''s time: decide about them first. PT409 mentor_has_open_bookings | mentor_has_open_payments.';

create or replace function private.guard_mentor_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_no_open_sessions(old.id);
  return old;
end
$$;
comment on function private.guard_mentor_deletion() is 'Whichever way a mentor is deleted; see require_no_open_sessions().';

create or replace function public.delete_mentor(p_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- Before anything is touched, and so that its refusals are not taken for a failure of one of the steps.
  perform private.require_no_open_sessions(p_id);
  begin
    delete from public.mentor_categories c where c.mentor_id = p_id;
  exception when others then
    raise exception using errcode = 'PT500', message = 'mentor_categories_not_deleted', detail = sqlerrm;
  end;
  begin
    delete from public.mentor_availability a where a.mentor_id = p_id;
  exception when others then
    raise exception using errcode = 'PT500', message = 'mentor_availability_not_deleted', detail = sqlerrm;
  end;
  begin
    delete from public.mentor_reviews r where r.mentor_id = p_id;
  exception when others then
    -- Only logged: those that are left go with the mentor.
    raise warning 'The reviews of mentor % were not deleted: %', p_id, sqlerrm;
  end;
  -- The address goes with the mentor; bookings stay, with the copied name and picture.
  delete from public.mentors m where m.id = p_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
end
$$;
comment on function public.delete_mentor(uuid) is
  'Deletes a mentor with categories, slots and reviews, for administrators. PT404 mentor_not_found, PT409 mentor_has_open_bookings | mentor_has_open_payments, PT500 mentor_categories_not_deleted | mentor_availability_not_deleted (detail: why).';

revoke execute on function private.require_no_open_sessions(uuid) from public;
