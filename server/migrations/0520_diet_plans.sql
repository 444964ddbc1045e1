-- Entries of meals are numbered in their course, so that advice says up to which it was written: what came or changed later waits, and
-- so does what came while somebody wrote. And a target for a day to come may be taken back.

alter table diet_meal
  -- The n-th entry of its course, and the last correction of it; both count on.
  add column entry int not null default 0,
  add column last_entry int not null default 0;
alter table diet_advice add column meals_to int not null default 0 check (meals_to >= 0);
alter table diet_target
  add column withdrawn_at timestamptz,
  add column withdrawn_by int references staff (mid) check ((withdrawn_by is null) = (withdrawn_at is null));

-- Under the course's lock: whoever enters and whoever advises wait for each other. Named to come behind the guard, which lets nobody
-- else write a number.
create function number_meal() returns trigger language plpgsql security definer set search_path = public as $$
declare
  next int;
begin
  perform 1 from diet_course c where c.id = new.course_id for update;
  select coalesce(max(m.last_entry), 0) + 1 into next from diet_meal m where m.course_id = new.course_id;
  if tg_op = 'INSERT' then new.entry := next; end if;
  new.last_entry := next;
  return new;
end $$;
revoke execute on function number_meal() from public;
create index diet_meal_entries on diet_meal (course_id, last_entry);

create or replace function guard_diet() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  now_is jsonb := to_jsonb(new);
  free text[] := case tg_table_name
    when 'diet_course' then array['ended_by', 'ended_at', 'end_reason', 'version']
    when 'diet_meal' then array['eaten_at', 'note', 'pictures', 'updated_at', 'version']
    when 'diet_advice' then array['text', 'changed_by', 'changed_at', 'version', 'history']
    when 'diet_target' then array['withdrawn_by', 'withdrawn_at']
    else array['removed_by', 'removed_at'] end;
begin
  if current_user <> 'teleward_app' then return new; end if;
  if was - free <> now_is - free then raise exception 'what was entered stays' using errcode = 'check_violation'; end if;
  -- Asked of the row as JSON: each table has but one of them.
  if was ->> 'ended_at' is not null then raise exception 'it has ended' using errcode = 'check_violation'; end if;
  if was ->> 'removed_at' is not null then raise exception 'it was removed' using errcode = 'check_violation'; end if;
  if was ->> 'withdrawn_at' is not null then raise exception 'it was withdrawn' using errcode = 'check_violation'; end if;
  if tg_table_name not in ('diet_food', 'diet_target') then new.version := old.version + 1; end if;
  if tg_table_name = 'diet_advice' then
    new.history := old.history || jsonb_build_object('version', old.version, 'text', old.text,
      'mid', coalesce(old.changed_by, old.mid), 'at', coalesce(old.changed_at, old.at));
  end if;
  return new;
end $$;
grant update (withdrawn_by, withdrawn_at) on diet_target to teleward_app;
