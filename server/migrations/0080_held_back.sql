-- A disabled membership closes all that the unit keeps of the patient, not only the patient's own row: visits, calls,
-- rooms, recordings, notes. It comes back whole when the membership does.
--
-- Few memberships are disabled: their list is read once in a statement, and every row looks into it.
create index member_unit_held_back on member_unit (unit_id) where status <> 'active';
create function app_held_back() returns bigint[] language plpgsql stable security definer set search_path = public as $$
begin
  return (select coalesce(array_agg((mu.unit_id::bigint << 32) | mu.pid), '{}') from member_unit mu
    where mu.unit_id = any (app_units()) and mu.status <> 'active');
end $$;
do $$
declare t text;
begin
  foreach t in array array['member_history', 'appointment', 'appointment_event', 'room', 'room_participant', 'call', 'call_target',
    'recording', 'recording_segment', 'video_link', 'consent', 'emergency_access', 'note', 'note_version', 'diagnosis',
    'prescription_line', 'reading', 'last_measurement', 'device_log'] loop
    execute format($p$ create policy living_membership on %I as restrictive to teleward_app
      using ((select app_kind()) <> 'staff' or pid is null
        or ((unit_id::bigint << 32) | pid) <> all ((select app_held_back())::bigint[])) $p$, t);
  end loop;
end $$;
