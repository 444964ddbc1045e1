-- Grants between staff, whole: kinds, states, scope, history. Who may write what is guarded here too, whoever writes:
-- only a doctor who may decide grants, to a colleague of the same institution, with an end; what is over stays over.
alter table staff_grant rename column permission to kind;
update staff_grant set ends_at = coalesce(revoked_at, starts_at + interval '30 days') where ends_at is null or revoked_at is not null;
alter table staff_grant
  add constraint staff_grant_kind check (kind in ('shift.others', 'contact.others')),
  add column state text not null default 'active' check (state in ('planned', 'active', 'ended', 'revoked')),
  -- Only in this unit; null: in all units of the grantor.
  add column scope_unit int references unit (id),
  add column version int not null default 1,
  add column created_at timestamptz not null default now(),
  add column over_at timestamptz,
  alter column ends_at set not null,
  alter column starts_at drop default;
update staff_grant set state = 'revoked', over_at = revoked_at where revoked_at is not null;
alter table staff_grant drop column revoked_at,
  add constraint staff_grant_times check (ends_at > starts_at);
create unique index staff_grant_in_force on staff_grant (partner_id, grantor_mid, grantee_mid, kind) where state in ('planned', 'active');
create index staff_grant_held on staff_grant (grantee_mid, partner_id) where state = 'active';
create index staff_grant_given on staff_grant (grantor_mid, partner_id);
create index staff_grant_received on staff_grant (grantee_mid, partner_id, id);

-- What happened to a grant and what was done under it: both sides read it, nobody changes it.
create table staff_grant_event (
  id int generated always as identity primary key,
  grant_id int not null references staff_grant (id), partner_id int not null references partner (id),
  at timestamptz not null, mid int references staff (mid),          -- null: by the system
  action text not null check (action in ('granted', 'started', 'endChanged', 'ended', 'revoked', 'returned', 'used')),
  detail jsonb not null default '{}'
);
create index staff_grant_event_of on staff_grant_event (grant_id, id);

-- Doctor, on board, and the medical-decision privilege not taken away: `mayDecide` of the contract, word for word.
create function may_grant(person int, institution int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from staff s join staff_partner sp on sp.mid = s.mid join partner p on p.id = sp.partner_id
    where s.mid = person and sp.partner_id = institution and s.status = 'active' and sp.status = 'active' and sp.review = 'onBoard'
      and sp.doctortype = 'doctor' and not coalesce(p.settings -> 'removals' -> 'doctor', '[]') ? 'grant.give'
      and (not coalesce(p.settings -> 'removals' -> 'doctor', '[]') ? 'medical_decision' or 'medical_decision' = any (sp.privileges)));
end $$;
create function may_hold_grant(person int, institution int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from staff s join staff_partner sp on sp.mid = s.mid where s.mid = person and sp.partner_id = institution
    and s.status = 'active' and sp.status = 'active' and sp.review = 'onBoard');
end $$;

-- Until the grant is there, nobody can take its ground away: who loses the privilege meanwhile waits, and ends it then.
create function hold_grant_ground(grantor int, grantee int, institution int) returns boolean
language plpgsql volatile security definer set search_path = public as $$
begin
  perform 1 from partner where id = institution for share;
  perform 1 from staff where mid in (grantor, grantee) order by mid for share;
  perform 1 from staff_partner where mid in (grantor, grantee) and partner_id = institution order by mid for share;
  return may_grant(grantor, institution) and may_hold_grant(grantee, institution);
