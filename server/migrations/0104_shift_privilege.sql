-- An institution can give a single person the shifts of the units (decision 21): the second wall knows it, too.
create or replace function app_may_shift(person int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return person = app_mid()
    or (app_shares_unit(person) and exists (select 1 from staff_partner sp where sp.mid = app_mid() and sp.partner_id = app_partner()
      and (sp.doctortype = 'admin' or 'shift.others' = any (sp.privileges))))
    or app_granted('shift.others', person, (select min(u.unit_id) from staff_unit u
      where u.mid = person and u.partner_id = app_partner() having count(*) = 1));
end $$;
