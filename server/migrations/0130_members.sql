-- Members: added, changed, disabled, imported.

-- Two institutions know the same person without knowing of each other: a national id is one person's within an
-- institution, not in the whole database. Who holds it there stands in `member_claim`.
drop index member_id_number;
create index member_id_number on member (id_number) where id_number is not null;
alter table member add identity text not null generated always as (case
    when id_number ~ '^[A-Z][12][0-9]{8}$' then 'nationalId'
    when id_number ~ '^[A-Z][89A-D][0-9]{8}$' then 'residentPermit'
    else 'none' end) stored;
alter table member add created_by int references staff (mid);
create index member_twin on member (name, birthday) where birthday is not null;
create sequence member_number;
grant usage on sequence member_number to teleward_system;

-- Who brought the member into the unit, and since when the membership is in the state it is in. `merged`: the unit's
-- records lie with another member until the merge is undone; to every wall it is as disabled.
alter table member_unit add added_by int references staff (mid), add changed_at timestamptz;
alter table member_unit drop constraint member_unit_status_check;
alter table member_unit add constraint member_unit_status_check check (status in ('active', 'disabled', 'partnerDisabled', 'merged'));
create or replace function member_unit_follow() returns trigger language plpgsql security definer set search_path = public as $$
declare whole text;
begin
  if tg_op = 'INSERT' then
    insert into member_partner (pid, partner_id, since) values (new.pid, new.partner_id, new.since) on conflict do nothing;
  end if;
  if new.status not in ('disabled', 'merged') then
    select mp.status into whole from member_partner mp where mp.pid = new.pid and mp.partner_id = new.partner_id for share;
    new.status := case whole when 'disabled' then 'partnerDisabled' else 'active' end;
  end if;
  if tg_op = 'UPDATE' and new.status <> old.status then new.changed_at := now(); end if;
  return new;
end $$;
create or replace function member_partner_tell() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update member_unit mu set status = mu.status
  where mu.pid = new.pid and mu.partner_id = new.partner_id and mu.status not in ('disabled', 'merged');
  return null;
end $$;

-- Whoever sees only own patients sees those, too, whom they added.
create or replace function app_own_patient(patient int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from appointment q where q.pid = patient and q.partner_id = app_partner()
      and (q.booked_by = app_mid() or q.did = app_mid()))
    or exists (select 1 from member_unit mu where mu.pid = patient and mu.partner_id = app_partner() and mu.added_by = app_mid());
end $$;

create table member_claim (
  partner_id int not null references partner (id), value text not null, holder int not null references member (pid),
  primary key (partner_id, value)
);
create index member_claim_holder on member_claim (holder);
insert into member_claim (partner_id, value, holder)
  select mp.partner_id, v.value, m.pid from member m join member_partner mp on mp.pid = m.pid
  cross join lateral (values (m.id_number), (m.account)) v(value) where v.value is not null order by m.pid
  on conflict do nothing;

create function app_unit_mine(at_unit int) returns boolean language sql stable security definer set search_path = public as $$
  select coalesce(app_kind() = 'staff' and at_unit = any (app_units()), false)
    and exists (select 1 from unit u where u.id = at_unit and u.partner_id = app_partner() and u.status = 'active') $$;

-- How a person of that id or account stands to a unit of the caller: `unit`, `unitDisabled`, or `partner` for anything
-- else in the institution. No name, no unit.
create function app_member_standing(at_unit int, wanted text[]) returns table (value text, standing text)
language plpgsql stable security definer set search_path = public as $$
begin
  if not app_unit_mine(at_unit) then return; end if;
  return query
    select w.value, case
      when bool_or(mu.unit_id = at_unit and mu.status in ('active', 'merged')) then 'unit'
      when bool_or(mu.unit_id = at_unit and mu.status = 'disabled') then 'unitDisabled'
      else 'partner' end
    from (select distinct x as value from unnest(wanted) x) w
    join lateral (select m.pid from member m where m.account = w.value union select m.pid from member m where m.id_number = w.value
      union select c.holder from member_claim c where c.partner_id = app_partner() and c.value = w.value) m on true
    join member_unit mu on mu.pid = m.pid and mu.partner_id = app_partner()
    group by w.value;
end $$;

