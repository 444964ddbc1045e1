-- Who asks is one setting, and what they may another, both by name: `;kind=staff;mid=5;…;` and `;emr.read=y;…;`. A name that
-- is not there is nobody, and no right. So a server of another version that sends more names, or fewer, is understood.
create function app_asker(name text) returns text language sql stable as $$
  select nullif(split_part(split_part(current_setting('app.asker', true), ';' || name || '=', 2), ';', 1), '')
$$;
create function app_right(permission text) returns text language sql stable as $$
  select coalesce(nullif(split_part(split_part(current_setting('app.rights', true), ';' || permission || '=', 2), ';', 1), ''), '-')
$$;
create or replace function app_kind() returns text language sql stable as $$ select app_asker('kind') $$;
create or replace function app_mid() returns int language sql stable as $$ select app_asker('mid')::int $$;
create or replace function app_partner() returns int language sql stable as $$ select app_asker('partner')::int $$;
create or replace function app_pid() returns int language sql stable as $$ select app_asker('pid')::int $$;
create or replace function app_qid() returns int language sql stable as $$ select app_asker('qid')::int $$;
create or replace function app_link_pid() returns int language sql stable as $$
  select case when app_asker('kind') = 'link' then app_asker('pid')::int end
$$;
create or replace function app_units() returns int[] language sql stable as $$
  select case when app_asker('kind') = 'staff' then string_to_array(app_asker('units'), ',')::int[] end
$$;
create or replace function app_emr() returns text language sql stable as $$ select app_right('emr.read') $$;
create or replace function app_appt() returns text language sql stable as $$ select app_right('appointment.read') $$;
create or replace function app_monitor() returns text language sql stable as $$ select app_right('monitor.read') $$;
create or replace function app_outbox() returns text language sql stable as $$ select app_right('outbox.read') $$;
create or replace function app_crm() returns text language sql stable as $$ select app_right('crm.read') $$;
create or replace function app_crm_write() returns text language sql stable as $$ select app_right('crm.write') $$;
create or replace function app_chat() returns text language sql stable as $$ select app_right('chat.patient') $$;
create or replace function app_files() returns text language sql stable as $$ select app_right('file.read') $$;
create or replace function app_diet() returns text language sql stable as $$ select app_right('diet.read') $$;
create or replace function app_diet_write() returns text language sql stable as $$ select app_right('diet.advise') $$;
create or replace function app_sees_all() returns boolean language sql stable as $$
  select app_asker('kind') is distinct from 'staff' or app_right('appointment.read') = 'y'
$$;
-- What one administers has short names, each a permission.
create or replace function app_may(what text) returns boolean language sql stable as $$
  select coalesce(app_asker('kind') = 'staff', false) and 'y' = app_right(
    case what when 'partner' then 'admin.partner' when 'ui' then 'admin.ui' when 'audit' then 'audit.read'
      when 'review' then 'admin.review' when 'monitor' then 'monitor.group' end)
$$;
create function app_administers_any() returns boolean language sql stable as $$
  select app_may('partner') or app_may('ui') or app_may('audit') or app_may('review') or app_may('monitor')
$$;
create or replace function app_operator() returns boolean language sql stable as $$
  select app_administers_any() and app_partner() = 0
$$;
create or replace function app_holds_root() returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return app_administers_any() and exists (select 1 from unit u
    where u.id = any (app_units()) and u.partner_id = app_partner() and u.main_id is null and u.status = 'active');
end $$;

-- Facts that rules look up, about whoever is named: the statements of the services name the caller by what the server knows
-- of them, the policies by the settings of the transaction. Neither leans on the other.
create function own_patient(patient int, institution int, person int) returns boolean
language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from appointment q where q.pid = patient and q.partner_id = institution
      and (q.booked_by = person or q.did = person))
    or exists (select 1 from member_unit mu where mu.pid = patient and mu.partner_id = institution and mu.added_by = person);
