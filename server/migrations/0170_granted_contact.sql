-- Who sees only own patients (caregivers) may hold a doctor's grant to contact, like everybody else: then the doctor's open
-- visits in units of their own show, and the patients' names with them. Reading alone, so that no step is taken by it; the
-- record, its consents and histories, the calls and the member screens stay closed, as they go by one's own patients.
create policy granted_contact on appointment for select to teleward_app
  using ((select app_appt()) = 'o' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])
    and status in ('held', 'registered', 'checkedIn', 'redial', 'autoCancelled')
    and did = any ((select app_grantors('contact.others'))::int[]) and app_granted('contact.others', did, unit_id));

-- A patient with such a visit, by a membership that is not held back.
create function app_granted_patient(patient int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from appointment q
    join member_unit mu on mu.pid = q.pid and mu.unit_id = q.unit_id and mu.status = 'active'
    where q.pid = patient and q.partner_id = app_partner() and q.unit_id = any (app_units())
      and q.status in ('held', 'registered', 'checkedIn', 'redial', 'autoCancelled')
      and app_granted('contact.others', q.did, q.unit_id));
end $$;
revoke execute on function app_granted_patient(int) from public;
grant execute on function app_granted_patient(int) to teleward_app, teleward_system;
create policy granted_contact on member for select to teleward_app
  using ((select app_appt()) = 'o' and app_granted_patient(pid));