end $$;
create function guard_grant() returns trigger language plpgsql as $$
declare by_app boolean := current_user = 'teleward_app';
begin
  if tg_op = 'INSERT' then
    if not hold_grant_ground(new.grantor_mid, new.grantee_mid, new.partner_id)
      then raise exception 'these two may not grant to each other' using errcode = 'check_violation'; end if;
    return new;
  end if;
  if (new.partner_id, new.grantor_mid, new.grantee_mid, new.kind, new.starts_at, new.created_at) is distinct from
     (old.partner_id, old.grantor_mid, old.grantee_mid, old.kind, old.starts_at, old.created_at) or new.scope_unit is distinct from old.scope_unit
    then raise exception 'a grant is not rewritten' using errcode = 'check_violation'; end if;
  if old.state in ('ended', 'revoked') or (old.state = 'active' and new.state = 'planned')
    then raise exception 'a grant that is over stays over' using errcode = 'check_violation'; end if;
  if by_app and (new.state not in (old.state, 'revoked') or (new.ends_at <> old.ends_at and app_mid() is distinct from old.grantor_mid))
    then raise exception 'not by this person' using errcode = 'check_violation'; end if;
  new.version := old.version + 1;
  return new;
end $$;
create trigger guard_grant before insert or update on staff_grant for each row execute function guard_grant();

-- The history writes itself.
create function keep_grant_history() returns trigger language plpgsql security definer set search_path = public as $$
declare
  who int := app_mid();
  what text;
  told jsonb := '{}';
begin
  if tg_op = 'INSERT' then
    what := 'granted'; told := jsonb_build_object('startsAt', new.starts_at, 'endsAt', new.ends_at);
  elsif new.state <> old.state then
    what := case when new.state = 'active' then 'started' when new.state = 'ended' then 'ended'
      when who = new.grantee_mid then 'returned' else 'revoked' end;
  elsif new.ends_at <> old.ends_at then
    what := 'endChanged'; told := jsonb_build_object('from', old.ends_at, 'to', new.ends_at);
  else return null;
  end if;
  insert into staff_grant_event (grant_id, partner_id, at, mid, action, detail)
    values (new.id, new.partner_id, case what when 'granted' then new.created_at when 'started' then new.starts_at else coalesce(new.over_at, now()) end,
      case when what in ('started', 'ended') then null else who end, what, told);
  return null;
end $$;
create trigger keep_grant_history after insert or update on staff_grant for each row execute function keep_grant_history();

-- The grantor lost the privilege or left, or the grantee left: over at once, whoever changed it and how. Both sides are told
-- by the timer, which is due at once.
create function end_grants_without_ground() returns trigger language plpgsql security definer set search_path = public as $$
declare gone int;
begin
  for gone in
    update staff_grant g set state = 'ended', over_at = now()
    where g.state in ('planned', 'active')
      and case tg_table_name when 'partner' then g.partner_id = (to_jsonb(new) ->> 'id')::int
        else (to_jsonb(old) ->> 'mid')::int in (g.grantor_mid, g.grantee_mid) end
      and not (may_grant(g.grantor_mid, g.partner_id) and may_hold_grant(g.grantee_mid, g.partner_id))
    returning g.id
  loop
    insert into timer (kind, key, due_at) values ('grant.over', gone::text, now()) on conflict (kind, key) do update set due_at = excluded.due_at;
  end loop;
  return null;
end $$;
create trigger grants_of_member after update of doctortype, privileges, review, status on staff_partner
  for each row execute function end_grants_without_ground();
create trigger grants_of_person after update of status on staff for each row execute function end_grants_without_ground();
create trigger grants_of_partner after update of settings on partner for each row execute function end_grants_without_ground();

-- ── what the other domains ask ──────────────────────────────────────────────────────────────────────────────
-- Does the caller hold this kind of grant from this person now? A grant for one unit counts only where the unit is named.
-- The state is what counts: timers move it when its time comes; the services ask the time as well.
create function app_granted(of_kind text, person int, in_unit int default null) returns boolean
language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from staff_grant g where g.grantee_mid = app_mid() and g.partner_id = app_partner() and g.state = 'active'
    and g.kind = of_kind and g.grantor_mid = person and (g.scope_unit is null or g.scope_unit = in_unit));
