-- Whether a record is open, said once.
--
-- What opens it: the patient's authorisation, given in a unit of the caller's where the membership is active, or the
-- caller's own emergency access in such a unit. `living` are these units; an authorisation counts before an emergency. It
-- runs with the rights of whoever asks; the functions that call it ask as the owner, and inline it. The memberships that live
-- are looked up once for a patient, and not once more for each authorisation and each access.
drop function record_state(int, int, int[], int[], int);
create function record_state(patient int, here int, living int[], me int)
returns table (state text, until timestamptz)
language sql stable rows 1 as $$
  select case when c.found then 'authorised' when e.until is not null then 'emergency' else 'notAuthorised' end,
    case when c.found then c.until else e.until end
  from (
    select count(*) > 0 as found, case when bool_or(g.ends_at is null) then null else max(g.ends_at) end as until
    from consent g
    where g.pid = patient and g.kind = 'record' and g.state = 'active' and g.partner_id = here and g.unit_id = any (living)
      and g.starts_at <= now() and (g.ends_at is null or g.ends_at > now())
  ) c
  cross join (
    select max(x.until) as until from emergency_access x
    where x.pid = patient and x.mid = me and x.partner_id = here and x.unit_id = any (living) and x.until > now()
  ) e
$$;
create function app_living_units(patient int) returns int[] language sql stable as $$
  select array_agg(mu.unit_id) from member_unit mu
  where mu.pid = patient and mu.partner_id = app_partner() and mu.unit_id = any (app_units()) and mu.status = 'active'
$$;

-- Who does not see all patients of the units sees their own alone. The right to visits says which: without it one sees no
-- more than with it for one's own.
create or replace function app_member_visible(patient int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from member_unit mu where mu.pid = patient and mu.partner_id = app_partner()
    and mu.unit_id = any (app_units()) and mu.status = 'active')
    and (app_appt() = 'y' or app_own_patient(patient));
end $$;

