-- Histories of whom the right to records is for, in an open record: asked of each row. Reads are of one patient or of a page,
-- and every open record there is, among 100,000 members, takes a tenth of a second to look up.
alter policy record_readers on member_history using ((select app_kind()) <> 'staff'
  or (((select app_emr()) = 'y' or ((select app_emr()) = 'o' and app_own_patient(pid))) and app_record_open(pid)));

-- Whose open records hold which conditions, for what is asked of all members at once. It asks the table as its owner, and
-- says itself whom it shows, as the policies of histories do.
create function app_open_conditions() returns table (pid int, note text)
language plpgsql stable security definer rows 1000 set search_path = public as $$
#variable_conflict use_column
declare
  here int := app_partner();
  mine int[] := app_units();
  emr text := app_emr();
  held bigint[] := app_held_back();
begin
  if current_setting('app.kind', true) is distinct from 'staff' or emr not in ('y', 'o') then return; end if;
  return query
  select h.pid, h.note from member_history h
  where h.kind = 'person_sick' and h.withdrawn_at is null and h.partner_id = here and h.unit_id = any (mine)
    and ((h.unit_id::bigint << 32) | h.pid) <> all (held)
    and h.pid in (select app_open_records()) and (emr = 'y' or app_own_patient(h.pid));
end $$;
revoke execute on function app_open_conditions() from public;
grant execute on function app_open_conditions() to teleward_app;
