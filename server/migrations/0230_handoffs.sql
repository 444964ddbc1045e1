-- To-dos that one member of staff hands to another, about a patient or none. Both sides read them, and whom they passed
-- through; what is about a patient is read besides by whoever may read the patient's record.
create table handoff (
  id uuid primary key,
  partner_id int not null references partner (id),
  -- The patient, and the unit the giver sees the patient in.
  unit_id int references unit (id), pid int references member (pid),
  giver_mid int not null references staff (mid), recipient_mid int not null references staff (mid),
  content text not null check (content <> '' and char_length(content) <= 2000),
  due_on date,
  status smallint not null default 0 check (status in (0, 1, 2)),
  -- What it came from.
  about_kind text check (about_kind in ('note', 'appointment', 'case', 'message')), about_id text,
  -- Whom it was with before, written by the trigger alone: they see what becomes of it.
  through int[] not null default '{}',
  reminded_at timestamptz, completed_at timestamptz,
  -- That its day is over was told, once for each day it had.
  late_told boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null, updated_at timestamptz not null,
  check ((pid is null) = (unit_id is null)), check ((about_kind is null) = (about_id is null)), check ((status = 1) = (completed_at is not null))
);
create index handoff_received on handoff (recipient_mid, status, partner_id);
create index handoff_given on handoff (giver_mid, status, partner_id);
create index handoff_pid on handoff (pid) where pid is not null;

-- What happened to it, and what was said on it.
create table handoff_event (
  id int generated always as identity primary key,
  handoff_id uuid not null references handoff (id), partner_id int not null references partner (id),
  at timestamptz not null, mid int references staff (mid),           -- null: by the clock
  action text not null check (action in ('handedOver', 'completed', 'reopened', 'reassigned', 'dueChanged', 'reminded', 'withdrawn', 'late', 'comment')),
  text text check ((action = 'comment') = (text is not null) and char_length(text) between 1 and 1000),
  to_mid int references staff (mid), due_on date
);
create index handoff_event_of on handoff_event (handoff_id, id);

-- On board of the institution, and of a profession that takes to-dos: service staff and agents take none.
create function app_takes_handoff(person int, institution int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from staff s join staff_partner sp on sp.mid = s.mid where s.mid = person and sp.partner_id = institution
    and s.status = 'active' and sp.status = 'active' and sp.review = 'onBoard' and sp.staff_type <> 4 and sp.doctortype not in ('customer_service', 'agent'));
end $$;

-- What it came from goes to another member, and back, by a merge of two: a to-do that was handed over since goes along.
create function follow_handoffs() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update handoff h set pid = new.pid where h.about_kind = tg_argv[0] and lower(h.about_id) = to_jsonb(new) ->> tg_argv[1] and h.pid = old.pid;
  return null;
end $$;
create trigger follow_handoffs after update of pid on appointment for each row when (new.pid <> old.pid)
  execute function follow_handoffs('appointment', 'qid');
create trigger follow_handoffs after update of pid on note for each row when (new.pid <> old.pid) execute function follow_handoffs('note', 'id');

-- Whoever writes: what was handed over is not rewritten, the steps are those of the machine, and each is its side's.
create function guard_handoff() returns trigger language plpgsql as $$
declare by_app boolean := current_user = 'teleward_app'; me int := app_mid();
begin
  if tg_op = 'INSERT' or new.recipient_mid <> old.recipient_mid then
    if not app_takes_handoff(new.recipient_mid, new.partner_id) then raise exception 'nobody who takes it' using errcode = 'check_violation'; end if;
  end if;
  if tg_op = 'INSERT' then
    if by_app and (new.status <> 0 or new.through <> '{}') then raise exception 'a to-do begins unfinished' using errcode = 'check_violation'; end if;
    return new;
  end if;
  if (new.id, new.partner_id, new.giver_mid, new.content, new.created_at) is distinct from (old.id, old.partner_id, old.giver_mid, old.content, old.created_at)
    or (new.about_kind, new.about_id) is distinct from (old.about_kind, old.about_id)
    -- A patient changes by the merge of two members alone.
    or (by_app and (new.pid, new.unit_id, new.through, new.late_told and not old.late_told) is distinct from (old.pid, old.unit_id, old.through, false))
    then raise exception 'a to-do is not rewritten' using errcode = 'check_violation'; end if;
  if new.status <> old.status and not (
      (old.status = 0 and new.status = 1 and (not by_app or me = old.recipient_mid))
      or (old.status = 1 and new.status = 0) or (old.status = 0 and new.status = 2 and (not by_app or me = old.giver_mid)))
    then raise exception 'no such step' using errcode = 'check_violation'; end if;
  if by_app and new.due_on is distinct from old.due_on and me is distinct from old.giver_mid then
    raise exception 'the day is the giver''s' using errcode = 'check_violation'; end if;
  if new.recipient_mid <> old.recipient_mid then
    if old.status <> 0 then raise exception 'what is over stays with whom it was' using errcode = 'check_violation'; end if;
    new.through := array_append(array_remove(old.through, old.recipient_mid), old.recipient_mid);
  end if;
  new.version := old.version + 1;
  return new;
end $$;
create trigger guard_handoff before insert or update on handoff for each row execute function guard_handoff();

do $$
declare t text;
begin
  foreach t in array array['handoff', 'handoff_event'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
    execute format('grant select, insert on %I to teleward_app', t);
  end loop;
end $$;
grant update (recipient_mid, due_on, status, reminded_at, completed_at, late_told, updated_at) on handoff to teleward_app;

create policy sides on handoff for select to teleward_app using ((select app_kind()) = 'staff' and partner_id = (select app_partner())
  and ((select app_mid()) in (giver_mid, recipient_mid) or (select app_mid()) = any (through)));
-- Readers of the record see what is to be done about its patient.
create policy record on handoff for select to teleward_app using ((select app_kind()) = 'staff' and partner_id = (select app_partner())
  and unit_id = any ((select app_units())::int[]) and ((unit_id::bigint << 32) | pid) <> all ((select app_held_back())::bigint[])
  and ((select app_emr()) = 'y' or ((select app_emr()) = 'o' and app_own_patient(pid))) and app_record_open(pid));
create policy given on handoff for insert to teleward_app with check ((select app_kind()) = 'staff' and partner_id = (select app_partner())
  and giver_mid = (select app_mid()) and (pid is null or (unit_id = any ((select app_units())::int[]) and app_member_visible(pid))));
create policy stepped on handoff for update to teleward_app
  using ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and (select app_mid()) in (giver_mid, recipient_mid))
  with check (partner_id = (select app_partner()) and ((select app_mid()) in (giver_mid, recipient_mid) or (select app_mid()) = any (through)));

-- What was said on it stays between those it is, or was, with.
create policy sides on handoff_event for select to teleward_app using ((select app_kind()) = 'staff' and partner_id = (select app_partner())
  and exists (select 1 from handoff h where h.id = handoff_id
    and ((select app_mid()) in (h.giver_mid, h.recipient_mid) or (select app_mid()) = any (h.through))));
create policy own on handoff_event for insert to teleward_app with check ((select app_kind()) = 'staff' and partner_id = (select app_partner())
  and mid = (select app_mid()) and action <> 'late' and exists (select 1 from handoff h where h.id = handoff_id and h.partner_id = handoff_event.partner_id
    and ((select app_mid()) in (h.giver_mid, h.recipient_mid) or (select app_mid()) = any (h.through))));

revoke execute on function app_takes_handoff(int, int) from public;
grant execute on function app_takes_handoff(int, int) to teleward_app, teleward_system;
