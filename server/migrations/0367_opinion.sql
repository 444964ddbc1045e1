-- Opinions: one doctor asks another about a patient, and shows what the question is about. The invitation is a grant with
-- an end: while it is in process the invited doctor reads exactly the records that the inviter picked, and never more than
-- the inviter may read at that moment.
create table opinion (
  id uuid primary key,
  partner_id int not null references partner (id),
  -- The patient, and the unit the inviter sees the patient in.
  unit_id int not null references unit (id), pid int not null references member (pid),
  inviter_mid int not null references staff (mid), invited_mid int not null references staff (mid),
  kind text not null check (kind in ('opinion', 'imageReading', 'secondOpinion')),
  question text not null check (question <> '' and char_length(question) <= 4000),
  -- The patient as the inviter shares them: the invited doctor knows no more of whom it is about.
  shown_name text, shown_name_en text, shown_gender text, shown_age smallint,
  -- How many are shown, and which choice of them holds: each change is a new one beside those before it.
  records smallint not null check (records between 1 and 100), filter int not null default 1,
  due_on date,
  state text not null default 'inProcess' check (state in ('inProcess', 'done', 'declined', 'withdrawn')),
  -- What the last change was about: the question, the records, the day.
  changed text[] not null default '{}', changed_at timestamptz,
  opened_at timestamptz, ended_at timestamptz, reason text check (char_length(reason) between 1 and 500),
  -- That its day is over was told, once for each day it had.
  late_told boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null, updated_at timestamptz not null,
  check (inviter_mid <> invited_mid), check ((state = 'inProcess') = (ended_at is null)), check ((state = 'declined') = (reason is not null))
);
create index opinion_invited on opinion (invited_mid, state, partner_id);
create index opinion_inviting on opinion (inviter_mid, state, partner_id);
create index opinion_pid on opinion (pid);

-- What is shown: a signed note, a file, or what was measured of one kind in a span of time, as far as it had come in when it
-- was picked: what comes later is not shown by itself.
create table opinion_record (
  id int generated always as identity primary key,
  opinion_id uuid not null references opinion (id), partner_id int not null references partner (id),
  filter int not null, sort smallint not null,
  kind text not null check (kind in ('note', 'file', 'readings')),
  ref uuid check ((ref is null) = (kind = 'readings')),
  reading text check ((reading is not null) = (kind = 'readings')),
  from_at timestamptz, to_at timestamptz,
  -- Of a note the day of its visit, which the invited doctor does not see.
  day date,
  added_at timestamptz not null,
  check ((kind = 'readings') = (from_at is not null and to_at is not null)), check (from_at <= to_at),
  unique (opinion_id, filter, sort)
);

-- The answer, and what was added to it: signed, and never written over.
create table opinion_answer (
  opinion_id uuid not null references opinion (id), version int not null check (version >= 1),
  partner_id int not null references partner (id),
  text text not null check (text <> '' and char_length(text) <= 20000),
  hash text not null, signed_by int not null references staff (mid), signed_at timestamptz not null,
  primary key (opinion_id, version)
);

-- The units in which the inviter may read this record now; none (null): the grant is asleep. It ends with the inviter's
-- employment, licence, right or unit, with the membership and with the authorisation, and comes back with them.
create function opinion_units(one opinion, needed text) returns int[] language plpgsql stable security definer set search_path = public as $$
declare living int[]; mine staff_partner; removed jsonb;
begin
  select sp.* into mine from staff s join staff_partner sp on sp.mid = s.mid
    where s.mid = one.inviter_mid and sp.partner_id = one.partner_id and s.status = 'active' and sp.status = 'active' and sp.review = 'onBoard';
  if mine.mid is null or mine.doctortype <> 'doctor' then return null; end if;
  select coalesce(p.settings -> 'removals' -> mine.doctortype, '[]') into removed from partner p where p.id = one.partner_id;
  if exists (select 1 from unnest(array['emr.read', 'opinion.use', needed]) r where removed ? r and r <> all (mine.privileges)) then return null; end if;
  if removed ? 'appointment.read' and 'appointment.read' <> all (mine.privileges)
    and not own_patient(one.pid, one.partner_id, one.inviter_mid) then return null; end if;
  select array_agg(mu.unit_id) into living from member_unit mu
    join staff_unit su on su.unit_id = mu.unit_id and su.partner_id = mu.partner_id and su.mid = one.inviter_mid
    where mu.pid = one.pid and mu.partner_id = one.partner_id and mu.status = 'active';
  if living is null then return null; end if;
  return (select case when s.state = 'notAuthorised' then null else living end
    from record_state(one.pid, one.partner_id, living, one.inviter_mid) s);
end $$;

