set local lock_timeout = '5s';

-- How a mentor's account is linked: invitations by e-mail, claims of another address, unlinking, and a profile out of
-- an application (docs/product/mentor-accounts.md#invitation; docs/decisions/036).

create table private.mentor_invitations (
  id uuid primary key default gen_random_uuid(),
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  email text not null check (private.is_email(email)),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  state text not null default 'open' check (state in ('open', 'accepted', 'revoked', 'expired', 'claimed')),
  claimed_by uuid references public.profiles (id) on delete set null,
  sent_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default clock_timestamp() + interval '14 days',
  sent_by uuid references public.profiles (id) on delete set null
);
create unique index mentor_invitations_waiting_key on private.mentor_invitations (mentor_id)
  where state in ('open', 'claimed');
create index mentor_invitations_mentor_idx on private.mentor_invitations (mentor_id, sent_at desc);
create index mentor_invitations_claimed_by_idx on private.mentor_invitations (claimed_by) where claimed_by is not null;
create index mentor_invitations_sent_by_idx on private.mentor_invitations (sent_by) where sent_by is not null;
create index mentor_invitations_open_idx on private.mentor_invitations (expires_at) where state = 'open';

comment on table private.mentor_invitations is
  'Invitations of mentors to link an account, one a row and e-mail. At most one of a mentor waits.';
comment on column private.mentor_invitations.email is 'The address that was invited.';
comment on column private.mentor_invitations.token_hash is
  'SHA-256 of the link''s secret, in hex. Null until the e-mail is written, and again once a newer invitation replaces '
  'this one: a replaced link is unknown.';
comment on column private.mentor_invitations.state is
  'open; accepted; revoked: withdrawn or replaced; expired; claimed: another address asks, and an administrator '
  'decides. Whether an open one still holds is decided by expires_at, at each call.';
comment on column private.mentor_invitations.claimed_by is
  'The account that asks, or that was linked. Null for a claim whose account was deleted: then it counts as open.';
comment on column private.mentor_invitations.expires_at is '14 days after it was sent.';
comment on column private.mentor_invitations.sent_by is 'The administrator.';

alter table private.mentor_invitations enable row level security;
revoke all on table private.mentor_invitations from public, anon, authenticated, service_role;

-- Each function here locks the mentor's row first, so that two of them cannot wait for each other.
create function private.lock_invited_mentor(p_mentor_id uuid) returns text
language plpgsql set search_path = '' as $$
declare
  v_name text;
begin
  select m.name into v_name from public.mentors m where m.id = p_mentor_id for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
  return v_name;
end
$$;
comment on function private.lock_invited_mentor is 'Answers the mentor''s name. PT404 mentor_not_found.';

-- The server acts for people here and auth.uid() is empty, so the caller names the actor.
create function private.record_invitation(p_actor uuid, p_mentor_id uuid, p_before text, p_after text) returns void
language sql set search_path = '' as $$
  insert into private.audit_log (actor, action, table_name, row_id, row_label, changes)
  select p_actor, case when p_before is null then 'insert' else 'update' end, 'mentor_invitations', m.id::text,
    left(m.name, 200), jsonb_build_object('state', jsonb_build_array(p_before, p_after))
  from public.mentors m where m.id = p_mentor_id
$$;

create function private.end_waiting_invitation(p_mentor_id uuid, p_actor uuid, p_forgets boolean) returns boolean
language plpgsql set search_path = '' as $$
declare
  v_waiting private.mentor_invitations;
begin
  select i.* into v_waiting from private.mentor_invitations i
  where i.mentor_id = p_mentor_id and i.state in ('open', 'claimed') for update;
  if not found then
    return false;
  end if;
  update private.mentor_invitations i
  set state = 'revoked', token_hash = case when p_forgets then null else i.token_hash end
  where i.id = v_waiting.id;
  perform private.record_invitation(p_actor, p_mentor_id, v_waiting.state, 'revoked');
  if v_waiting.state = 'claimed' then
    perform private.tell_claimant(v_waiting.id, v_waiting.claimed_by, false);
  end if;
  return true;
end
$$;
comment on function private.end_waiting_invitation is
  'Withdraws the mentor''s invitation that waits, and the claim with it; p_forgets also makes its link unknown. False '
  'where none waits.';

create function private.tell_claimant(p_invitation_id uuid, p_user_id uuid, p_is_confirmed boolean) returns void
language plpgsql set search_path = '' as $$
begin
  if p_user_id is not null then
    perform private.enqueue_job('mentor_mail', jsonb_build_object(
      'mail', 'claim_decided', 'invitation_id', p_invitation_id, 'user_id', p_user_id, 'is_confirmed', p_is_confirmed
    ), format('claim:%s:%s:%s', p_invitation_id, case when p_is_confirmed then 'confirmed' else 'refused' end, p_user_id));
  end if;
end
$$;

create function private.invite_mentor(p_mentor_id uuid, p_sent_by uuid) returns private.mentor_invitations
language plpgsql set search_path = '' as $$
declare
  v_private public.mentor_private;
  v_invitation private.mentor_invitations;
begin
  perform private.lock_invited_mentor(p_mentor_id);
  select * into v_private from public.mentor_private mp where mp.mentor_id = p_mentor_id;
  if v_private.user_id is not null then
    raise exception using errcode = 'PT409', message = 'mentor_has_account';
  end if;
  if v_private.email is null then
    raise exception using errcode = 'PT422', message = 'mentor_has_no_address';
  end if;
  if (
    select count(*) >= 5 from private.mentor_invitations i
    where i.mentor_id = p_mentor_id and i.sent_at > clock_timestamp() - interval '24 hours'
  ) then
    raise exception using errcode = 'PT429', message = 'too_many_invitations';
  end if;
  perform private.end_waiting_invitation(p_mentor_id, p_sent_by, true);
  insert into private.mentor_invitations (mentor_id, email, sent_by)
  values (p_mentor_id, v_private.email, p_sent_by)
  returning * into v_invitation;
  perform private.record_invitation(p_sent_by, p_mentor_id, null, 'open');
  -- The worker makes the secret, so that no statement holds it.
  perform private.enqueue_job(
    'mentor_invitation', jsonb_build_object('invitation_id', v_invitation.id), 'mentor_invitation:' || v_invitation.id
  );
  return v_invitation;
end
$$;
comment on function private.invite_mentor is
  'Invites the mentor''s address; an invitation that waits is replaced, and its link is unknown from then on. PT404 '
  'mentor_not_found, PT409 mentor_has_account, PT422 mentor_has_no_address, PT429 too_many_invitations (five in 24 '
  'hours).';

-- For the server ----------------------------------------------------------------------------------------------------

create function public.create_mentor_invitation(p_mentor_id uuid, p_sent_by uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_invitation private.mentor_invitations;
begin
  perform private.require_service();
  v_invitation := private.invite_mentor(p_mentor_id, p_sent_by);
  return jsonb_build_object('id', v_invitation.id, 'email', v_invitation.email);
end
$$;
comment on function public.create_mentor_invitation is
  'Invites a mentor for the administrator p_sent_by, and enqueues the e-mail. Answers id and email. Refuses as '
  'private.invite_mentor (docs/product/mentor-accounts.md#invitation).';

create function public.invitation_for_jobs(p_invitation_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object('email', i.email, 'mentor', m.name, 'expires_at', i.expires_at)
    from private.mentor_invitations i join public.mentors m on m.id = i.mentor_id
    where i.id = p_invitation_id and i.state = 'open' and i.token_hash is null and i.expires_at > clock_timestamp()
  );
end
$$;
comment on function public.invitation_for_jobs is
  'What an invitation''s e-mail says: email, mentor, expires_at. Null where it was written already, or is over.';

create function public.queue_mentor_invitation(p_invitation_id uuid, p_token_hash text, p_mail jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update private.mentor_invitations i set token_hash = p_token_hash
  where i.id = p_invitation_id and i.state = 'open' and i.token_hash is null;
  -- Not found when another attempt of the job was quicker: then that attempt's link is valid.
  if found then
    perform private.enqueue_job('email', p_mail, 'invitation:' || p_invitation_id);
  end if;
end
$$;
comment on function public.queue_mentor_invitation is
  'Stores the hash of an invitation''s secret and enqueues its e-mail, in which the secret is sealed; once an '
  'invitation.';

create function private.link_mentor(p_mentor_id uuid, p_user_id uuid, p_email text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.mentor_private as mp (mentor_id, email, user_id) values (p_mentor_id, p_email, p_user_id)
  on conflict (mentor_id) do update set user_id = excluded.user_id where mp.user_id is null;
  if not found then
    raise exception using errcode = 'PT409', message = 'mentor_has_account';
  end if;
exception when unique_violation then
  raise exception using errcode = 'PT409', message = 'account_has_mentor';
end
$$;
comment on function private.link_mentor is
  'Links an account; p_email becomes the mentor''s address where there is none. PT409 mentor_has_account | '
  'account_has_mentor. Call with the mentor locked (lock_invited_mentor).';

create function public.take_invitation(p_token_hash text, p_user_id uuid default null, p_action text default 'read')
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_invitation private.mentor_invitations;
  v_mentor public.mentors;
  v_account_id uuid;
  v_address text;
  v_user auth.users;
  v_is_invited boolean;
  v_is_confirmed boolean;
  v_is_claimant boolean;
begin
  perform private.require_service();
  select i.* into v_invitation from private.mentor_invitations i where i.token_hash = p_token_hash;
  if not found then
    raise exception using errcode = 'PT404', message = 'invitation_unknown';
  end if;
  if p_action <> 'read' then
    perform private.lock_invited_mentor(v_invitation.mentor_id);
    select i.* into v_invitation from private.mentor_invitations i where i.token_hash = p_token_hash for update;
    if not found then
      raise exception using errcode = 'PT404', message = 'invitation_unknown';
    end if;
  end if;
  select * into v_mentor from public.mentors m where m.id = v_invitation.mentor_id;
  select mp.user_id, mp.email into v_account_id, v_address
  from public.mentor_private mp where mp.mentor_id = v_mentor.id;
  if p_user_id is not null then
    select * into v_user from auth.users u where u.id = p_user_id;
  end if;
  -- Both are Auth's own: what a person may write about themselves (user_metadata) is never read.
  v_is_invited := coalesce(lower(v_user.email) = lower(v_invitation.email), false);
  v_is_confirmed := v_user.email_confirmed_at is not null;

  if v_invitation.state = 'accepted' then
    if v_account_id is null then
      raise exception using errcode = 'PT404', message = 'invitation_unknown';
    elsif v_account_id is distinct from p_user_id then
      raise exception using errcode = 'PT409', message = 'mentor_has_account';
    end if;
    -- A repeated acceptance, because the first answer was lost.
    return jsonb_build_object('name', v_mentor.name, 'image', v_mentor.image, 'is_accepted', true);
  end if;
  -- A claim waits for an administrator without a limit; only the account that asked may still use its old link.
  v_is_claimant := coalesce(v_invitation.state = 'claimed' and v_invitation.claimed_by = p_user_id, false);
  -- An address that administrators corrected since was not the mentor's: who has it must not get the profile.
  if v_invitation.state = 'revoked'
    or (lower(v_address) is distinct from lower(v_invitation.email) and not v_is_claimant) then
    raise exception using errcode = 'PT410', message = 'invitation_revoked';
  end if;
  if v_invitation.state = 'expired' or (v_invitation.expires_at <= clock_timestamp() and not v_is_claimant) then
    raise exception using errcode = 'PT410', message = 'invitation_expired';
  end if;
  if v_account_id is not null then
    raise exception using errcode = 'PT409', message = 'mentor_has_account';
  end if;
  if exists (select from public.mentor_private mp where mp.user_id = p_user_id) then
    raise exception using errcode = 'PT409', message = 'account_has_mentor';
  end if;

  if p_action <> 'read' then
    if v_user.id is null then
      raise exception using errcode = 'PT404', message = 'user_not_found';
    end if;
    perform private.ensure_profile(p_user_id);
    if not v_is_confirmed then
      raise exception using errcode = 'PT403', message = 'email_not_confirmed';
    end if;
  end if;
  if p_action = 'accept' then
    if not v_is_invited then
      raise exception using errcode = 'PT403', message = 'invitation_for_another';
    end if;
    perform private.link_mentor(v_mentor.id, p_user_id, v_invitation.email);
    update private.mentor_invitations i set state = 'accepted', claimed_by = p_user_id where i.id = v_invitation.id;
    perform private.record_invitation(p_user_id, v_mentor.id, v_invitation.state, 'accepted');
    -- The claim of another account is void: the invited address itself has answered.
    if v_invitation.state = 'claimed' and v_invitation.claimed_by is distinct from p_user_id then
      perform private.tell_claimant(v_invitation.id, v_invitation.claimed_by, false);
    end if;
    return jsonb_build_object('name', v_mentor.name, 'image', v_mentor.image, 'is_accepted', true);
  elsif p_action = 'claim' then
    if v_is_invited then
      raise exception using errcode = 'PT409', message = 'invitation_is_yours';
    end if;
    if v_invitation.state = 'claimed' and v_invitation.claimed_by is not null
      and v_invitation.claimed_by <> p_user_id then
      raise exception using errcode = 'PT409', message = 'invitation_claimed';
    end if;
    if v_invitation.claimed_by is distinct from p_user_id or v_invitation.state = 'open' then
      update private.mentor_invitations i set state = 'claimed', claimed_by = p_user_id where i.id = v_invitation.id;
      perform private.record_invitation(p_user_id, v_mentor.id, v_invitation.state, 'claimed');
      -- One e-mail for each account and invitation: a refused account that asks again only appears in the list.
      perform private.enqueue_job('mentor_mail', jsonb_build_object(
        'mail', 'claim_asked', 'invitation_id', v_invitation.id, 'user_id', p_user_id
      ), format('claim:%s:asked:%s', v_invitation.id, p_user_id));
      v_invitation.state := 'claimed';
      v_invitation.claimed_by := p_user_id;
    end if;
  end if;
  return jsonb_build_object(
    'name', v_mentor.name, 'image', v_mentor.image, 'is_accepted', false, 'email', v_invitation.email,
    'my_email', v_user.email, 'is_mine', v_is_invited, 'is_confirmed', v_is_confirmed,
    'is_claimed_by_me', v_invitation.state = 'claimed' and coalesce(v_invitation.claimed_by = p_user_id, false)
  );
end
$$;
comment on function public.take_invitation is
  'Reads an invitation by the hash of its secret (read: changes nothing), links the account p_user_id whose confirmed '
  'address is the invited one (accept), or asks for another address (claim). Answers name, image, is_accepted, and '
  'else email, my_email, is_mine, is_confirmed, is_claimed_by_me. PT403 email_not_confirmed | invitation_for_another, '
  'PT404 invitation_unknown | user_not_found, PT409 account_has_mentor | mentor_has_account | invitation_claimed | '
  'invitation_is_yours, PT410 invitation_expired | invitation_revoked (docs/product/mentor-accounts.md#acceptance).';

create function public.expire_invitations() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_rows integer;
begin
  perform private.require_service();
  -- A claim whose account was deleted is open again.
  update private.mentor_invitations i set state = 'open' where i.state = 'claimed' and i.claimed_by is null;
  update private.mentor_invitations i set state = 'expired'
  where i.id in (
    select o.id from private.mentor_invitations o
    where o.state = 'open' and o.expires_at <= clock_timestamp() for update skip locked
  );
  get diagnostics v_rows = row_count;
  return v_rows;
end
$$;
comment on function public.expire_invitations is
  'Marks invitations whose 14 days are over, and answers how many. Only tidies up: other functions check the clock '
  'themselves. apply_retention() deletes ended ones.';

-- For administrators ------------------------------------------------------------------------------------------------

create function public.list_mentor_accounts(p_mentor_ids uuid[])
returns table (
  mentor_id uuid, state text, at timestamptz, invitation_id uuid, claimant_email text, has_address boolean
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_claimants uuid[];
begin
  perform private.require_admin();
  select array_agg(i.claimed_by) into v_claimants from private.mentor_invitations i
  where i.mentor_id = any (p_mentor_ids) and i.state = 'claimed' and i.claimed_by is not null;
  if v_claimants is not null then
    perform private.record_read('profiles', jsonb_build_object('rows', cardinality(v_claimants)), v_claimants);
  end if;
  return query
    select m.id,
      case
        when mp.user_id is not null then 'linked'
        when i.state = 'claimed' and i.claimed_by is not null then 'claimed'
        when lower(i.email) is distinct from lower(mp.email) then 'not_invited'
        when i.state in ('open', 'claimed') and i.expires_at > clock_timestamp() then 'invited'
        when i.state in ('open', 'claimed', 'expired') then 'expired'
        else 'not_invited'
      end,
      i.sent_at, i.id, case when i.state = 'claimed' then u.email::text end, mp.email is not null
    from public.mentors m
    left join public.mentor_private mp on mp.mentor_id = m.id
    left join lateral (
      select * from private.mentor_invitations n where n.mentor_id = m.id order by n.sent_at desc limit 1
    ) i on true
    left join auth.users u on u.id = i.claimed_by
    where m.id = any (p_mentor_ids);
end
$$;
comment on function public.list_mentor_accounts is
  'How the accounts of these mentors stand, for administrators: state (not_invited, invited, expired, claimed, '
  'linked), when the latest invitation was sent and which it is, the address that asks, and whether there is one to '
  'invite.';

create function public.revoke_invitation(p_mentor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.lock_invited_mentor(p_mentor_id);
  if not private.end_waiting_invitation(p_mentor_id, private.signed_in_user(), false) then
    raise exception using errcode = 'PT409', message = 'invitation_not_open';
  end if;
end
$$;
comment on function public.revoke_invitation is
  'Withdraws the invitation of a mentor that waits, for administrators. PT404 mentor_not_found, PT409 '
  'invitation_not_open.';

create function public.decide_claim(p_invitation_id uuid, p_accept boolean, p_also_email boolean default true)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_invitation private.mentor_invitations;
  v_email text;
begin
  perform private.require_admin();
  select * into v_invitation from private.mentor_invitations i where i.id = p_invitation_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'invitation_not_found';
  end if;
  perform private.lock_invited_mentor(v_invitation.mentor_id);
  select * into v_invitation from private.mentor_invitations i where i.id = p_invitation_id for update;
  if v_invitation.state is distinct from 'claimed' or v_invitation.claimed_by is null then
    raise exception using errcode = 'PT409', message = 'claim_not_open';
  end if;
  if not coalesce(p_accept, false) then
    update private.mentor_invitations i set state = 'open', claimed_by = null where i.id = p_invitation_id;
  else
    select lower(u.email) into v_email from auth.users u where u.id = v_invitation.claimed_by;
    perform private.link_mentor(v_invitation.mentor_id, v_invitation.claimed_by, v_email);
    if coalesce(p_also_email, false) then
      update public.mentor_private mp set email = v_email
      where mp.mentor_id = v_invitation.mentor_id and mp.email <> v_email;
    end if;
    update private.mentor_invitations i set state = 'accepted' where i.id = p_invitation_id;
  end if;
  perform private.record_invitation(
    private.signed_in_user(), v_invitation.mentor_id, 'claimed', case when p_accept then 'accepted' else 'open' end
  );
  perform private.tell_claimant(p_invitation_id, v_invitation.claimed_by, coalesce(p_accept, false));
end
$$;
comment on function public.decide_claim is
  'Confirms or refuses the address that asks for a mentor''s profile, for administrators. Confirming links its '
  'account and, with p_also_email, sends session e-mails there. PT404 invitation_not_found, PT409 claim_not_open | '
  'mentor_has_account | account_has_mentor.';

create function public.unlink_mentor(p_mentor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.lock_invited_mentor(p_mentor_id);
  update public.mentor_private mp set user_id = null where mp.mentor_id = p_mentor_id and mp.user_id is not null;
  if not found then
    raise exception using errcode = 'PT409', message = 'mentor_not_linked';
  end if;
end
$$;
comment on function public.unlink_mentor is
  'Takes a mentor''s account away and disconnects the calendar, for administrators; hours, drafts and earnings stay, '
  'and the account stays a founder''s. PT404 mentor_not_found, PT409 mentor_not_linked.';

create function public.create_mentor_from_application(p_application_id uuid, p_email text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_application public.mentor_applications;
  v_email text := nullif(lower(private.clean_email(p_email)), '');
  v_mentor_id uuid;
begin
  perform private.require_admin();
  -- If the button is pressed twice, the second call waits here, and sees the profile of the first.
  select * into v_application from public.mentor_applications a where a.id = p_application_id for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'application_not_found';
  end if;
  if v_application.mentor_id is not null then
    raise exception using errcode = 'PT409', message = 'application_has_mentor', detail = v_application.mentor_id::text;
  end if;
  if v_application.status = 'rejected' then
    raise exception using errcode = 'PT409', message = 'application_not_approved';
  end if;
  v_email := coalesce(v_email, v_application.email);
  if v_email is null then
    raise exception using errcode = 'PT422', message = 'email_required';
  elsif not private.is_email(v_email) then
    raise exception using errcode = 'PT422', message = 'email_invalid';
  end if;
  insert into public.mentors (name, linkedin, listing_state, rating, reviews)
  values (v_application.name, v_application.linkedin, 'draft', 0, 0)
  returning id into v_mentor_id;
  insert into public.mentor_private (mentor_id, email) values (v_mentor_id, v_email);
  update public.mentor_applications a set mentor_id = v_mentor_id, status = 'approved' where a.id = p_application_id;
  perform private.invite_mentor(v_mentor_id, private.signed_in_user());
  return v_mentor_id;
end
$$;
comment on function public.create_mentor_from_application is
  'Makes a draft mentor of an application that is not rejected, approves it and invites the address (p_email, else the application''s), for '
  'administrators; answers the mentor''s id. PT404 application_not_found, PT409 application_has_mentor (detail: the '
  'mentor''s id) | application_not_approved, PT422 email_required | email_invalid.';

-- E-mails -----------------------------------------------------------------------------------------------------------

create function private.mail_claim_asked(p_payload jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'key', format('claim:%s:asked:%s', i.id, i.claimed_by),
    'recipients', (
      select coalesce(jsonb_agg(jsonb_build_object('to', a.email, 'role', 'admin:' || a.id) order by a.id), '[]')
      from auth.users a join public.profiles p on p.id = a.id
      where p.is_admin and a.email_confirmed_at is not null
    ),
    'facts', jsonb_build_object('email', u.email, 'mentor', m.name, 'invited', i.email)
  )
  from private.mentor_invitations i
  join public.mentors m on m.id = i.mentor_id
  join auth.users u on u.id = i.claimed_by
  where i.id = (p_payload ->> 'invitation_id')::uuid and i.state = 'claimed'
    and i.claimed_by = (p_payload ->> 'user_id')::uuid
$$;
comment on function private.mail_claim_asked is 'To administrators; null once the claim is decided.';

create function private.mail_claim_decided(p_payload jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'key', format(
      'claim:%s:%s:%s', i.id, case when (p_payload ->> 'is_confirmed')::boolean then 'confirmed' else 'refused' end, u.id
    ),
    'recipients', jsonb_build_array(jsonb_build_object('to', u.email, 'role', 'claimant')),
    'facts', jsonb_build_object('mentor', m.name, 'is_confirmed', (p_payload ->> 'is_confirmed')::boolean)
  )
  from private.mentor_invitations i
  join public.mentors m on m.id = i.mentor_id
  join auth.users u on u.id = (p_payload ->> 'user_id')::uuid
  where i.id = (p_payload ->> 'invitation_id')::uuid
$$;
comment on function private.mail_claim_decided is 'To the account that asked.';

revoke execute on all functions in schema private from public;
revoke execute on function public.create_mentor_invitation, public.invitation_for_jobs, public.queue_mentor_invitation,
  public.take_invitation, public.expire_invitations from public, anon, authenticated;
grant execute on function public.create_mentor_invitation, public.invitation_for_jobs, public.queue_mentor_invitation,
  public.take_invitation, public.expire_invitations to service_role;
revoke execute on function public.list_mentor_accounts, public.revoke_invitation, public.decide_claim,
  public.unlink_mentor, public.create_mentor_from_application from public, anon;
grant execute on function public.list_mentor_accounts, public.revoke_invitation, public.decide_claim,
  public.unlink_mentor, public.create_mentor_from_application to authenticated, service_role;