end $$;
-- From whom the caller holds it, for a policy that reads it once a statement: `did = any ((select app_grantors('…'))::int[])`.
-- Grants for one unit are among them where the caller works in that unit: the policy names the unit besides.
create function app_grantors(of_kind text) returns int[] language plpgsql stable security definer set search_path = public as $$
begin
  return (select coalesce(array_agg(g.grantor_mid), '{}') from staff_grant g where g.grantee_mid = app_mid() and g.partner_id = app_partner()
    and g.state = 'active' and g.kind = of_kind and (g.scope_unit is null or g.scope_unit = any (app_units())));
end $$;
-- An act under a grant: holds the grant until the transaction ends, so that a withdrawal either comes before the act or
-- waits for it; keeps who did what 'for Dr X', which the grantor reads. Null: there is no such grant.
create function app_use_grant(of_kind text, person int, in_unit int, at timestamptz, what text, target text) returns int
language plpgsql volatile security definer set search_path = public as $$
declare held int;
begin
  select g.id into held from staff_grant g where g.grantee_mid = app_mid() and g.partner_id = app_partner() and g.state = 'active'
    and g.starts_at <= at and g.ends_at > at and g.kind = of_kind and g.grantor_mid = person
    and (g.scope_unit is null or g.scope_unit = in_unit) for share;
  if held is null then return null; end if;
  insert into staff_grant_event (grant_id, partner_id, at, mid, action, detail)
    values (held, app_partner(), at, app_mid(), 'used', jsonb_build_object('what', what, 'target', target));
  return held;
end $$;

-- Does the caller administer this person: an administrator of the institution who shares a unit with them.
create function app_administers(person int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from staff_partner sp join partner p on p.id = sp.partner_id
      where sp.mid = app_mid() and sp.partner_id = app_partner() and sp.status = 'active' and sp.review = 'onBoard'
        and ('admin.partner' = any (sp.privileges)
          or (sp.doctortype = 'admin' and not coalesce(p.settings -> 'removals' -> 'admin', '[]') ? 'admin.partner')))
    and exists (select 1 from staff_unit su where su.mid = person and su.partner_id = app_partner() and su.unit_id = any (app_units()));
end $$;

drop policy own on staff_grant;
create policy concerned on staff_grant for select to teleward_app using ((select app_kind()) = 'staff' and partner_id = (select app_partner())
  and ((select app_mid()) in (grantor_mid, grantee_mid) or app_administers(grantor_mid)));
create policy own_given on staff_grant for insert to teleward_app with check ((select app_kind()) = 'staff'
  and partner_id = (select app_partner()) and grantor_mid = (select app_mid()) and state in ('planned', 'active'));
create policy concerned_change on staff_grant for update to teleward_app
  using ((select app_kind()) = 'staff' and partner_id = (select app_partner())
    and ((select app_mid()) in (grantor_mid, grantee_mid) or app_administers(grantor_mid)))
  with check ((select app_kind()) = 'staff' and partner_id = (select app_partner())
    and ((select app_mid()) in (grantor_mid, grantee_mid) or app_administers(grantor_mid)));
grant insert on staff_grant to teleward_app;
grant update (state, ends_at, over_at) on staff_grant to teleward_app;
alter table staff_grant_event enable row level security;
create policy system_all on staff_grant_event to teleward_system using (true) with check (true);
create policy concerned on staff_grant_event for select to teleward_app using ((select app_kind()) = 'staff' and partner_id = (select app_partner())
  and exists (select 1 from staff_grant g where g.id = grant_id));
grant select on staff_grant_event to teleward_app;
grant select, insert on staff_grant_event to teleward_system;

do $$
declare f text;
begin
  foreach f in array array['may_grant(int, int)', 'hold_grant_ground(int, int, int)', 'may_hold_grant(int, int)', 'app_granted(text, int, int)', 'app_grantors(text)',
    'app_use_grant(text, int, int, timestamptz, text, text)', 'app_administers(int)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to teleward_app, teleward_system', f);
  end loop;
end $$;
