-- The address of a picture opens what the session it was made for may see at that moment. Whom one reviews may work nowhere
-- yet: reached as the list of reviews reaches (server/src/registration/review.ts), by the unit that was asked for, too.
create function app_reviews(person int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return app_may('review') and exists (select 1 from staff_partner sp where sp.mid = person and sp.partner_id = app_partner()
    and (app_holds_root()
      or exists (select 1 from staff_review r where r.mid = person and r.partner_id = app_partner() and r.wished_unit = any (app_units()))
      or exists (select 1 from staff_unit su where su.mid = person and su.partner_id = app_partner() and su.unit_id = any (app_units()))));
end $$;
revoke execute on function app_reviews(int) from public;
grant execute on function app_reviews(int) to teleward_app, teleward_system;

create or replace function app_sees_photo(of_kind text, person int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return person = app_mid() or case of_kind when 'avatar' then app_colleague(person)
    when 'licenseImage' then app_administers(person) or app_reviews(person) when 'bankImage' then app_administers(person) else false end;
end $$;