-- New people of one unit of the caller. The claims decide between two who add the same person at once.
create function app_members_add(at_unit int, people jsonb) returns table (n int, pid int, member_no text)
language plpgsql security definer set search_path = public as $$
declare ids int[];
begin
  if not app_unit_mine(at_unit) then raise exception 'not a unit of the caller' using errcode = '42501'; end if;
  ids := array(select nextval(pg_get_serial_sequence('member', 'pid'))::int from generate_series(1, jsonb_array_length(people)));
  insert into member (pid, member_no, account, id_number, name, name_en, gender, birthday, height, weight, nhi_card_number, mobile, email,
      emergency_contact, language, vip, created_by) overriding system value
    select ids[p.n], 'M' || lpad(nextval('member_number')::text, 7, '0'), r.account, r.id_number, r.name, r.name_en, r.gender, r.birthday, r.height,
      r.weight, r.nhi_card_number, r.mobile, r.email, r.emergency_contact, coalesce(r.language, 'zh-TW'), coalesce(r.vip, false), app_mid()
    from jsonb_array_elements(people) with ordinality p(said, n) cross join lateral jsonb_populate_record(null::member, p.said) r;
  insert into member_claim (partner_id, value, holder)
    select distinct app_partner(), v.value, m.pid from member m cross join lateral (values (m.id_number), (m.account)) v(value)
    where m.pid = any (ids) and v.value is not null;
  insert into member_unit (pid, partner_id, unit_id, added_by) select x, app_partner(), at_unit, app_mid() from unnest(ids) x;
  return query select x.at::int, x.id, m.member_no from unnest(ids) with ordinality x(id, at) join member m on m.pid = x.id;
end $$;

-- The account or id of a member the caller sees has changed: what it claims in the institution follows.
create function app_member_reclaim(patient int) returns void language plpgsql security definer set search_path = public as $$
begin
  if app_kind() is distinct from 'staff' or not app_member_visible(patient) then
    raise exception 'not a member of the caller' using errcode = '42501';
  end if;
  delete from member_claim c where c.partner_id = app_partner() and c.holder = patient;
  insert into member_claim (partner_id, value, holder)
    select distinct app_partner(), v.value, m.pid from member m cross join lateral (values (m.id_number), (m.account)) v(value)
    where m.pid = patient and v.value is not null
      and not exists (select 1 from member_claim c join member_merge g on g.merged_pid = c.holder and g.kept_pid = patient and g.undone_at is null
        where c.partner_id = app_partner() and c.value = v.value);
end $$;

-- Members of the caller's units whose membership does not stand: that they exist, and why they are not shown.
create function app_disabled_members() returns table (pid int, unit_id int, status text, name text, member_no text, changed_at timestamptz, version int)
language plpgsql stable security definer set search_path = public as $$
begin
  if app_kind() is distinct from 'staff' or app_appt() <> 'y' then return; end if;
  return query
    select m.pid, mu.unit_id, mu.status, m.name, m.member_no, mu.changed_at, m.version
    from member_unit mu join member m on m.pid = mu.pid
    where mu.partner_id = app_partner() and mu.unit_id = any (app_units()) and mu.status in ('disabled', 'partnerDisabled');
end $$;

-- The membership of the whole institution, by somebody of one of its units.
create function app_member_partner_status(patient int, wanted text) returns boolean
language plpgsql security definer set search_path = public as $$
begin
  if app_kind() is distinct from 'staff' or not exists (select 1 from member_unit mu where mu.pid = patient
      and mu.partner_id = app_partner() and mu.unit_id = any (app_units())) then return false; end if;
  update member_partner mp set status = wanted where mp.pid = patient and mp.partner_id = app_partner() and mp.status <> wanted;
  return found;
end $$;

-- ── merges ──────────────────────────────────────────────────────────────────────────────────────────────────
-- Two entries of one person become one, in the units of whoever merges. Every row that moves is written down, by its
-- table and key, so that an undo takes back exactly those, and with a visit whatever was added to it since.
create table member_merge (
  id int generated always as identity primary key,
  partner_id int not null references partner (id), units int[] not null, added_units int[] not null default '{}',
  kept_pid int not null references member (pid), merged_pid int not null references member (pid),
  before jsonb not null default '{}', change jsonb not null default '{}',
  merged_by int not null references staff (mid), merged_at timestamptz not null default now(),
  undone_by int references staff (mid), undone_at timestamptz,
  check (kept_pid <> merged_pid)
);
create index member_merge_kept on member_merge (kept_pid) where undone_at is null;
create index member_merge_merged on member_merge (merged_pid) where undone_at is null;
create table member_merge_row (
  merge_id int not null references member_merge (id), of_table text not null, key jsonb not null,
  primary key (merge_id, of_table, key)
);

