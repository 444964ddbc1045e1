-- The administration of an institution: its units, staff, rights and screens, and the reading of its audit log.
--
-- `app.admin` says what the caller may administer, by the permission table: some of `partner`, `ui`, `audit`, with commas.
-- How far it reaches (decision 41): an administrator administers the units of the account, whoever holds the root unit the
-- whole institution, the operator (institution 0) all of them. Nobody administers oneself: nobody raises own rights.

create function app_may(what text) returns boolean language sql stable as $$
  select current_setting('app.kind', true) = 'staff'
    and what = any (string_to_array(coalesce(current_setting('app.admin', true), ''), ',')) $$;
create function app_operator() returns boolean language sql stable as $$
  select current_setting('app.kind', true) = 'staff' and coalesce(current_setting('app.admin', true), '') <> ''
    and current_setting('app.partner', true) = '0' $$;
-- SECURITY DEFINER, here and below: the answer must not depend on what the caller sees.
create function app_holds_root() returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return coalesce(current_setting('app.admin', true), '') <> '' and exists (select 1 from unit u
    where u.id = any (app_units()) and u.partner_id = app_partner() and u.main_id is null and u.status = 'active');
end $$;
create function app_administers(what text, institution int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return app_may(what) and (app_operator() or (institution = app_partner() and app_holds_root()));
end $$;
create function app_administers_unit(house int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return app_may('partner') and exists (select 1 from unit u where u.id = house
    and (app_operator() or (u.partner_id = app_partner() and (app_holds_root() or u.id = any (app_units())))));
end $$;
-- Of a person in an institution: all of it, so every unit of the person has to be in reach.
create function app_administers_person(person int, institution int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return app_may('partner') and person <> app_mid() and (app_operator() or (institution = app_partner() and (app_holds_root()
    or (exists (select 1 from staff_unit su where su.mid = person and su.partner_id = institution)
      and not exists (select 1 from staff_unit su where su.mid = person and su.partner_id = institution and su.unit_id <> all (app_units()))))));
end $$;
create function app_shares_unit(person int, institution int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return app_operator() or (institution = app_partner() and (app_holds_root() or exists (select 1 from staff_unit su
    where su.mid = person and su.partner_id = institution and su.unit_id = any (app_units()))));
end $$;
create function app_binds(institution int, doctor int, nurse int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return app_may('partner') and nurse <> app_mid() and app_shares_unit(doctor, institution) and app_shares_unit(nurse, institution);
end $$;
-- Rows of the audit log: the institution's, or, for an administrator of units, those by their staff and about their patients.
create function app_audits(institution int, person int, patient int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return app_may('audit') and (app_operator() or (institution = app_partner() and (app_holds_root()
    or exists (select 1 from staff_unit su where su.mid = person and su.partner_id = institution and su.unit_id = any (app_units()))
    or exists (select 1 from member_unit mu where mu.pid = patient and mu.partner_id = institution and mu.unit_id = any (app_units())))));
end $$;
create function app_audits_all() returns boolean language sql stable as $$ select app_may('audit') and app_holds_root() $$;

-- ── versions, against two who change the same ───────────────────────────────────────────────────────────────────
alter table unit add column version int not null default 1;
alter table staff_partner add column version int not null default 1;
alter table session add column screen text check (char_length(screen) <= 40);

-- The tree of units: of one institution, and without a circle, whoever writes it and however many at once.
create function unit_in_tree() returns trigger language plpgsql security definer set search_path = public as $$
declare
  at int := new.main_id;
  steps int := 0;
  home int;
begin
  if tg_op = 'UPDATE' and new.main_id is not distinct from old.main_id and new.partner_id = old.partner_id then return new; end if;
  perform pg_advisory_xact_lock(7301, new.partner_id);
  while at is not null loop
    if at = new.id or steps > 1000 then
      raise exception 'units form a circle' using errcode = '23514', constraint = 'unit_tree';
    end if;
    select u.main_id, u.partner_id into at, home from unit u where u.id = at;
    if home is distinct from new.partner_id then
      raise exception 'a unit lies in the tree of its own institution' using errcode = '23514', constraint = 'unit_tree';
    end if;
    steps := steps + 1;
  end loop;
  return new;
end $$;
create trigger unit_in_tree before insert or update on unit for each row execute function unit_in_tree();

-- ── interface of an institution ─────────────────────────────────────────────────────────────────────────────────
create table ui_config_version (
  partner_id int not null references partner (id),
  number int not null check (number > 0),
  state text not null check (state in ('draft', 'published', 'superseded')),
  config jsonb not null check (jsonb_typeof(config) = 'object'),
  revision int not null default 1,                    -- of a draft: counts its saves
  edited_by int references staff (mid), edited_at timestamptz not null,
  published_by int references staff (mid), published_at timestamptz,
  rolled_back_from int, remark text,
  primary key (partner_id, number),
  check ((state = 'draft') = (published_at is null))
);
create unique index ui_config_draft on ui_config_version (partner_id) where state = 'draft';
create unique index ui_config_published on ui_config_version (partner_id) where state = 'published';
-- What was published stays as it was published.
create function ui_config_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.state <> 'draft' then raise exception 'a published version stays' using errcode = '23514'; end if;
  if tg_op = 'UPDATE' and old.state <> 'draft' and (new.config <> old.config or new.state = 'draft' or new.number <> old.number) then
    raise exception 'a published version stays as it is' using errcode = '23514';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger ui_config_kept before update or delete on ui_config_version for each row execute function ui_config_kept();

-- ── the audit log's reader ──────────────────────────────────────────────────────────────────────────────────────
create table audit_look (
  audit_id bigint primary key references audit_log (id),
  partner_id int not null references partner (id), mid int not null references staff (mid),
  note text not null check (char_length(note) between 1 and 500), at timestamptz not null
);
create index audit_emergency on audit_log (partner_id, id desc) where action = 'emergency access';

-- ── rights and policies ─────────────────────────────────────────────────────────────────────────────────────────
grant select, insert, update, delete on ui_config_version to teleward_app, teleward_system;
grant select, insert on audit_look to teleward_app, teleward_system;
grant insert, update on partner, unit to teleward_app;
grant update (doctortype, staff_type, title, privileges, status, version) on staff_partner to teleward_app;
grant insert, delete on staff_unit, nurse_binding to teleward_app;
do $$
declare t text;
begin
  foreach t in array array['ui_config_version', 'audit_look'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
  end loop;
  -- These were for every command while the application could only read.
  foreach t in array array['unit', 'staff_partner', 'staff_unit', 'nurse_binding'] loop
    execute format('drop policy own_partner on %I', t);
    execute format('create policy own_partner on %I for select to teleward_app using (partner_id = (select app_partner()) or (select app_operator()))', t);
  end loop;
end $$;
drop policy own_partner on partner;
create policy own_partner on partner for select to teleward_app using (id = (select app_partner()) or (select app_operator()));
drop policy colleagues on staff;
create policy colleagues on staff for select to teleward_app using (app_colleague(mid) or (select app_operator()));
create policy administered on partner for update to teleward_app
  using (app_administers('partner', id) or app_administers('ui', id)) with check (app_administers('partner', id) or app_administers('ui', id));
create policy founded on partner for insert to teleward_app with check ((select app_operator()) and (select app_may('partner')));
create policy administered on unit for update to teleward_app using (app_administers_unit(id)) with check (app_administers_unit(id));
create policy founded on unit for insert to teleward_app with check (app_administers('partner', partner_id));
create policy administered on staff_partner for update to teleward_app
  using (app_administers_person(mid, partner_id)) with check (app_administers_person(mid, partner_id));
create policy placed on staff_unit for insert to teleward_app
  with check (mid <> (select app_mid()) and app_administers_unit(unit_id));
create policy taken on staff_unit for delete to teleward_app
  using (mid <> (select app_mid()) and app_administers_unit(unit_id));
create policy bound on nurse_binding for insert to teleward_app with check (app_binds(partner_id, did, mid));
create policy unbound on nurse_binding for delete to teleward_app using (app_binds(partner_id, did, mid));
create policy administered on ui_config_version to teleward_app
  using (app_administers('ui', partner_id)) with check (app_administers('ui', partner_id));
create policy audited on audit_log for select to teleward_app
  using (((select app_operator()) and (select app_may('audit'))) or (partner_id = (select app_partner())
    and ((select app_audits_all()) or ((select app_may('audit')) and app_audits(partner_id, mid, pid)))));
create policy audited on audit_look for select to teleward_app
  using ((select app_may('audit')) and (partner_id = (select app_partner()) or (select app_operator())));
create policy looked on audit_look for insert to teleward_app
  with check (mid = (select app_mid()) and exists (select 1 from audit_log l
    where l.id = audit_id and l.partner_id = audit_look.partner_id and app_audits(l.partner_id, l.mid, l.pid)));

-- ── what the application's role does not see, and an administrator has to know or do ────────────────────────────────
create function app_staff_standing(institution int, people int[], moment timestamptz)
returns table (mid int, sessions int, last_seen timestamptz, line boolean, visits int, drafts int)
language plpgsql stable security definer set search_path = public as $$
begin
  if not app_may('partner') then return; end if;
  return query select sp.mid,
      (select count(*)::int from session se where se.mid = sp.mid and se.partner_id = institution and se.ended_at is null and se.expires_at > moment),
      (select max(se.last_seen_at) from session se where se.mid = sp.mid and se.partner_id = institution),
      exists (select 1 from line_binding lb where lb.mid = sp.mid),
      (select count(*)::int from appointment a where a.did = sp.mid and a.partner_id = institution and a.start_at > moment
        and a.status in ('held', 'registered', 'checkedIn', 'redial')),
      (select count(*)::int from note n where n.author_mid = sp.mid and n.partner_id = institution and n.state in ('draft', 'prepared'))
    from staff_partner sp where sp.partner_id = institution and sp.mid = any (people) and app_shares_unit(sp.mid, institution);
end $$;

create function app_screens_open(institution int, moment timestamptz)
returns table (screen text, mid int, name text)
language plpgsql stable security definer set search_path = public as $$
begin
  if not app_administers('ui', institution) then return; end if;
  return query select distinct se.screen, se.mid, s.name from session se join staff s on s.mid = se.mid
    where se.partner_id = institution and se.ended_at is null and se.screen is not null and se.connected_until > moment order by 1, 3;
end $$;

create function app_end_sessions_of(person int, institution int, why text, moment timestamptz)
returns table (sid uuid, mid int, device_type smallint)
language plpgsql security definer set search_path = public as $$
begin
  if not app_administers_person(person, institution) then raise exception 'not administered' using errcode = '42501'; end if;
  return query update session se set ended_at = moment, end_reason = why, connected_until = null
    where se.mid = person and se.partner_id = institution and se.ended_at is null returning se.sid, se.mid, se.device_type;
end $$;

-- A new account with its membership and units, in one act. Answers its mid.
create function app_invite_staff(institution int, login text, mobile text, called text, called_en text, secret_hash text,
  kind text, type smallint, known_as text, review_state text, rights text[], houses int[])
returns int language plpgsql security definer set search_path = public as $$
declare person int;
begin
  if not app_may('partner') or cardinality(houses) = 0 or not (app_operator() or institution = app_partner())
    or exists (select 1 from unnest(houses) h where not app_administers_unit(h)
      or not exists (select 1 from unit u where u.id = h and u.partner_id = institution)) then
    raise exception 'not administered' using errcode = '42501';
  end if;
  insert into staff (account, phone, name, name_en, mobilecode) values (login, mobile, called, called_en, 0) returning staff.mid into person;
  insert into staff_credential (mid, password_hash) values (person, secret_hash);
  insert into staff_partner (mid, partner_id, staff_type, doctortype, title, privileges, review)
    values (person, institution, type, kind, known_as, rights, review_state);
  insert into staff_unit (mid, partner_id, unit_id) select person, institution, h from unnest(houses) h;
  return person;
end $$;
do $$
declare f text;
begin
  foreach f in array array['app_staff_standing(int, int[], timestamptz)', 'app_screens_open(int, timestamptz)',
    'app_end_sessions_of(int, int, text, timestamptz)',
    'app_invite_staff(int, text, text, text, text, text, text, smallint, text, text, text[], int[])'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to teleward_app', f);
  end loop;
end $$;
