-- Stories and applications come in through the functions submit-impact-story and submit-mentor-application alone, which
-- count them (submission_limits); nobody's own client passes them by. Administrator side, sections 4 to 7.

drop policy "Everyone applies to become a mentor" on public.mentor_applications;
drop policy "Everyone submits an impact story for review" on public.impact_stories;
revoke insert on table public.mentor_applications, public.impact_stories from anon, authenticated;
revoke insert (name, phone, linkedin) on table public.mentor_applications from anon, authenticated;
revoke insert (name, experience, image_url) on table public.impact_stories from anon, authenticated;

create function public.submit_impact_story(
  p_source text, p_name text, p_experience text, p_image_url text default null, p_id uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_photo text := private.stored_file(p_image_url);
begin
  perform private.require_service();
  perform private.count_submission('impact_story', p_source);
  -- A photo that visitors can have sent, that is there, and that is nobody else's.
  if p_image_url is not null and (
    coalesce(v_photo, '') !~ '^mentor_images/impact-stories/'
    or not exists (
      select from storage.objects o where o.bucket_id = 'mentor_images' and 'mentor_images/' || o.name = v_photo
    )
    or exists (
      select from private.used_files u where u.key = private.file_key(v_photo)
        and not exists (select from public.impact_stories s where s.id = p_id and s.image_url = p_image_url)
    )
  ) then
    raise exception using errcode = 'PT422', message = 'photo_not_found';
  end if;
  insert into public.impact_stories (id, name, experience, image_url)
  values (coalesce(p_id, gen_random_uuid()), p_name, p_experience, p_image_url)
  -- Sent again after an answer that was lost.
  on conflict (id) do nothing;
end
$$;
comment on function public.submit_impact_story(text, text, text, text, uuid) is
  'Takes a story for review. p_id, chosen by the browser, makes one story of a submission that is sent twice. PT422 photo_not_found, PT429 too_many_submissions (detail: seconds to wait); 23514 for texts that the form does not send.';

create function public.submit_mentor_application(
  p_source text, p_name text, p_phone text, p_linkedin text, p_id uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_service();
  perform private.count_submission('mentor_application', p_source);
  insert into public.mentor_applications (id, name, phone, linkedin)
  values (coalesce(p_id, gen_random_uuid()), p_name, p_phone, p_linkedin)
  on conflict (id) do nothing;
end
$$;
comment on function public.submit_mentor_application(text, text, text, text, uuid) is
  'Takes an application, which waits as pending. p_id makes one of a submission that is sent twice. PT429 too_many_submissions (detail: seconds to wait); 23514 for texts that the form does not send.';

revoke execute on function
  public.submit_impact_story(text, text, text, text, uuid),
  public.submit_mentor_application(text, text, text, text, uuid)
from public, anon, authenticated;
grant execute on function
  public.submit_impact_story(text, text, text, text, uuid),
  public.submit_mentor_application(text, text, text, text, uuid)
to service_role;
