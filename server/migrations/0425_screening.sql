-- Screening: what an event screens for, whom it invited, what each person says that decides, what was found, and who looks
-- after a positive result.

alter table care_event add programmes text[] not null default '{}' check (cardinality(programmes) <= 20);
alter table care_event drop constraint care_event_items_check;
alter table care_event add constraint care_event_what check (cardinality(items) between 0 and 40 and cardinality(items) + cardinality(programmes) > 0);
grant update (programmes) on care_event to teleward_app;

-- Two members who are one now may have been invited twice: both stay, and count once.
create table screening_invitation (
  id uuid primary key,
  event_id int not null references care_event (id),
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid),
  programme text not null check (char_length(programme) between 1 and 40),
  invited_by int not null references staff (mid), invited_at timestamptz not null,
  notice_id uuid references notice (id)
);
create index screening_invitation_event on screening_invitation (event_id);
create index screening_invitation_pid on screening_invitation (pid);

-- What somebody said, newest first: a risk (`indigenous`: yes, no, unknown), or when a programme was last (`last:breast`: a day,
-- never, unknown). What was said before stays.
create table screening_fact (
  id uuid primary key, seq bigint not null generated always as identity,
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid),
  fact text not null check (char_length(fact) between 1 and 40),
  answer text not null check (answer in ('yes', 'no', 'unknown', 'never') or answer ~ '^\d{4}-\d{2}-\d{2}$'),
  noted_by int not null references staff (mid), noted_at timestamptz not null
);
create index screening_fact_pid on screening_fact (pid, seq desc);

create table screening_result (
  id uuid primary key,
  event_id int not null references care_event (id),
  participant_id uuid not null references care_event_participant (id),
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid),
  programme text not null check (char_length(programme) between 1 and 40),
  outcome text not null check (outcome in ('negative', 'positive', 'inadequate')),
  urgent boolean not null default false,
  finding text not null default '' check (char_length(finding) <= 500),
  examined_on date not null,
  recorded_by int not null references staff (mid), recorded_at timestamptz not null,
  -- Why it took the place of another.
  reason text check (char_length(reason) between 1 and 300),
  replaced_by uuid references screening_result (id) deferrable initially deferred,
  check (not urgent or outcome = 'positive')
);
create index screening_result_event on screening_result (event_id);
create index screening_result_pid on screening_result (pid, programme);

create table screening_follow_up (
  id uuid primary key,
  result_id uuid not null unique references screening_result (id),
  event_id int not null references care_event (id),
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid),
  responsible int not null references staff (mid), due_on date not null,
  note text not null default '' check (char_length(note) <= 500),
  begun_by int not null references staff (mid), begun_at timestamptz not null,
  done_at timestamptz, done_by int references staff (mid),
  version int not null default 1,
  check ((done_at is null) = (done_by is null)), check (done_at is null or note <> '')
);
create index screening_follow_up_event on screening_follow_up (event_id);
create index screening_follow_up_pid on screening_follow_up (pid);

-- Handed to the authority once, and kept as it was.
create table screening_report (
  event_id int primary key references care_event (id),
  partner_id int not null references partner (id), at_unit int not null references unit (id),
  rows jsonb not null, reported_by int not null references staff (mid), reported_at timestamptz not null
);

-- A result stands; what takes its place is said once.
create function guard_screening_result() returns trigger language plpgsql as $$
begin
  if current_user = 'teleward_app' and (old.replaced_by is not null
      or (to_jsonb(new) - 'replaced_by') is distinct from (to_jsonb(old) - 'replaced_by'))
    then raise exception 'a result of a screening is not rewritten' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger guard_screening_result before update on screening_result for each row execute function guard_screening_result();
create function guard_screening_follow_up() returns trigger language plpgsql as $$
begin
  if current_user = 'teleward_app' and old.done_at is not null
    then raise exception 'a follow-up that is done is not changed' using errcode = 'check_violation'; end if;
  new.version := old.version + 1;
  return new;
end $$;
create trigger guard_screening_follow_up before update on screening_follow_up for each row execute function guard_screening_follow_up();

do $$ declare t text; begin
  foreach t in array array['screening_invitation', 'screening_fact', 'screening_result', 'screening_follow_up', 'screening_report'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
    execute format('grant select, insert on %I to teleward_app', t);
  end loop;
end $$;
grant update (replaced_by) on screening_result to teleward_app;
grant update (responsible, due_on, note, done_at, done_by) on screening_follow_up to teleward_app;

-- How long after an event what was done there arrives, and who was there is known to who keeps a station, is said by the
-- contract (LATE_DAYS) and asked with the call; of one person, or of everybody.
drop function care_event_people(int, int, int[], boolean, timestamptz);
create function care_event_people(of_event int, institution int, at_units int[], all_visits boolean, today date, late_days int, one int)
returns table (pid int, name text, name_en text, gender text, birthday date, member_no text)
language plpgsql stable security definer rows 200 set search_path = public as $$
begin
  return query select distinct m.pid, m.name, m.name_en, m.gender, m.birthday, m.member_no
    from care_event e join care_event_participant p on p.event_id = e.id
    join member_unit mu on mu.pid = p.pid and mu.unit_id = p.unit_id and mu.status = 'active'
    join member m on m.pid = p.pid
    where e.id = of_event and e.partner_id = institution and e.at_unit = any (at_units)
      and p.partner_id = institution and p.unit_id = any (at_units) and (one is null or p.pid = one)
      and (all_visits or (e.cancelled_at is null and today <= e.ends_on + late_days));
end $$;
revoke execute on function care_event_people(int, int, int[], boolean, date, int, int) from public;
grant execute on function care_event_people(int, int, int[], boolean, date, int, int) to teleward_app, teleward_system;
