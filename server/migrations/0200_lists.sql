-- What lists of the administration are ordered by, and names in both scripts.

-- A log of messages is long: newest and oldest first, each in the order of its pages.
create index outbox_message_order on outbox_message (partner_id, created_at, id);

-- As before, with the English name of who granted.
drop function app_grants_to(int, int, timestamptz);
create function app_grants_to(person int, institution int, moment timestamptz)
returns table (permission text, by_name text, by_name_en text, until timestamptz)
language plpgsql stable security definer set search_path = public as $$
begin
  if not app_may('partner') or not app_shares_unit(person, institution) then return; end if;
  return query select g.kind, s.name, s.name_en, g.ends_at from staff_grant g join staff s on s.mid = g.grantor_mid
    where g.grantee_mid = person and g.partner_id = institution and g.state = 'active' and g.starts_at <= moment
      and g.ends_at > moment order by g.ends_at;
end $$;
revoke execute on function app_grants_to(int, int, timestamptz) from public;
grant execute on function app_grants_to(int, int, timestamptz) to teleward_app;

-- As before, with the English names of institution and unit.
drop function app_granted_elsewhere(timestamptz);
create function app_granted_elsewhere(at timestamptz) returns table (
  partner_name text, partner_name_en text, unit_name text, unit_name_en text, doctor_name text, doctor_name_en text, patient_name text,
  on_day date, begins timestamptz, part smallint, entry_kind text, entry_site text, entry_status text, entry_status_by text
) language plpgsql stable security definer set search_path = public as $$
begin
  return query select p.name, p.name_en, u.name, u.name_en, d.name, d.name_en,
    case when char_length(m.name) > 2 then left(m.name, 1) || repeat('○', least(char_length(m.name) - 2, 6)) || right(m.name, 1)
      else left(m.name, 1) || '○' end,
    a.date, a.start_at, a."interval", a.kind, a.site, a.status, a.status_by
  from staff_grant g
  join partner p on p.id = g.partner_id
  join staff_partner sp on sp.mid = g.grantee_mid and sp.partner_id = g.partner_id and sp.status = 'active' and sp.review = 'onBoard'
  join staff_unit su on su.mid = g.grantee_mid and su.partner_id = g.partner_id
  join appointment a on a.partner_id = g.partner_id and a.unit_id = su.unit_id and a.did = g.grantor_mid
    and (g.scope_unit is null or g.scope_unit = a.unit_id)
  join unit u on u.id = a.unit_id
  join staff d on d.mid = a.did
  join member m on m.pid = a.pid
  join member_unit mu on mu.pid = a.pid and mu.unit_id = a.unit_id and mu.status = 'active'
  where app_kind() = 'staff' and g.grantee_mid = app_mid() and g.partner_id <> app_partner() and g.kind = 'contact.others'
    and g.state = 'active' and g.starts_at <= at and g.ends_at > at
    and a.date >= (at at time zone p.time_zone)::date
    and a.status in ('held', 'registered', 'checkedIn', 'redial', 'autoCancelled');
end $$;
revoke all on function app_granted_elsewhere(timestamptz) from public;
grant execute on function app_granted_elsewhere(timestamptz) to teleward_app, teleward_system;