-- Is the record of this patient, whom the caller knows of, open to the caller?
create or replace function app_record_open(patient int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return (app_appt() = 'y' or app_own_patient(patient))
    and (select s.state <> 'notAuthorised' from record_state(patient, app_partner(), app_living_units(patient), app_mid()) s);
end $$;
-- The same for all patients at once, which lists look into: as a join, since one by one they cost ten times as much.
create function app_open_records() returns setof int language plpgsql stable security definer set search_path = public as $$
begin
  return query
    select o.pid from (
      select g.pid, g.unit_id from consent g
      where g.kind = 'record' and g.state = 'active' and g.partner_id = app_partner() and g.unit_id = any (app_units())
        and g.starts_at <= now() and (g.ends_at is null or g.ends_at > now())
      union select x.pid, x.unit_id from emergency_access x
      where x.mid = app_mid() and x.partner_id = app_partner() and x.unit_id = any (app_units()) and x.until > now()
    ) o join member_unit mu on mu.pid = o.pid and mu.unit_id = o.unit_id and mu.status = 'active'
    where app_appt() = 'y' or app_own_patient(o.pid);
end $$;
-- What the caller may open by the right to records: for who reads those of their own patients, of these.
create function app_record_state(patient int) returns table (state text, until timestamptz)
language plpgsql stable security definer rows 1 set search_path = public as $$
begin
  if (app_emr() = 'y' and app_appt() = 'y') or (app_emr() in ('y', 'o') and app_own_patient(patient)) then
    return query select s.state, s.until from record_state(patient, app_partner(), app_living_units(patient), app_mid()) s;
  else
    return query select 'notAuthorised'::text, null::timestamptz;
  end if;
end $$;

-- The busiest reads say it by the same.

-- A member in full by account; of two with one account the older one of those the caller sees.
create or replace function app_member_sheet(wanted text) returns json
language plpgsql stable security definer set search_path = public as $$
declare
  here int := app_partner();
  mine int[] := app_units();
  emr text := app_emr();
  appt text := app_appt();
  m member;
  w record;
  state text := 'notAuthorised';
  until timestamptz;
  histories json;
begin
  if current_setting('app.kind', true) is distinct from 'staff' then return null; end if;
  for m in select p.* from member p where p.account = wanted order by p.pid loop
    select array_agg(mu.unit_id) filter (where mu.status <> 'active') as held, array_agg(mu.unit_id order by mu.unit_id) filter (where mu.status = 'active') as living,
        json_agg(json_build_object('unitId', u.id, 'unitName', u.name, 'unitNameEn', u.name_en,
          'status', case mu.status when 'active' then 'active' else 'disabled' end) order by u.id) as units
      into w
      from member_unit mu join unit u on u.id = mu.unit_id
      where mu.pid = m.pid and mu.partner_id = here and mu.unit_id = any (mine);
    continue when w.living is null or (appt <> 'y' and not app_own_patient(m.pid));
    if emr = 'y' or (emr = 'o' and app_own_patient(m.pid)) then
      select s.state, s.until into state, until from record_state(m.pid, here, w.living, app_mid()) s;
      if state <> 'notAuthorised' then
        histories := (select coalesce(json_agg(h), '[]') from (
          select i.id, i.kind, i.note, i.ename, i.mh_other_value, i.severity, i.recorded_at as "recordedAt"
          from member_history i
          where i.pid = m.pid and i.partner_id = here and i.unit_id = any (mine) and (w.held is null or i.unit_id <> all (w.held))
            and i.withdrawn_at is null
          order by i.id) h);
      end if;
    end if;
    return json_build_object(
      'pid', m.pid, 'memberNo', m.member_no, 'name', m.name, 'nameEn', m.name_en, 'gender', m.gender,
      'birthday', m.birthday, 'vip', m.vip, 'idLast', right(m.id_number, 3), 'unitId', w.living[1],
      'authorised', state, 'authorisedUntil', until, 'histories', histories, 'units', w.units,
      'account', m.account, 'idNumber', m.id_number, 'height', m.height, 'weight', m.weight,
      'nhiCardNumber', m.nhi_card_number, 'mobile', m.mobile, 'mobilecode', m.mobilecode, 'email', m.email,
      'language', m.language, 'avatar', m.avatar, 'version', m.version,
      'emergencyContact', case when m.emergency_contact is null then null else json_build_object(
        'name', m.emergency_contact ->> 'name', 'relation', m.emergency_contact ->> 'relation', 'phone', m.emergency_contact ->> 'phone') end);
  end loop;
  return null;
end $$;

-- Rows of a member list, in the order asked for; `unit_ids` says of each patient under which unit it is shown.
create or replace function app_member_rows(pids int[], unit_ids int[], moment timestamptz)
returns table (place bigint, patient json)
language plpgsql stable security definer set search_path = public as $$
declare
  here int := app_partner();
  mine int[] := app_units();
  me int := app_mid();
  emr text := app_emr();
  appt text := app_appt();
  monitor text := app_monitor();
begin
  if current_setting('app.kind', true) is distinct from 'staff' then return; end if;
  return query
  select t.place, json_build_object(
    'pid', m.pid, 'memberNo', m.member_no, 'name', m.name, 'nameEn', m.name_en, 'gender', m.gender,
    'birthday', m.birthday, 'vip', m.vip, 'idLast', right(m.id_number, 3), 'unitId', u.id, 'unitName', u.name, 'unitNameEn', u.name_en,
    'authorised', auth.state, 'authorisedUntil', auth.until,
    'allergies', case when auth.state <> 'notAuthorised' then (
      select coalesce(json_agg(json_build_object('note', h.note, 'ename', h.ename, 'severity', h.severity) order by h.id), '[]')
      from member_history h
      where h.pid = m.pid and h.kind = 'sensitive_matters' and h.withdrawn_at is null
        and h.partner_id = here and h.unit_id = any (mine) and (w.held is null or h.unit_id <> all (w.held))) end,
    'identity', m.identity, 'mobile', m.mobile, 'mobilecode', m.mobilecode, 'account', m.account, 'nhiLast', right(m.nhi_card_number, 4),
    'height', m.height, 'weight', m.weight, 'email', m.email, 'language', m.language, 'status', 'active', 'changedAt', null,
    'createdAt', m.created_at, 'createdBy', (select s.name from staff s where s.mid = m.created_by
      and exists (select 1 from staff_partner sp where sp.mid = s.mid and sp.partner_id = here)), 'version', m.version,
    'doctor', (select s.name from staff s where s.mid = coalesce(coming.did, past.did)), 'lastVisitAt', past.start_at, 'lastQid', past.qid,
    'next', case when coming.qid is null then null else json_build_object('qid', coming.qid, 'startAt', coming.start_at, 'site', coming.site, 'status', coming.status) end,
    'twin', m.birthday is not null and exists (select 1 from member o
      where o.name = m.name and o.birthday = m.birthday and o.pid <> m.pid and app_member_visible(o.pid)),
    'readings', case when auth.state = 'notAuthorised' or monitor not in ('y', 'o') then '[]'::json else (
      select coalesce(json_agg(json_build_object('kind', x.kind, 'value', x.value, 'diastolic', x.diastolic, 'unit', x.unit, 'flagged', x.flagged)
        order by x.measured_at desc), '[]')
      from (select r.kind, r.value, r.diastolic, r.unit, r.flagged, r.measured_at
        from last_measurement l join reading r on r.id = l.reading_id
        where l.pid = m.pid and l.partner_id = here and l.unit_id = any (mine) and (w.held is null or l.unit_id <> all (w.held))
          and (monitor = 'y' or app_own_patient(l.pid))
        order by l.measured_at desc limit 3) x) end)
  from unnest(pids, unit_ids) with ordinality t(pid, unit_id, place)
  join member m on m.pid = t.pid
  join unit u on u.id = t.unit_id and u.id = any (mine)
  cross join lateral (
    select array_agg(mu.unit_id) filter (where mu.status <> 'active') as held, array_agg(mu.unit_id) filter (where mu.status = 'active') as living
    from member_unit mu where mu.pid = t.pid and mu.partner_id = here and mu.unit_id = any (mine)
  ) w
  left join lateral (
    select case when r.may then s.state else 'notAuthorised' end as state, case when r.may then s.until end as until
    from (select emr = 'y' or (emr = 'o' and app_own_patient(t.pid)) as may) r, record_state(t.pid, here, w.living, me) s
  ) auth on true
  left join lateral (
    select q.qid, q.start_at, q.did from appointment q
    where q.pid = t.pid and q.status in ('finished', 'closed') and q.start_at <= moment
      and q.partner_id = here and q.unit_id = any (mine) and (w.held is null or q.unit_id <> all (w.held))
      and (appt = 'y' or (appt = 'o' and me in (q.booked_by, q.did)))
      and exists (select 1 from staff_partner sp where sp.mid = q.did and sp.partner_id = here)
    order by q.start_at desc limit 1
  ) past on true
  left join lateral (
    select q.qid, q.start_at, q.site, q.status, q.did from appointment q
    where q.pid = t.pid and q.status in ('held', 'registered', 'checkedIn', 'redial') and q.start_at > moment - interval '3 hours'
      and q.partner_id = here and q.unit_id = any (mine) and (w.held is null or q.unit_id <> all (w.held))
      and (appt = 'y' or (appt = 'o' and me in (q.booked_by, q.did)))
      and exists (select 1 from staff_partner sp where sp.mid = q.did and sp.partner_id = here)
    order by q.start_at limit 1
  ) coming on true
  where w.living is not null and (appt = 'y' or app_own_patient(t.pid));
end $$;

-- A page of visits as every list shows them; in no order.
create or replace function app_visit_rows(qids int[])
returns table (
  qid int, "partnerId" int, "unitId" int, "unitName" text, "unitNameEn" text, pid int, e_name text, did int,
  roomid uuid, mr_id uuid, status text, "statusBy" text, finish boolean, closed boolean, "inConsultation" boolean,
  kind text, "interval" smallint, proxy boolean, "bookedBy" int, date date, "startAt" timestamptz,
  "durationMinutes" int, "queueNo" int, site text, "serviceItem" text, "consultProblem" text, "callTarget" text,
  fee int, currency text, payment text, p_memo text, "cancelReason" text, tries int, sms_room smallint,
  "checkedInAt" timestamptz, "startedAt" timestamptz, "finishedAt" timestamptz, "finishedBy" int, "noteSigned" boolean,
  "deviceCheck" jsonb, version int, link text, doctor json, patient json)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  here int := app_partner();
  mine int[] := app_units();
  me int := app_mid();
  emr text := app_emr();
  appt text := app_appt();
  grantors int[];
begin
  if current_setting('app.kind', true) is distinct from 'staff' or appt not in ('y', 'o') then return; end if;
  if appt = 'o' then grantors := app_grantors('contact.others'); end if;
  return query
  select a.qid, a.partner_id, a.unit_id, u.name, u.name_en, a.pid, m.name_en, a.did,
    a.room_id, n.id, a.status, a.status_by, a.finish, a.closed,
    w.near and exists (select 1 from room r where r.qid = a.qid and r.state = 'live' and r.partner_id = here and r.unit_id = any (mine)),
    a.kind, a."interval", a.proxy, a.booked_by, a.date, a.start_at,
    a.duration_minutes, a.queue_no, a.site, a.service_item, a.consult_problem, a.call_target,
    a.fee, a.currency, a.payment, a.p_memo, a.cancel_reason, a.tries, a.sms_room,
    a.checked_in_at, a.started_at, a.finished_at, a.finished_by, n.signed,
    a.device_check, a.version,
    case when w.near then (select l.state from video_link l
      where l.qid = a.qid and l.kind <> 'pay' and l.partner_id = here and l.unit_id = any (mine)
      order by (l.state in ('dead', 'expired', 'sendFailed')), coalesce(l.joined_at, l.opened_at, l.sent_at) desc nulls last limit 1) end,
    json_build_object('mid', d.mid, 'name', d.name, 'nameEn', d.name_en),
    json_build_object(
      'pid', m.pid, 'memberNo', m.member_no, 'name', m.name, 'nameEn', m.name_en, 'gender', m.gender,
      'birthday', m.birthday, 'vip', m.vip, 'idLast', right(m.id_number, 3), 'unitId', u.id, 'unitName', u.name, 'unitNameEn', u.name_en,
      'authorised', auth.state, 'authorisedUntil', auth.until,
      'allergies', case when auth.state <> 'notAuthorised' then (
        select coalesce(json_agg(json_build_object('note', h.note, 'ename', h.ename, 'severity', h.severity) order by h.id), '[]')
        from member_history h
        where h.pid = a.pid and h.kind = 'sensitive_matters' and h.withdrawn_at is null
          and h.partner_id = here and h.unit_id = any (mine) and (w.held is null or h.unit_id <> all (w.held))) end)
  from unnest(qids) t(qid)
  join appointment a on a.qid = t.qid
  join member m on m.pid = a.pid
  join unit u on u.id = a.unit_id
  join staff d on d.mid = a.did and exists (select 1 from staff_partner sp where sp.mid = d.mid and sp.partner_id = here)
  cross join lateral (
    select array_agg(mu.unit_id) filter (where mu.status <> 'active') as held, array_agg(mu.unit_id) filter (where mu.status = 'active') as living,
      appt = 'y' or app_takes_part(a.pid) as near
    from member_unit mu where mu.pid = a.pid and mu.partner_id = here and mu.unit_id = any (mine)
  ) w
  cross join lateral (
    select (array_agg(o.id order by (o.author_mid = a.did) desc, o.created_at, o.id))[1] as id,
      coalesce(bool_or(o.state in ('signed', 'amended')), false) as signed
    from note o where o.qid = a.qid and o.state <> 'withdrawn' and o.partner_id = here
  ) n
  left join lateral (
    select case when r.may then s.state else 'notAuthorised' end as state, case when r.may then s.until end as until
    from (select (emr = 'y' and appt = 'y') or (emr in ('y', 'o') and app_own_patient(a.pid)) as may) r, record_state(a.pid, here, w.living, me) s
  ) auth on true
  where a.partner_id = here and a.unit_id = any (mine) and w.living is not null and (w.held is null or a.unit_id <> all (w.held))
    and (appt = 'y' or me in (a.booked_by, a.did)
      or (a.status in ('held', 'registered', 'checkedIn', 'redial', 'autoCancelled') and a.did = any (grantors)
        and app_granted('contact.others', a.did, a.unit_id)));
end $$;

-- One member's readings, newest first, behind a row that says whose they are and whether they are open.
create or replace function app_readings_of(patient int, only_unit int, kinds text[], since timestamptz, rows_wanted int, rows_skipped int)
returns table (
  open boolean, off boolean, total int, name text, "memberNo" text, "unitId" int, "unitName" text,
  id bigint, kind text, value numeric, diastolic smallint, pulse smallint, unit text, "measuredAt" timestamptz, "receivedAt" timestamptz,
  "dataType" text, "deviceName" text, "deviceType" text, source text, flagged boolean)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  here int := app_partner();
  mine int[] := app_units();
  me int := app_mid();
  monitor text := app_monitor();
  appt text := app_appt();
  held int[];
  living int[];
  at_unit int;
  own boolean := false;
  may_read boolean := false;
  is_off boolean;
  many int;
begin
  if current_setting('app.kind', true) is distinct from 'staff' then return; end if;
  select array_agg(mu.unit_id) filter (where mu.status <> 'active'), array_agg(mu.unit_id) filter (where mu.status = 'active'),
      min(mu.unit_id) filter (where mu.status = 'active' and (only_unit is null or mu.unit_id = only_unit))
    into held, living, at_unit
    from member_unit mu where mu.pid = patient and mu.partner_id = here and mu.unit_id = any (mine);
  if at_unit is null then return; end if;
  if appt <> 'y' or monitor <> 'y' then own := app_own_patient(patient); end if;
  if appt <> 'y' and not own then return; end if;
  if monitor = 'y' or (monitor = 'o' and own) then
    may_read := (select s.state <> 'notAuthorised' from record_state(patient, here, living, me) s);
  end if;
  if not may_read then
    open := false;
    return next;
    return;
  end if;
  select true, exists (select 1 from monitor_off o where o.pid = patient and o.on_at is null and o.partner_id = here and o.unit_id = any (mine)
        and (held is null or o.unit_id <> all (held))),
      (select count(*)::int from reading r where r.pid = patient and r.partner_id = here and r.unit_id = any (mine) and (held is null or r.unit_id <> all (held))
        and (kinds is null or r.kind = any (kinds)) and (since is null or r.measured_at > since)),
      m.name, m.member_no, u.id, u.name
    into open, off, total, name, "memberNo", "unitId", "unitName"
    from member m, unit u where m.pid = patient and u.id = at_unit;
  return next;
  return query
    select null::boolean, null::boolean, null::int, null::text, null::text, null::int, null::text,
      r.id, r.kind, r.value, r.diastolic, r.pulse, r.unit, r.measured_at, r.received_at, r.data_type, r.device_name, r.device_type, r.source, r.flagged
    from reading r
    where r.pid = patient and r.partner_id = here and r.unit_id = any (mine) and (held is null or r.unit_id <> all (held))
      and (kinds is null or r.kind = any (kinds)) and (since is null or r.measured_at > since)
    order by r.measured_at desc, r.id desc limit rows_wanted offset rows_skipped;
end $$;

-- ── the policies that said it in words of their own ─────────────────────────────────────────────────────────────
-- What was measured is read by the right to monitoring alone, in an open record. Whoever entered a reading sees that it
-- is there; that they read it on is the service's to refuse. Of many rows at once PostgreSQL asks what is open once, which
-- a function would be asked for each: here the rows of consents and accesses that the caller may see say so, and theirs
-- are the same units and the same memberships.
do $$
declare
  t text;
  opened constant text := $p$ ((select app_monitor()) = 'y' or ((select app_monitor()) = 'o' and app_own_patient(pid)))
    and ((select app_sees_all()) or app_own_patient(pid))
    and (exists (select 1 from consent c where c.pid = %1$I.pid and c.kind = 'record' and c.state = 'active'
        and c.partner_id = (select app_partner()) and c.unit_id = any ((select app_units())::int[])
        and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now()))
      or exists (select 1 from emergency_access e where e.pid = %1$I.pid and e.mid = (select app_mid()) and e.until > now()
        and e.partner_id = (select app_partner()) and e.unit_id = any ((select app_units())::int[]))) $p$;
  here constant text := $p$ (select app_kind()) = 'staff' and partner_id = (select app_partner())
    and unit_id = any ((select app_units())::int[]) $p$;
