-- The address of a picture opens what the session it was made for may see at that moment. Who reviews a person of another
-- institution looks at the face beside the licence, too.
create or replace function app_sees_photo(of_kind text, person int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return person = app_mid() or case of_kind when 'avatar' then app_colleague(person) or app_administers(person)
    when 'licenseImage' then app_administers(person) when 'bankImage' then app_administers(person) else false end;
end $$;