-- An import is one job, whoever repeats it.
create table member_import (
  id uuid primary key,
  partner_id int not null references partner (id), at_unit int not null references unit (id), mid int not null references staff (mid),
  file_hash text not null, total int not null, imported int not null, outcome jsonb not null, at timestamptz not null default now()
);
create index member_import_mine on member_import (mid, at desc);

do $$
declare t text;
begin
  foreach t in array array['member_claim', 'member_merge', 'member_merge_row', 'member_import'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
  end loop;
end $$;
create policy all_units on member_merge for select to teleward_app
  using ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and units <@ ((select app_units())::int[]));
grant select (id, partner_id, units, kept_pid, merged_pid, merged_by, merged_at, undone_by, undone_at) on member_merge to teleward_app;
create policy own on member_import to teleward_app
  using (mid = (select app_mid()) and partner_id = (select app_partner()) and at_unit = any ((select app_units())::int[]))
  with check (mid = (select app_mid()) and partner_id = (select app_partner()) and at_unit = any ((select app_units())::int[]));
grant select, insert, update (imported, outcome) on member_import to teleward_app;

-- Tables with rows of a patient in a unit, and their keys. What is derived from others is made anew instead.
create function member_record_tables() returns table (name text, key text) language sql stable set search_path = public as $$
  select c.relname::text, string_agg(format('t.%I', a.attname), ', ' order by array_position(i.indkey::int2[], a.attnum))
  from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and c.relname not in ('member_unit', 'member_token', 'last_measurement')
    and (select count(*) from pg_attribute x where x.attrelid = c.oid and x.attname in ('pid', 'partner_id', 'unit_id') and not x.attisdropped) = 3
  group by c.relname order by c.relname $$;

create function member_readings_anew(pids int[], at_units int[]) returns void language sql set search_path = public as $$
  delete from last_measurement l where l.pid = any (pids) and l.unit_id = any (at_units);
  insert into last_measurement (pid, partner_id, unit_id, kind, reading_id, measured_at, recorded_by)
    select distinct on (r.pid, r.unit_id, r.kind) r.pid, r.partner_id, r.unit_id, r.kind, r.id, r.measured_at, r.recorded_by
    from reading r where r.pid = any (pids) and r.unit_id = any (at_units)
    order by r.pid, r.unit_id, r.kind, r.measured_at desc, r.id desc $$;

create function member_fields(patient int, change jsonb) returns void language sql set search_path = public as $$
  update member m set version = m.version + 1, account = r.account, id_number = r.id_number, name = r.name, name_en = r.name_en, gender = r.gender,
    birthday = r.birthday, height = r.height, weight = r.weight, nhi_card_number = r.nhi_card_number, mobile = r.mobile, mobilecode = r.mobilecode,
    email = r.email, emergency_contact = r.emergency_contact, language = r.language, vip = r.vip, avatar = r.avatar
  from (select x.* from member o, jsonb_populate_record(o, change) x where o.pid = patient) r where m.pid = patient $$;

create function app_members_merge(keep int, other int, take text[]) returns int
language plpgsql security definer set search_path = public as $$
declare of_units int[]; t record; made int; was jsonb; wanted jsonb;
begin
  perform 1 from member m where m.pid in (keep, other) order by m.pid for update;
  of_units := array(select mu.unit_id from member_unit mu where mu.pid = other and mu.partner_id = app_partner() and mu.unit_id = any (app_units())
    and mu.status = 'active' order by 1);
  if app_kind() is distinct from 'staff' or keep = other or of_units = '{}' or not app_member_visible(keep) then
    raise exception 'not members of the caller' using errcode = '42501';
  end if;
  insert into member_merge (partner_id, units, added_units, kept_pid, merged_pid, merged_by)
    select app_partner(), of_units, array(select u from unnest(of_units) u where not exists
      (select 1 from member_unit mu where mu.pid = keep and mu.unit_id = u)), keep, other, app_mid() returning id into made;
  insert into member_unit (pid, partner_id, unit_id, added_by)
    select keep, app_partner(), u, app_mid() from member_merge g, unnest(g.added_units) u where g.id = made;
  for t in select * from member_record_tables() loop
    execute format($q$ with moved as (
        update %1$I t set pid = $1 where t.pid = $2 and t.partner_id = $3 and t.unit_id = any ($4) %3$s returning jsonb_build_array(%2$s) as key)
      insert into member_merge_row (merge_id, of_table, key) select $5, %1$L, key from moved $q$, t.name, t.key,
      -- The same reading under both is one: the other's stays where it is, and is not shown twice.
      case t.name when 'reading' then 'and not exists (select 1 from reading x where x.pid = $1 and x.kind = t.kind and x.measured_at = t.measured_at
        and x.value = t.value and coalesce(x.diastolic, 0) = coalesce(t.diastolic, 0) and x.device_name = t.device_name)' else '' end)
    using keep, other, app_partner(), of_units, made;
  end loop;
  select coalesce(jsonb_object_agg(k, to_jsonb(m) -> k), '{}') into was from member m, unnest(take) k where m.pid = keep;
  select coalesce(jsonb_object_agg(k, to_jsonb(m) -> k), '{}') into wanted from member m, unnest(take) k where m.pid = other;
  update member_merge g set before = was, change = wanted where g.id = made;
  update member_unit mu set status = 'merged' where mu.pid = other and mu.unit_id = any (of_units);
  perform member_fields(keep, wanted);
  update member m set version = m.version + 1 where m.pid = other;
  perform member_readings_anew(array[keep, other], of_units);
  perform member_tokens(array[keep, other]);
  return made;