-- What is shown to somebody now, of all invitations to them.
create function opinion_shown(institution int, person int, of_kind text) returns uuid[]
language plpgsql stable security definer set search_path = public as $$
begin
  return (
    select coalesce(array_agg(r.ref), '{}') from (
      select o.id, o.filter, o.pid, opinion_units(o, case of_kind when 'file' then 'file.read' else 'emr.read' end) as living from opinion o
      where o.invited_mid = person and o.state = 'inProcess' and o.partner_id = institution) x
    join opinion_record r on r.opinion_id = x.id and r.filter = x.filter and r.kind = of_kind
    where exists (select 1 from note n where of_kind = 'note' and n.id = r.ref and n.pid = x.pid and n.unit_id = any (x.living) and n.state in ('signed', 'amended'))
      or exists (select 1 from medical_file f where of_kind = 'file' and f.id = r.ref and f.pid = x.pid and f.unit_id = any (x.living) and f.state = 'stored'));
end $$;
create function opinion_patients(institution int, person int) returns int[]
language plpgsql stable security definer set search_path = public as $$
begin
  return (select coalesce(array_agg(distinct o.pid), '{}') from opinion o
    where o.invited_mid = person and o.state = 'inProcess' and o.partner_id = institution
      and exists (select 1 from opinion_record r where r.opinion_id = o.id and r.filter = o.filter and r.kind = 'readings'));
end $$;
create function opinion_shows_reading(institution int, person int, patient int, in_unit int, of_kind text, measured timestamptz, received timestamptz)
returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from opinion o join opinion_record r on r.opinion_id = o.id and r.filter = o.filter and r.kind = 'readings'
    where o.invited_mid = person and o.state = 'inProcess' and o.partner_id = institution and o.pid = patient
      and r.reading = of_kind and measured between r.from_at and r.to_at and received <= r.added_at and in_unit = any (opinion_units(o, 'monitor.read')));
end $$;
-- Of one invitation: do its records open at the moment?
create function opinion_open(wanted uuid) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return (select opinion_units(o, 'emr.read') is not null from opinion o where o.id = wanted and o.state = 'inProcess');
end $$;

-- On board, and of the profession that is asked.
create function app_takes_opinion(person int, institution int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from staff s join staff_partner sp on sp.mid = s.mid join partner p on p.id = sp.partner_id
    where s.mid = person and sp.partner_id = institution and s.status = 'active' and s.mobilecode = 1 and sp.status = 'active' and sp.review = 'onBoard'
      and sp.doctortype = 'doctor' and not (coalesce(p.settings -> 'removals' -> sp.doctortype, '[]') ? 'opinion.use' and 'opinion.use' <> all (sp.privileges)));
end $$;

-- Whoever writes: what was asked is not rewritten by the other side, and the steps are those of the machine.
create function guard_opinion() returns trigger language plpgsql as $$
declare by_app boolean := current_user = 'teleward_app'; me int := app_mid();
begin
  if tg_op = 'INSERT' then
    if by_app and (new.state <> 'inProcess' or not app_takes_opinion(new.invited_mid, new.partner_id)) then
      raise exception 'nobody who is asked' using errcode = 'check_violation'; end if;
    return new;
  end if;
  if (new.id, new.partner_id, new.inviter_mid, new.invited_mid, new.kind, new.created_at)
      is distinct from (old.id, old.partner_id, old.inviter_mid, old.invited_mid, old.kind, old.created_at)
    -- A patient changes by the merge of two members alone.
    or (by_app and (new.pid, new.unit_id) is distinct from (old.pid, old.unit_id))
    then raise exception 'an invitation is not rewritten' using errcode = 'check_violation'; end if;
  if by_app then
    if old.state <> 'inProcess' and (new.state, new.question, new.filter, new.due_on, new.ended_at, new.reason)
        is distinct from (old.state, old.question, old.filter, old.due_on, old.ended_at, old.reason)
      then raise exception 'it is over' using errcode = 'check_violation'; end if;
    if me is distinct from old.inviter_mid and (new.question, new.filter, new.records, new.due_on) is distinct from (old.question, old.filter, old.records, old.due_on)
      then raise exception 'what is asked is the inviter''s' using errcode = 'check_violation'; end if;
    if new.state <> old.state and not (case new.state when 'withdrawn' then me = old.inviter_mid else me = old.invited_mid end)
      then raise exception 'no such step' using errcode = 'check_violation'; end if;
  end if;
  new.version := old.version + 1;
  return new;
end $$;
create trigger guard_opinion before insert or update on opinion for each row execute function guard_opinion();

do $$
declare t text;
begin
  foreach t in array array['opinion', 'opinion_record', 'opinion_answer'] loop
    execute format('alter table %I enable row level security', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
    execute format('grant select, insert on %I to teleward_app', t);
  end loop;
  foreach t in array array['opinion_units(opinion, text)', 'opinion_shown(int, int, text)', 'opinion_patients(int, int)',
    'opinion_shows_reading(int, int, int, int, text, timestamptz, timestamptz)', 'opinion_open(uuid)', 'app_takes_opinion(int, int)'] loop
    execute format('revoke execute on function %s from public', t);
    execute format('grant execute on function %s to teleward_app, teleward_system', t);
  end loop;
end $$;
grant update (question, records, filter, due_on, state, changed, changed_at, opened_at, ended_at, reason, late_told, updated_at) on opinion to teleward_app;
