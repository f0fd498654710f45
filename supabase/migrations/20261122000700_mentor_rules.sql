-- What a mentor must have before an administrator may save one. Specification: administrator side, section 5 (mentor form).

create function private.mentor_problems(
  p_name text, p_title text, p_expertise text, p_bio text, p_price integer, p_image text
) returns text[]
language sql immutable set search_path = ''
as $$
  select array_remove(array[
    case when coalesce(p_name, '') !~ '\S' then 'name_required' when char_length(p_name) > 200 then 'name_too_long' end,
    case when coalesce(p_title, '') !~ '\S' then 'title_required' when char_length(p_title) > 300 then 'title_too_long' end,
    case
      when coalesce(p_expertise, '') !~ '\S' then 'expertise_required'
      when char_length(p_expertise) > 300 then 'expertise_too_long'
    end,
    case when coalesce(p_bio, '') !~ '\S' then 'bio_required' when char_length(p_bio) > 10000 then 'bio_too_long' end,
    case when p_price is null or p_price not between 1 and 1000000 then 'price_invalid' end,
    case when coalesce(p_image, '') = '' then 'image_required' when p_image !~ '^(https?://|/)' then 'image_invalid' end
  ], null)
$$;
comment on function private.mentor_problems(text, text, text, text, integer, text) is
  'Codes in the order of the form''s fields; empty when there is nothing to say.';

-- Whichever way a client writes: save_mentor() names every problem at once, this refuses what goes round it. Bulk loads
-- and the columns that a change leaves alone are not asked: a mentor of an older time may still be featured.
create function private.guard_mentor_fields() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_problems text[];
begin
  if not private.is_client() then
    return new;
  end if;
  v_problems := private.mentor_problems(new.name, new.title, new.expertise, new.bio, new.price, new.image);
  if tg_op = 'UPDATE' then
    v_problems := array(
      select p from unnest(v_problems) p
      where case split_part(p, '_', 1)
        when 'name' then new.name is distinct from old.name
        when 'title' then new.title is distinct from old.title
        when 'expertise' then new.expertise is distinct from old.expertise
        when 'bio' then new.bio is distinct from old.bio
        when 'price' then new.price is distinct from old.price
        else new.image is distinct from old.image
      end
    );
  end if;
  if cardinality(v_problems) > 0 then
    raise exception using errcode = 'PT422', message = v_problems[1], detail = array_to_string(v_problems, ',');
  end if;
  return new;
end
$$;
comment on function private.guard_mentor_fields() is 'PT422 with the first problem''s code as message and all codes, by commas, as detail.';

create trigger guard_mentor_fields before insert or update of name, title, expertise, bio, price, image on public.mentors
for each row execute function private.guard_mentor_fields();

revoke execute on function
  private.mentor_problems(text, text, text, text, integer, text), private.guard_mentor_fields()
from public;