end $$;

create function app_members_unmerge(merge int) returns table (kept int, other int, kept_units int[])
language plpgsql security definer set search_path = public as $$
declare g member_merge; t record; p record; u int; used boolean; back jsonb; stays int[] := '{}';
begin
  select * into g from member_merge x where x.id = merge and x.undone_at is null and app_kind() = 'staff'
    and x.partner_id = app_partner() and x.units <@ app_units() for update;
  if g.id is null then return; end if;
  perform 1 from member m where m.pid in (g.kept_pid, g.merged_pid) order by m.pid for update;
  if exists (select 1 from member_unit mu where mu.pid = g.kept_pid and mu.unit_id = any (g.units) and mu.status = 'merged') then
    raise exception 'a later merge stands on this one' using errcode = '23514', constraint = 'member_merge_later';
  end if;
  update member_merge x set undone_at = now(), undone_by = app_mid() where x.id = g.id;
  update member_unit mu set status = 'active' where mu.pid = g.merged_pid and mu.unit_id = any (g.units) and mu.status = 'merged';
  for t in select * from member_record_tables() loop
    execute format($q$ update %1$I t set pid = $1 from member_merge_row r
      where r.merge_id = $2 and r.of_table = %1$L and r.key = jsonb_build_array(%2$s) and t.pid = $3 $q$, t.name, t.key)
    using g.merged_pid, g.id, g.kept_pid;
  end loop;
  -- What was added since to a visit, room, call, recording or note that goes back goes with it; and the other way round.
  for p in select * from (values (1, 'appointment', 'qid', 'qid'), (2, 'room', 'room_id', 'room_id'), (3, 'call', 'call_id', 'call_id'),
      (4, 'recording', 'recording_id', 'recording_id'), (5, 'note', 'id', 'note_id')) v(nth, parent, key, ref) order by nth loop
    for t in select r.name from member_record_tables() r join pg_attribute a on a.attrelid = format('public.%I', r.name)::regclass
        and a.attname = p.ref and not a.attisdropped where r.name <> p.parent loop
      execute format($q$ update %1$I t set pid = p.pid from %2$I p where p.%3$I = t.%4$I and t.pid <> p.pid
        and t.pid in ($1, $2) and p.pid in ($1, $2) and t.partner_id = $3 $q$, t.name, p.parent, p.key, p.ref)
      using g.kept_pid, g.merged_pid, g.partner_id;
    end loop;
  end loop;
  perform member_readings_anew(array[g.kept_pid, g.merged_pid], g.units);
  -- A membership that came with the merge goes again, unless something was written under it since.
  foreach u in array g.added_units loop
    used := false;
    for t in select * from member_record_tables() loop
      execute format('select $3 or exists (select 1 from %I t where t.pid = $1 and t.unit_id = $2)', t.name) into used using g.kept_pid, u, used;
    end loop;
    if used then stays := stays || u;
    else delete from member_unit mu where mu.pid = g.kept_pid and mu.unit_id = u; end if;
  end loop;
  -- What the merge wrote is taken back where it still stands; what somebody wrote since stays.
  select coalesce(jsonb_object_agg(k, g.before -> k), '{}') into back from member m, jsonb_object_keys(g.change) k
    where m.pid = g.kept_pid and to_jsonb(m) -> k is not distinct from g.change -> k;
  perform member_fields(g.kept_pid, back);
  update member m set version = m.version + 1 where m.pid = g.merged_pid;
  perform member_tokens(array[g.kept_pid, g.merged_pid]);
  return query select g.kept_pid, g.merged_pid, stays;
end $$;

