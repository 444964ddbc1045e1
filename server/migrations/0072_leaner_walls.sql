-- The same walls with fewer questions. Each `(select app_…())` of a policy is a step of every plan that touches the table,
-- once a reference; a statement over eight tables had a hundred of them. The functions answer for the kind of caller
-- themselves: whoever is no staff has no units, whoever is no link has no patient of one.
create or replace function app_units() returns int[] language sql stable as $$
  select case when current_setting('app.kind', true) = 'staff'
    then string_to_array(nullif(current_setting('app.units', true), ''), ',')::int[] end $$;
create function app_link_pid() returns int language sql stable as $$
  select case when current_setting('app.kind', true) = 'link' then nullif(current_setting('app.pid', true), '')::int end $$;
-- Whom the restriction to own patients does not concern.
create function app_sees_all() returns boolean language sql stable as $$
  select current_setting('app.kind', true) is distinct from 'staff' or current_setting('app.appt', true) = 'y' $$;

do $$
declare t text;
begin
  foreach t in array array['member_history', 'appointment_event', 'room', 'room_participant', 'call', 'call_target', 'recording',
    'recording_segment', 'video_link', 'consent', 'emergency_access'] loop
    execute format('drop policy staff_units on %I', t);
    execute format('drop policy own_link on %I', t);
    execute format($p$ create policy in_reach on %I to teleward_app
      using ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or pid = (select app_link_pid()))
      with check ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or pid = (select app_link_pid())) $p$, t);
  end loop;
  foreach t in array array['member_unit', 'member_history', 'appointment_event', 'room', 'room_participant', 'call', 'call_target',
    'recording', 'recording_segment', 'video_link', 'consent', 'emergency_access'] loop
    execute format('drop policy own_patients on %I', t);
    execute format($p$ create policy own_patients on %I as restrictive for select to teleward_app
      using ((select app_sees_all()) or pid is null or app_takes_part(pid)) $p$, t);
  end loop;
end $$;
drop policy staff_units on member_unit;
create policy staff_units on member_unit to teleward_app
  using (partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]))
  with check (partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]));
drop policy staff_units on member_token;
create policy staff_units on member_token for select to teleward_app
  using (partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]));
