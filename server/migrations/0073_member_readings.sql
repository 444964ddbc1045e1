-- A member's readings in one look: whether the caller may know of the member and read what was measured is asked once,
-- not once a row as the policies have to. It filters by itself what they filter; they stand for whoever asks the table.
create function app_member_readings(patient int, only_unit int, kinds text[], since timestamptz, rows_wanted int, rows_skipped int)
returns table (seen boolean, open boolean, total int, readings jsonb)
language plpgsql stable security definer set search_path = public as $$
declare
  at_unit int;
  may_read boolean;
begin
  if current_setting('app.kind', true) is distinct from 'staff' or not app_member_visible(patient) then return; end if;
  select mu.unit_id into at_unit from member_unit mu
    where mu.pid = patient and mu.status = 'active' and mu.partner_id = app_partner() and mu.unit_id = any (app_units())
      and (only_unit is null or mu.unit_id = only_unit)
    order by mu.unit_id limit 1;
  if at_unit is null then return; end if;
  may_read := app_record_open(patient) and (app_appt() = 'y' or app_takes_part(patient)) and (app_emr() = 'y' or app_monitor() = 'y'
    or ((app_emr() = 'o' or app_monitor() = 'o') and app_own_patient(patient)));
  if not may_read then
    return query select true, false, 0, '[]'::jsonb;
    return;
  end if;
  return query
    select true, true,
      (select count(*)::int from reading r where r.pid = patient and r.partner_id = app_partner() and r.unit_id = any (app_units())
        and (kinds is null or r.kind = any (kinds)) and (since is null or r.measured_at > since)),
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'pid', p.pid, 'kind', p.kind, 'value', p.value, 'diastolic', p.diastolic,
          'pulse', p.pulse, 'unit', p.unit, 'measurementTime', p.measured_at, 'receivedAt', p.received_at, 'dataType', p.data_type,
          'deviceName', p.device_name, 'deviceType', p.device_type, 'source', p.source, 'flagged', p.flagged,
          'name', m.name, 'memberNo', m.member_no, 'unitId', u.id, 'unitName', u.name) order by p.measured_at desc, p.id desc), '[]')
        from (select r.* from reading r where r.pid = patient and r.partner_id = app_partner() and r.unit_id = any (app_units())
            and (kinds is null or r.kind = any (kinds)) and (since is null or r.measured_at > since)
          order by r.measured_at desc, r.id desc limit rows_wanted offset rows_skipped) p,
          member m, unit u where m.pid = patient and u.id = at_unit);
end $$;
revoke execute on function app_member_readings(int, int, text[], timestamptz, int, int) from public;
grant execute on function app_member_readings(int, int, text[], timestamptz, int, int) to teleward_app;