-- What stands in the way of a merge, of members the caller sees: a word of the rules, or nothing.
create function app_merge_hindrance(keep int, other int, today date) returns text
language plpgsql stable security definer set search_path = public as $$
declare mine int[] := app_units(); ours int := app_partner(); of_units int[];
begin
  if app_kind() is distinct from 'staff' or not app_member_visible(keep) or not app_member_visible(other) then return 'unknown'; end if;
  of_units := array(select mu.unit_id from member_unit mu where mu.pid = other and mu.partner_id = ours and mu.unit_id = any (mine) and mu.status = 'active');
  if exists (select 1 from member a, member b where a.pid = keep and b.pid = other and a.id_number <> b.id_number) then return 'ids'; end if;
  if exists (select 1 from appointment q where q.pid in (keep, other) and q.partner_id = ours and q.unit_id = any (mine)
      and (q.status in ('checkedIn', 'redial', 'held') and q.date >= today - 1))
    or exists (select 1 from room r where r.pid in (keep, other) and r.partner_id = ours and r.unit_id = any (mine) and r.state in ('waiting', 'live')) then
    return 'visit';
  end if;
  if exists (select 1 from appointment a, appointment b where a.pid = keep and b.pid = other and a.partner_id = ours and b.partner_id = ours
      and a.unit_id = any (mine) and b.unit_id = any (of_units) and a.status = 'registered' and b.status = 'registered'
      and a.start_at < b.start_at + make_interval(mins => b.duration_minutes)
      and b.start_at < a.start_at + make_interval(mins => a.duration_minutes)) then return 'sameTime'; end if;
  if exists (select 1 from member_unit mu where mu.pid = keep and mu.unit_id = any (of_units) and mu.status <> 'active') then return 'disabled'; end if;
  -- Merging opens no record that its patient has closed: the authorisation of one, the refusal of the other.
  if exists (select 1 from consent a join consent b on b.unit_id = a.unit_id and b.kind = a.kind
      where a.pid in (keep, other) and b.pid in (keep, other) and a.pid <> b.pid and a.partner_id = ours and a.unit_id = any (of_units)
        and a.state = 'active' and b.state in ('declined', 'withdrawn')
        and not exists (select 1 from consent c where c.pid = b.pid and c.unit_id = b.unit_id and c.kind = b.kind and c.state = 'active')) then
    return 'consent';
  end if;
  return null;
end $$;

-- What a member is found by: the own values, and those of entries that were merged into it.
create or replace function member_tokens(only_pids int[]) returns void language sql security definer set search_path = public as $$
  delete from member_token where pid = any (only_pids);
  insert into member_token (token, pid, partner_id, unit_id, status, kind, whole, name)
  select distinct p.token, m.pid, mu.partner_id, mu.unit_id, mu.status, p.kind, p.whole, m.name
  from member m join member_unit mu on mu.pid = m.pid
  cross join lateral (
    select m.id_number, m.account, m.mobile, m.nhi_card_number, m.name, m.name_en
    union all
    select o.id_number, o.account, o.mobile, o.nhi_card_number, o.name, o.name_en from member_merge g join member o on o.pid = g.merged_pid
    where g.kept_pid = m.pid and g.undone_at is null and mu.unit_id = any (g.units)
  ) s
  cross join lateral (
    select distinct '=' || v.value as token, 0 as kind, v.value as whole
    from unnest(array[search_text(s.id_number), search_text(s.account), s.mobile, s.nhi_card_number,
      search_text(s.name), search_text(s.name_en)]) v(value) where v.value <> ''
    union all
    select t.token, 1, n.said from unnest(array[search_text(s.name), search_text(s.name_en)]) n(said), search_parts(n.said) t(token)
    where n.said is not null
    union all
    select distinct substr(s.mobile, n, 4), 2, s.mobile from generate_series(1, char_length(s.mobile) - 3) n
  ) p
  where m.pid = any (only_pids)
$$;

do $$
declare f text;
begin
  foreach f in array array['app_unit_mine(int)', 'app_member_standing(int, text[])', 'app_members_add(int, jsonb)', 'app_member_reclaim(int)',
    'app_disabled_members()', 'app_member_partner_status(int, text)', 'app_members_merge(int, int, text[])', 'app_members_unmerge(int)',
    'app_merge_hindrance(int, int, date)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to teleward_app', f);
  end loop;
  foreach f in array array['member_record_tables()', 'member_readings_anew(int[], int[])', 'member_fields(int, jsonb)'] loop
    execute format('revoke execute on function %s from public', f);
  end loop;
end $$;