end $$;
create or replace function app_own_patient(patient int) returns boolean language sql stable
  as $$ select own_patient(patient, app_partner(), app_mid()) $$;

create function prepares_for(author int, institution int, person int) returns boolean
language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from nurse_binding b where b.partner_id = institution and b.did = author and b.mid = person);
end $$;
create or replace function app_prepares_for(author int) returns boolean language sql stable
  as $$ select prepares_for(author, app_partner(), app_mid()) $$;

create function takes_part(patient int, institution int, person int) returns boolean
language plpgsql stable security definer set search_path = public as $$
begin
  return own_patient(patient, institution, person)
    or exists (select 1 from appointment q join nurse_binding b on b.partner_id = q.partner_id and b.did = q.did and b.mid = person
      where q.pid = patient and q.partner_id = institution)
    or exists (select 1 from call_target t where t.pid = patient and t.partner_id = institution and t.mid = person)
    or exists (select 1 from room_participant r where r.pid = patient and r.partner_id = institution and r.mid = person);
end $$;
create or replace function app_takes_part(patient int) returns boolean language sql stable
  as $$ select takes_part(patient, app_partner(), app_mid()) $$;

create function suspended_memberships(units int[]) returns bigint[]
language plpgsql stable security definer set search_path = public as $$
begin
  return (select coalesce(array_agg((mu.unit_id::bigint << 32) | mu.pid), '{}') from member_unit mu
    where mu.unit_id = any (units) and mu.status <> 'active');
end $$;
create or replace function app_held_back() returns bigint[] language sql stable
  as $$ select suspended_memberships(app_units()) $$;

create function member_visible(patient int, institution int, units int[], person int, all_patients boolean) returns boolean
language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from member_unit mu where mu.pid = patient and mu.partner_id = institution
      and mu.unit_id = any (units) and mu.status = 'active')
    and (all_patients or own_patient(patient, institution, person));
end $$;
create or replace function app_member_visible(patient int) returns boolean language sql stable
  as $$ select member_visible(patient, app_partner(), app_units(), app_mid(), app_appt() = 'y') $$;

create function record_open(patient int, institution int, units int[], person int, all_patients boolean) returns boolean
language plpgsql stable security definer set search_path = public as $$
begin
  return (all_patients or own_patient(patient, institution, person))
    and (select s.state <> 'notAuthorised' from record_state(patient, institution,
      (select array_agg(mu.unit_id) from member_unit mu
        where mu.pid = patient and mu.partner_id = institution and mu.unit_id = any (units) and mu.status = 'active'), person) s);
end $$;
create or replace function app_record_open(patient int) returns boolean language sql stable
  as $$ select record_open(patient, app_partner(), app_units(), app_mid(), app_appt() = 'y') $$;

create function open_records(institution int, units int[], person int, all_patients boolean) returns setof int
language plpgsql stable security definer set search_path = public as $$
begin
  return query
    select o.pid from (
      select g.pid, g.unit_id from consent g
      where g.kind = 'record' and g.state = 'active' and g.partner_id = institution and g.unit_id = any (units)
        and g.starts_at <= now() and (g.ends_at is null or g.ends_at > now())
      union select x.pid, x.unit_id from emergency_access x
      where x.mid = person and x.partner_id = institution and x.unit_id = any (units) and x.until > now()
    ) o join member_unit mu on mu.pid = o.pid and mu.unit_id = o.unit_id and mu.status = 'active'
    where all_patients or own_patient(o.pid, institution, person);
end $$;
create or replace function app_open_records() returns setof int language sql stable
  as $$ select open_records(app_partner(), app_units(), app_mid(), app_appt() = 'y') $$;

-- The functions of the busy reads ask for the kind of caller by the same.
do $$
declare f record;
begin
  for f in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosrc like '%current_setting(''app.kind'', true)%' loop
    execute replace(pg_get_functiondef(f.oid), 'current_setting(''app.kind'', true)', 'app_kind()');
  end loop;
end $$;