begin
  foreach t in array array['reading', 'last_measurement', 'device_log'] loop
    execute format('drop policy record_open on %I', t);
    execute format('create policy record_open on %1$I for select to teleward_app using (' || here
      || ' and (recorded_by = (select app_mid()) or (' || opened || ')))', t);
  end loop;
  execute format('alter policy record_open on %1$I using (' || here || ' and ' || opened || ')', 'monitor_alert');
  execute format('alter policy taken on %1$I using (' || here || ' and ' || opened || ') with check (' || here || ' and ' || opened || ')', 'monitor_alert');
end $$;
-- Who does not see all patients sees the cases, and finds the names, of their own.
do $$
declare t text;
begin
  foreach t in array array['crm_case', 'crm_entry', 'ai_suggestion'] loop
    execute format($p$ alter policy living_membership on %I using (
      ((unit_id::bigint << 32) | pid) <> all ((select app_held_back())::bigint[]) and ((select app_sees_all()) or app_own_patient(pid))) $p$, t);
  end loop;
end $$;
alter policy own_patients on member_token using ((select app_sees_all()) or app_own_patient(pid));

-- Histories of whom the right to records is for, in an open record: looked up once for a statement.
alter policy record_readers on member_history using ((select app_kind()) <> 'staff'
  or (((select app_emr()) = 'y' or ((select app_emr()) = 'o' and app_own_patient(pid))) and pid in (select app_open_records())));

revoke execute on function app_open_records(), app_record_state(int) from public;
grant execute on function app_open_records(), app_record_state(int) to teleward_app, teleward_system;
