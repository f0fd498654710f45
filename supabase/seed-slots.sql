-- Open times of the demonstration mentors from today (in India) for 30 days.
-- Written by scripts/make-demo-catalogue.ts. May be run again on any day: it only adds days after the last one that
-- a mentor already offers, so a slot that was sold, held or taken off the calendar stays as it is. A mentor who has
-- set hours gets none.

insert into public.mentor_availability (mentor_id, date, start_time, end_time)
select m.id, d.day, s.start_time::time, s.start_time::time + make_interval(mins => h.minutes)
from (values
  ('b3f71e45-73e7-85af-ae1c-9065a1b18f23', array[1, 3, 5], array['08:30', '09:30', '17:30'], 45, 0),
  ('b3f71e45-73e7-85af-ae1c-9065a1b18f23', array[6], array['10:00', '11:00'], 45, 0),
  ('abf9609c-cad5-889c-a7cb-4c958eb66245', array[2, 4], array['18:30', '19:30', '20:15'], 45, 0),
  ('3303e354-0817-8548-a892-06e34dcc560f', array[1, 4], array['16:00', '17:15'], 60, 0),
  ('3303e354-0817-8548-a892-06e34dcc560f', array[7], array['17:00', '18:15'], 60, 0),
  ('02db88c4-dc94-8fb7-ae7d-e91067876e45', array[2, 4], array['19:00', '20:00'], 45, 0),
  ('02db88c4-dc94-8fb7-ae7d-e91067876e45', array[6], array['10:00', '11:00', '12:00'], 45, 0),
  ('dba70c63-d330-8758-a635-11d38aa691b6', array[1, 3], array['10:00', '11:00', '15:00'], 60, 0),
  ('dba70c63-d330-8758-a635-11d38aa691b6', array[5], array['10:00', '16:00'], 60, 0),
  ('77c0b587-1f31-863e-aec9-b6301a88512f', array[2, 5, 7], array['08:00', '09:15'], 60, 0),
  ('36ffab08-feca-81b4-a001-a3c7a2ca741d', array[3], array['11:00', '16:00'], 60, 17),
  ('f0b800a8-42c8-8629-a315-eda0aac8167a', array[1, 3, 4], array['11:00', '12:15', '17:00'], 60, 0),
  ('f0b800a8-42c8-8629-a315-eda0aac8167a', array[6], array['11:00'], 60, 0),
  ('dc511b84-495e-87d2-a2b9-157d5388b5b7', array[2, 3, 5], array['14:00', '15:00', '16:00'], 45, 0),
  ('f2c52b4c-396c-879f-a309-80fdb8f68b48', array[1, 2, 4], array['18:00', '19:00'], 45, 0),
  ('f2c52b4c-396c-879f-a309-80fdb8f68b48', array[7], array['15:00', '16:00', '17:00'], 45, 0),
  ('5c022248-d157-8573-a7a4-644543fecbcb', array[2, 4], array['20:00'], 60, 0),
  ('5c022248-d157-8573-a7a4-644543fecbcb', array[6, 7], array['09:00', '10:15', '11:30'], 60, 0),
  ('da74c688-fc20-881d-a3c4-92f984798c2c', array[1, 3, 5], array['10:30', '14:30', '16:00'], 60, 0),
  ('853da41c-18a8-8974-a701-52d30aaebe19', array[3], array['08:00', '08:45'], 45, 0),
  ('853da41c-18a8-8974-a701-52d30aaebe19', array[6, 7], array['18:00', '19:00', '20:00'], 45, 0),
  ('93c0fb8c-4643-8f91-abc1-7837e0d2f3f1', array[1, 2, 3, 4], array['08:00', '20:00'], 45, 0),
  ('ad8c60d5-fa0a-8579-a9d8-c08386c12a7d', array[2, 4, 6], array['09:00', '10:30', '15:00'], 60, 0),
  ('fd7ea1d3-bfbe-8cba-ac53-8a589ce07658', array[1, 2, 3, 4, 5], array['12:00', '13:00', '18:00', '19:00'], 45, 0),
  ('b0ad32b8-ce3e-81f6-a23a-bb8438be9ea9', array[3, 5], array['17:00', '18:15', '19:30'], 60, 0),
  ('a016b7cc-3436-8d99-ab6c-9a0831c9f2d5', array[1, 3, 5], array['08:00', '09:00'], 45, 0),
  ('a016b7cc-3436-8d99-ab6c-9a0831c9f2d5', array[6], array['16:00', '17:00', '18:00'], 45, 0),
  ('88a85377-92ea-8843-a837-56a2c83abc3e', array[1, 2, 4], array['15:00', '16:15'], 60, 0),
  ('512c7b3f-a335-8664-a575-bf9e3e699af1', array[2, 6], array['08:15', '13:00', '20:00'], 45, 0),
  ('9d4d2400-c507-8d62-a0b9-918ee7544539', array[2, 4], array['18:00', '19:15', '20:00'], 45, 0),
  ('9d4d2400-c507-8d62-a0b9-918ee7544539', array[7], array['09:00', '10:00', '11:00'], 45, 0),
  ('63427951-a57f-8d0a-a932-d82fdba3f49e', array[1, 3, 6], array['19:30', '20:15'], 45, 0),
  ('674d189b-a956-80ae-afb5-9fbe521d404d', array[4, 6], array['10:00', '11:15', '12:30', '17:00'], 60, 9),
  ('4de20cf0-4667-8fce-abfe-fc56fb3d789e', array[1, 5], array['13:30', '14:45'], 60, 0),
  ('4de20cf0-4667-8fce-abfe-fc56fb3d789e', array[7], array['16:00', '17:15'], 60, 0),
  ('61961dbf-bed2-8c2d-a48d-bf444e7e5a06', array[1, 2, 4], array['11:30', '15:30'], 45, 0),
  ('61961dbf-bed2-8c2d-a48d-bf444e7e5a06', array[5], array['10:00', '11:00'], 45, 0),
  ('8d475349-91a6-81c3-a156-c840065767c5', array[2, 3, 4, 5], array['17:30', '18:30', '19:30'], 45, 0),
  ('32e4531a-1a95-869d-a71d-ac1e10f7672f', array[6, 7], array['12:00', '13:00', '14:00', '15:00', '16:00'], 45, 0)
) as h (mentor_id, weekdays, starts, minutes, not_before)
join public.mentors m on m.id = h.mentor_id::uuid and m.is_demonstration
cross join lateral (
  select private.today() + n as day from generate_series(h.not_before, 30) as n
) as d
cross join lateral unnest(h.starts) as s (start_time)
where extract(isodow from d.day) = any (h.weekdays)
  and d.day > coalesce(
    (select max(a.date) from public.mentor_availability a where a.mentor_id = m.id and a.date <= private.today() + 30),
    '-infinity'
  )
  and (d.day + s.start_time::time) at time zone 'Asia/Kolkata' > now()
  and not exists (select from public.mentor_weekly_hours w where w.mentor_id = m.id)
  -- About one time in five is left out, always the same ones: nobody's diary repeats exactly.
  and ('x' || substr(md5(m.id::text || d.day || s.start_time), 1, 2))::bit(8)::int >= 51
  and not exists (
    select from private.slot_claims c
    where c.mentor_id = m.id and c.released_at is null
      and c.during && private.session_range(
        d.day, s.start_time::time, s.start_time::time + make_interval(mins => h.minutes)
      )
  )
on conflict do nothing;
