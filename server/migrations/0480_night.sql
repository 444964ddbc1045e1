-- A night is one session, and a doctor's time is one, over days and institutions.

-- Sessions of these days that run past the midnight of the day they begin on: whose, which, and until when. Of no patient.
create function night_sessions(institution int, day_from date, day_to date)
returns table (did int, date date, "interval" smallint, end_at timestamptz)
language sql stable security definer set search_path = public as $$
  select s.did, s.date, s."interval", s.end_at
  from partner p, schedule_sessions(array(
    select e.did from schedule_entry e where e.partner_id = institution and e.end_time <= e.start_time
    union
    select c.did from shift_change c where c.partner_id = institution and c.date between day_from and day_to
      and c.withdrawn_at is null and c.end_time <= c.start_time), day_from, day_to) s
  where p.id = institution and s.partner_id = institution and s.end_at > wall_instant((s.date + 1)::timestamp, p.time_zone)
    and (institution = app_partner() or app_kind() = 'system') $$;
revoke execute on function night_sessions(int, date, date) from public;
grant execute on function night_sessions(int, date, date) to teleward_app, teleward_system;

-- Whoever books, moves or changes hours takes the doctor: what one day holds may reach into the next, and into another
-- institution. The day's row is still written, for those who count its turns.
create or replace function lock_doctor_day(person int, day date) returns void language plpgsql volatile security definer set search_path = public as $$
begin
  perform lock_doctor(person);
  -- Of nobody there is no day to lock: whoever asked learns that by what is looked up next.
  insert into doctor_day (did, date) select s.mid, day from staff s where s.mid = person on conflict (did, date) do update set turns = doctor_day.turns + 1;
end $$;

-- What is taken of a doctor's time from the day before to the day after, in whichever institution: only when, never whose. What
-- counts in a session of the day there has its part of the day; all else has none, and is only in the way.
create or replace function doctor_taken(institution int, person int, day date)
returns table ("interval" smallint, start_at timestamptz, minutes int)
language sql stable security definer set search_path = public as $$
  select case when q.date = day and q.partner_id = institution then q."interval" end, q.start_at, q.duration_minutes from appointment q
  where q.did = person and q.date between day - 1 and day + 1 and takes_place(q.status) and q.kind <> 'emergency'
    and (institution = app_partner() or app_kind() = 'system') $$;

-- As before; besides, without a part of the day, what other institutions have taken of the same doctors' time.
create or replace function places_taken(dids int[], day_from date, day_to date)
returns table (did int, date date, "interval" smallint, start_at timestamptz, minutes int, held boolean)
language sql stable security definer set search_path = public as $$
  select q.did, q.date, case when q.partner_id = app_partner() then q."interval" end, q.start_at, q.duration_minutes,
    q.partner_id = app_partner() and q.status = 'held'
  from appointment q
  where q.did = any (array(select d from unnest(dids) d where app_shares_unit(d) or app_may_shift(d)))
    and q.date between day_from and day_to and takes_place(q.status) and q.kind <> 'emergency'
$$;

-- As before, and: nobody is booked beside an entry of another day or of another institution.
create or replace function keep_places() returns trigger language plpgsql security definer set search_path = public as $$
declare room int; taken int;
begin
  -- 0 asks for the day's next number of its kind.
  if new.queue_no = 0 then
    perform lock_doctor_day(new.did, new.date);
    select coalesce(max(q.queue_no), 0) + 1 into new.queue_no from appointment q
      where q.did = new.did and q.date = new.date and q.kind = new.kind;
  end if;
  if tg_op = 'INSERT' and new.guarded then new.booked_at := clock_timestamp(); end if;
  if not takes_place(new.status) or new.kind = 'emergency' then return new; end if;
  if tg_op = 'UPDATE' and takes_place(old.status) and old.did = new.did and old.date = new.date and old."interval" = new."interval"
    and old.start_at = new.start_at and old.duration_minutes = new.duration_minutes then return new; end if;
  if new.guarded or exists (select 1 from schedule_entry e where e.did = new.did) or exists (select 1 from shift_change c where c.did = new.did) then
    perform lock_doctor_day(new.did, new.date);
    select s.capacity into room from schedule_sessions(array[new.did], new.date, new.date) s
      where s."interval" = new."interval" and s.partner_id = new.partner_id;
    if room is not null then
      select count(*) into taken from appointment q where q.did = new.did and q.date = new.date and q."interval" = new."interval"
        and q.partner_id = new.partner_id and takes_place(q.status) and q.kind <> 'emergency' and q.qid <> new.qid;
      if taken >= room then
        raise exception 'the session is full' using errcode = '23P01', constraint = 'appointment_places', table = 'appointment';
      end if;
    end if;
  end if;
  if new.guarded then
    -- Within its own day and institution booking itself says who may be beside whom: a session may share a time.
    -- Whoever is called again keeps the time they had.
    if (tg_op = 'INSERT' or (old.did, old.start_at, old.duration_minutes) is distinct from (new.did, new.start_at, new.duration_minutes))
      and exists (select 1 from appointment q where q.did = new.did and q.date between new.date - 1 and new.date + 1
        and (q.date <> new.date or q.partner_id <> new.partner_id) and takes_place(q.status) and q.kind <> 'emergency' and q.qid <> new.qid
        and q.start_at < new.start_at + make_interval(mins => new.duration_minutes)
        and new.start_at < q.start_at + make_interval(mins => q.duration_minutes)) then
      raise exception 'the doctor has another booking' using errcode = '23P01', constraint = 'appointment_places', table = 'appointment';
    end if;
    perform pg_advisory_xact_lock(7110, new.pid);
    if exists (select 1 from appointment q where q.pid = new.pid and q.partner_id = new.partner_id and q.qid <> new.qid
        and q.status in ('held', 'registered', 'checkedIn', 'redial', 'autoCancelled') and q.kind <> 'emergency'
        and q.date between new.date - 1 and new.date + 1
        and ((q.did = new.did and q.date = new.date and q."interval" = new."interval")
          or (q.start_at < new.start_at + make_interval(mins => new.duration_minutes)
            and new.start_at < q.start_at + make_interval(mins => q.duration_minutes)))) then
      raise exception 'the patient has another booking' using errcode = '23P01', constraint = 'appointment_patient_once', table = 'appointment';
    end if;
  end if;
  return new;
end $$;
