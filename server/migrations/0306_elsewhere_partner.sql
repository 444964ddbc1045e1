-- As before, with the institution itself, so that one can go there and look at one alone.
drop function app_granted_elsewhere(timestamptz);
create function app_granted_elsewhere(at timestamptz) returns table (
  partner int, partner_name text, partner_name_en text, unit_name text, unit_name_en text, doctor_name text, doctor_name_en text, patient_name text,
  on_day date, begins timestamptz, part smallint, entry_kind text, entry_site text, entry_status text, entry_status_by text
) language plpgsql stable security definer set search_path = public as $$
begin
  return query select p.id, p.name, p.name_en, u.name, u.name_en, d.name, d.name_en,
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
