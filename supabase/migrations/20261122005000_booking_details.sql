set local lock_timeout = '5s';

-- One booking with everything that the back office knows about it. See docs/product/bookings.md#review.

-- The e-mails about a booking carry its id in their key: booking:{id}:{event}:{role}:{sequence}.
create index outbox_booking_mail_idx on private.outbox (split_part(key, ':', 2))
where kind = 'email' and key like 'booking:%';

create function public.booking_details(p_booking_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_booking public.bookings;
begin
  perform private.require_admin();
  select * into v_booking from public.bookings b where b.id = p_booking_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  perform private.record_read('bookings',
    jsonb_build_object('filter', jsonb_build_object('booking_id', p_booking_id)), array[v_booking.user_id]);
  return jsonb_build_object(
    'founder', (
      select jsonb_build_object('startup', p.startup_name, 'industry', p.industry, 'idea', p.idea, 'phone', p.phone)
      from public.profiles p where p.id = v_booking.user_id
    ),
    'session_count', (
      select count(*) from public.bookings b where b.user_id = v_booking.user_id and b.id <> v_booking.id
    ),
    'sessions', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.date desc, s.start_time desc), '[]')
      from (
        select b.id, b.mentor_name, b.date, b.start_time, b.end_time, b.status
        from public.bookings b where b.user_id = v_booking.user_id and b.id <> v_booking.id
        order by b.date desc, b.start_time desc limit 5
      ) s
    ),
    'reviews', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at desc), '[]')
      from (
        select m.name as mentor_name, v.rating, v.comment, v.created_at
        from private.review_authors a
        join public.mentor_reviews v on v.id = a.review_id
        join public.mentors m on m.id = v.mentor_id
        where a.user_id = v_booking.user_id
        order by v.created_at desc limit 5
      ) r
    ),
    'mentor_day', (
      select coalesce(jsonb_agg(to_jsonb(d) order by d.start_time, d.id), '[]')
      from (
        select b.id, coalesce(p.name, b.user_email) as user_name, b.start_time, b.end_time, b.status
        from public.bookings b left join public.profiles p on p.id = b.user_id
        where b.mentor_id = v_booking.mentor_id and b.date = v_booking.date and b.id <> v_booking.id
          and b.status not in ('rejected', 'cancelled')
        order by b.start_time, b.id limit 20
      ) d
    ),
    'payment', (
      select jsonb_build_object(
        'id', y.id, 'order_id', coalesce(y.provider_order_id, o.provider_order_id), 'amount_paise', y.amount_paise,
        'method', y.method, 'paid_at', y.captured_at
      )
      from private.payments y left join private.payment_orders o on o.id = y.order_id
      where y.booking_id = v_booking.id
    ),
    'refund', (
      select jsonb_build_object(
        'amount_paise', r.amount_paise, 'state', r.state,
        'id', coalesce(r.provider_refund_id, r.outside_reference), 'created_at', r.created_at,
        'processed_at', r.processed_at, 'failure', r.failure_reason
      )
      from private.payments y join private.refunds r on r.payment_id = y.id
      where y.booking_id = v_booking.id
    ),
    'mentor_answer', (
      select jsonb_build_object(
        'answer', a.answer, 'reason_code', a.reason_code, 'reason_text', a.reason_text, 'via', a.via,
        'answered_at', a.answered_at
      )
      from private.mentor_answers a where a.booking_id = v_booking.id
    ),
    'approval_mode', v_booking.approval_mode,
    'offered_times', private.offered_times(v_booking.id),
    'mails', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.at desc, e.event, e.role), '[]')
      from (
        select split_part(o.key, ':', 3) as event, split_part(o.key, ':', 4) as role, o.state,
          coalesce(o.finished_at, o.created_at) as at, o.last_error
        from private.outbox o
        where o.kind = 'email' and o.key like 'booking:%' and split_part(o.key, ':', 2) = v_booking.id::text
        order by coalesce(o.finished_at, o.created_at) desc limit 20
      ) e
    )
  );
end
$$;
comment on function public.booking_details is
  'What the list of bookings does not say of one booking, for administrators: founder {startup, '
  'industry, idea, phone} or null; session_count and the five latest other sessions of the founder; the five latest '
  'reviews that they gave; mentor_day, the mentor''s other sessions on that day; payment {id, order_id, amount_paise, '
  'method, paid_at} or null; refund {amount_paise, state, id, created_at, processed_at, failure} or null; '
  'mentor_answer {answer, reason_code, reason_text, via, answered_at} or null, and approval_mode; offered_times, what the '
  'mentor offers instead {id, kind, date, start_time, end_time, state}; mails '
  '{event, role, state, at, last_error}, the newest first. The reading is an entry of the audit log. PT404 '
  'booking_not_found.';

revoke execute on function public.booking_details from public, anon;
grant execute on function public.booking_details to authenticated, service_role;
