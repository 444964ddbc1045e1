-- Who sees only own appointments (agents, caregivers, volunteers) sees calls, rooms, recordings, links, consents and
-- histories of those patients only, whatever a service asks for. Own: booked by me, assigned to me or to the doctor I
-- prepare for, rung for or in the room.
create function app_takes_part(patient int) returns boolean language sql stable security definer set search_path = public as $$
  select app_own_patient(patient)
    or exists (select 1 from appointment q where q.pid = patient and q.partner_id = app_partner() and app_prepares_for(q.did))
    or exists (select 1 from call_target t where t.pid = patient and t.partner_id = app_partner() and t.mid = app_mid())
    or exists (select 1 from room_participant r where r.pid = patient and r.partner_id = app_partner() and r.mid = app_mid())
$$;
do $$
declare t text;
begin
  foreach t in array array['member_unit', 'member_history', 'appointment_event', 'room', 'room_participant', 'call', 'call_target',
    'recording', 'recording_segment', 'video_link', 'consent', 'emergency_access'] loop
    execute format($p$ create policy own_patients on %I as restrictive for select to teleward_app
      using ((select app_kind()) <> 'staff' or (select app_appt()) = 'y' or pid is null or app_takes_part(pid)) $p$, t);
  end loop;
end $$;
create index call_target_pid on call_target (pid, mid);
create index room_participant_pid on room_participant (pid, mid);

-- Allergies and histories are part of the record: nothing of them for professions that open none.
create policy record_readers on member_history as restrictive for select to teleward_app
  using ((select app_kind()) <> 'staff' or (select app_emr()) in ('y', 'o'));
