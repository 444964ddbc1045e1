-- What a device sent (number and unit, as text) stands beside what is stored of it, where the two are not the same: a conversion can
-- be looked at. Nothing there: it is as it came, is a workbook's, or is from before.

alter table reading add column original jsonb;
create index reading_original on reading (pid, measured_at) where original is not null;

-- Of a member's readings since then, to whoever reads these: beside `app_readings_of`, so that nobody reads a row twice for it.
create function app_reading_originals(patient int, since timestamptz) returns table (id bigint, original jsonb)
language plpgsql stable security definer rows 20 set search_path = public as $$
#variable_conflict use_column
declare
  here int := app_partner();
  mine int[] := app_units();
  held int[];
begin
  if app_kind() is distinct from 'staff' then return; end if;
  if not coalesce((select o.open from app_readings_of(patient, null, null, 'infinity', 0, 0) o limit 1), false) then return; end if;
  select array_agg(mu.unit_id) into held
    from member_unit mu where mu.pid = patient and mu.partner_id = here and mu.unit_id = any (mine) and mu.status <> 'active';
  return query select r.id, r.original from reading r
    where r.pid = patient and r.original is not null and r.measured_at > coalesce(since, '-infinity')
      and r.partner_id = here and r.unit_id = any (mine) and (held is null or r.unit_id <> all (held));
end $$;
revoke execute on function app_reading_originals(int, timestamptz) from public;
grant execute on function app_reading_originals(int, timestamptz) to teleward_app;
