-- Units and bindings belong to what an administrator sees of an account: their change is a change of the account, whoever
-- makes it, so that a second administrator who looked before is told.
create function staff_partner_moved() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_table_name = 'nurse_binding' then
    update staff_partner sp set version = sp.version + 1
      where sp.partner_id = coalesce(new.partner_id, old.partner_id) and sp.mid = coalesce(new.did, old.did);
  else
    update staff_partner sp set version = sp.version + 1
      where sp.partner_id = coalesce(new.partner_id, old.partner_id) and sp.mid = coalesce(new.mid, old.mid);
  end if;
  return null;
end $$;
create trigger staff_partner_moved after insert or delete on staff_unit for each row execute function staff_partner_moved();
create trigger staff_partner_moved after insert or delete on nurse_binding for each row execute function staff_partner_moved();
-- Whoever is made a member of a profession has to show its licence.
grant update (review) on staff_partner to teleward_app;

-- How many members a unit has: an administrator of the tree has to know before it is disabled, though patients are seen in
-- one's own units only. A number, nothing else.
create function app_unit_members(house int) returns int language plpgsql stable security definer set search_path = public as $$
begin
  if not app_administers_unit(house) then return 0; end if;
  return (select count(*)::int from member_unit mu where mu.unit_id = house and mu.status = 'active');
end $$;
revoke execute on function app_unit_members(int) from public;
grant execute on function app_unit_members(int) to teleward_app;

-- Grants in force to a person, for 'why may they do this'.
create function app_grants_to(person int, institution int, moment timestamptz)
returns table (permission text, by_name text, until timestamptz)
language plpgsql stable security definer set search_path = public as $$
begin
  if not app_may('partner') or not app_shares_unit(person, institution) then return; end if;
  return query select g.kind, s.name, g.ends_at from staff_grant g join staff s on s.mid = g.grantor_mid
    where g.grantee_mid = person and g.partner_id = institution and g.state = 'active' and g.starts_at <= moment
      and g.ends_at > moment order by g.ends_at;
end $$;
revoke execute on function app_grants_to(int, int, timestamptz) from public;
grant execute on function app_grants_to(int, int, timestamptz) to teleward_app;
