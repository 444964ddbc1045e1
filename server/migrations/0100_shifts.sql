-- Who can be seen when. Availability is never stored: it is the weekly pattern (effective-dated, history kept), changed for
-- single days, less days off, computed by schedule_sessions(); what is booked is subtracted by whoever asks.
--
-- A session belongs to the day it starts on, by the clock of the institution; an end not after the start lies past midnight.
-- `interval` is the part of the day (decision 28): 0 emergency, 1 morning, 2 afternoon, 3 night, 4 early morning, 5 late, 6 other.

-- One row per cell of the week and the time it holds. A change closes the row that held (`valid_until`, exclusive) and adds
-- another: what held on any past day can be read for ever. A planned row that never came to hold keeps an empty span.
create table schedule_entry (
  id int generated always as identity primary key,
  partner_id int not null references partner (id), did int not null references staff (mid),
  weekday smallint not null check (weekday between 1 and 7),
  "interval" smallint not null check ("interval" between 0 and 6),
  start_time time not null, end_time time not null check (end_time <> start_time),
  capacity int not null check (capacity between 1 and 999),
  slot_minutes int not null default 15 check (slot_minutes between 5 and 240),
  site text not null default 'any' check (site in ('any', 'video', 'onsite')),
  valid_from date not null, valid_until date,
  created_by int references staff (mid), created_at timestamptz not null default now(),
  ended_by int references staff (mid), ended_at timestamptz,
  check (valid_until is null or valid_until >= valid_from)
);
create unique index schedule_entry_open on schedule_entry (partner_id, did, weekday, "interval") where valid_until is null;
create unique index schedule_entry_from on schedule_entry (partner_id, did, weekday, "interval", valid_from) where valid_until is null or valid_until > valid_from;
create index schedule_entry_did on schedule_entry (did, weekday);

-- A single day's change of one session: closed, or with other hours or another maximum; what is null is the pattern's.
create table shift_change (
  id int generated always as identity primary key,
  partner_id int not null references partner (id), did int not null references staff (mid),
  date date not null, "interval" smallint not null check ("interval" between 0 and 6),
  closed boolean not null default false,
  start_time time, end_time time, capacity int check (capacity between 1 and 999),
  slot_minutes int check (slot_minutes between 5 and 240), site text check (site in ('any', 'video', 'onsite')),
  created_by int references staff (mid), created_at timestamptz not null default now(),
  withdrawn_by int references staff (mid), withdrawn_at timestamptz,
  check ((start_time is null) = (end_time is null)), check (end_time <> start_time)
);
create unique index shift_change_living on shift_change (did, date, partner_id, "interval") where withdrawn_at is null;

-- A day off, or one part of it. An absence is today's (decision 30), a leave was planned.
create table day_off (
  id int generated always as identity primary key,
  partner_id int not null references partner (id), did int not null references staff (mid),
  date date not null, "interval" smallint check ("interval" between 0 and 6),
  kind text not null default 'leave' check (kind in ('leave', 'absence')),
  reason text check (char_length(reason) <= 200),
  created_by int references staff (mid), created_at timestamptz not null default now(),
  withdrawn_by int references staff (mid), withdrawn_at timestamptz
);
create unique index day_off_living on day_off (did, date, partner_id, coalesce("interval", -1)) where withdrawn_at is null;

-- The lock of a doctor's day: see lock_doctor_day().
create table doctor_day (
  did int not null references staff (mid), date date not null, turns bigint not null default 1, primary key (did, date)
);

-- ── time ────────────────────────────────────────────────────────────────────────────────────────────────────
-- The instant of a reading of the clock on the wall: of two the earlier; one that is skipped moves on by the gap. The same
-- rule as instantOf() of the contract (PostgreSQL alone would take the later of two).
create function wall_instant(local timestamp, zone text) returns timestamptz language sql stable as $$
  select case when (c.earlier at time zone zone) = local then least(c.earlier, c.at) else c.at end
  from (select t.at, t.at + ((t.at at time zone zone) - ((t.at - interval '24 hours') at time zone zone)) - interval '24 hours' as earlier
    from (select local at time zone zone as at) t) c $$;

-- ── the sessions ────────────────────────────────────────────────────────────────────────────────────────────
-- Every session of these doctors whose day lies in the span, in all their institutions that the asker may see. `closed` is
-- why nobody can be booked into it: leave, absence, closed (by a change of that day), inactive (no longer on board); null is open.
create function schedule_sessions(dids int[], day_from date, day_to date)
returns table (did int, date date, "interval" smallint, start_at timestamptz, end_at timestamptz, capacity int, closed text,
  partner_id int, slot_minutes int, site text, changed boolean)
language sql stable as $$
  select s.did, s.date, s."interval", wall_instant(s.date + s.start_time, p.time_zone),
    wall_instant(s.date + case when s.end_time > s.start_time then 0 else 1 end + s.end_time, p.time_zone),
    s.capacity,
    case when sp.status <> 'active' or sp.review <> 'onBoard' then 'inactive'
      else coalesce((select min(o.kind) from day_off o where o.did = s.did and o.date = s.date and o.partner_id = s.partner_id
        and o.withdrawn_at is null and (o."interval" is null or o."interval" = s."interval")), case when s.closed then 'closed' end) end,
    s.partner_id, s.slot_minutes, s.site, s.changed
  from (
    select coalesce(w.partner_id, c.partner_id) as partner_id, coalesce(w.did, c.did) as did, coalesce(w.date, c.date) as date,
      coalesce(w."interval", c."interval") as "interval", coalesce(c.start_time, w.start_time) as start_time,
      coalesce(c.end_time, w.end_time) as end_time, coalesce(c.capacity, w.capacity) as capacity,
      coalesce(c.slot_minutes, w.slot_minutes, 15) as slot_minutes, coalesce(c.site, w.site, 'any') as site,
      coalesce(c.closed, false) as closed, c.id is not null as changed
    from (
      select e.partner_id, e.did, day::date as date, e."interval", e.start_time, e.end_time, e.capacity, e.slot_minutes, e.site
      from generate_series(day_from::timestamp, day_to::timestamp, interval '1 day') as day
      join schedule_entry e on e.did = any (dids) and e.weekday = extract(isodow from day)::smallint
        and e.valid_from <= day::date and (e.valid_until is null or day::date < e.valid_until)) w
    full join (
      select * from shift_change x where x.did = any (dids) and x.date between day_from and day_to and x.withdrawn_at is null) c
      on c.partner_id = w.partner_id and c.did = w.did and c.date = w.date and c."interval" = w."interval") s
  join partner p on p.id = s.partner_id
  join staff_partner sp on sp.mid = s.did and sp.partner_id = s.partner_id
  where s.start_time is not null and s.capacity is not null
$$;

-- Does an entry in this state take one of its session's places? A hold does until it is let go.
create function takes_place(status text) returns boolean language sql immutable as $$
  select status in ('held', 'registered', 'checkedIn', 'redial', 'finished') $$;

-- ── the lock ────────────────────────────────────────────────────────────────────────────────────────────────
-- Booking, moving and changing shifts take a doctor's day before they read what they decide upon, in order of (did, date).
-- A change of the weekly pattern concerns days without end: it takes the doctor (lock_doctor) in place of the days, and
-- waits for everybody who has a day of that doctor. To be called in a statement of its own, before the reading.
create function lock_doctor(person int) returns void language sql volatile as $$
  select pg_advisory_xact_lock(7100, person) $$;
create function lock_doctor_day(person int, day date) returns void language plpgsql volatile security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock_shared(7100, person);
  -- Of nobody there is no day to lock: whoever asked learns that by what is looked up next.
  insert into doctor_day (did, date) select s.mid, day from staff s where s.mid = person on conflict (did, date) do update set turns = doctor_day.turns + 1;
end $$;
-- Several days at once, doctor by doctor in order; `whole` are the doctors to be taken as a whole.
create function lock_doctor_days(whole int[], persons int[], days date[]) returns void language plpgsql volatile as $$
declare w record;
begin
  for w in select x.person, x.day, x.person = any (whole) as entire from (
      select p as person, null::date as day from unnest(whole) p
      union select t.person, t.day from unnest(persons, days) as t (person, day)) x
    order by x.person, x.day nulls first loop
    if w.day is null then perform lock_doctor(w.person);
    elsif not w.entire then perform lock_doctor_day(w.person, w.day);
    end if;
  end loop;
end $$;

-- ── walls ───────────────────────────────────────────────────────────────────────────────────────────────────
-- Whose shifts the caller may change: the own, those of who granted it, and as an administrator those of one's units.
create function app_shares_unit(person int) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select 1 from staff_unit u where u.mid = person and u.partner_id = app_partner() and u.unit_id = any (app_units())) $$;
create function app_my_kind() returns text language sql stable security definer set search_path = public as $$
  select sp.doctortype from staff_partner sp where sp.mid = app_mid() and sp.partner_id = app_partner() $$;
-- A grant for one unit is enough where the grantor works in no other: shifts are the person's, not the unit's.
create function app_may_shift(person int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return person = app_mid() or (app_my_kind() = 'admin' and app_shares_unit(person))
    or app_granted('shift.others', person, (select min(u.unit_id) from staff_unit u
      where u.mid = person and u.partner_id = app_partner() having count(*) = 1));
end $$;

-- The places taken of these doctors, without whose they are: free times are computed from all of them, also those the asker
-- must not see. Emergencies come besides the sessions and take none. In the asker's institution only, of doctors one shares
-- a unit with or whose shifts one keeps.
create function places_taken(dids int[], day_from date, day_to date)
returns table (did int, date date, "interval" smallint, start_at timestamptz, minutes int, held boolean)
language sql stable security definer set search_path = public as $$
  select q.did, q.date, q."interval", q.start_at, q.duration_minutes, q.status = 'held'
  from appointment q
  where q.did = any (array(select d from unnest(dids) d where app_shares_unit(d) or app_may_shift(d)))
    and q.date between day_from and day_to and takes_place(q.status) and q.kind <> 'emergency' and q.partner_id = app_partner()
$$;

do $$
declare t text;
begin
  foreach t in array array['schedule_entry', 'shift_change', 'day_off', 'doctor_day'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
  end loop;
  -- Colleagues read one another's hours; who may not change them cannot.
  foreach t in array array['schedule_entry', 'shift_change', 'day_off'] loop
    execute format('grant select, insert, update on %I to teleward_app', t);
    execute format('create policy own_partner on %I for select to teleward_app using (partner_id = (select app_partner()))', t);
    execute format($p$ create policy add_entrusted on %I for insert to teleward_app
      with check (partner_id = (select app_partner()) and app_may_shift(did)) $p$, t);
    execute format($p$ create policy change_entrusted on %I for update to teleward_app
      using (partner_id = (select app_partner()) and app_may_shift(did)) with check (partner_id = (select app_partner()) and app_may_shift(did)) $p$, t);
  end loop;
end $$;
-- Who keeps the front desk records that a doctor of the unit fell ill today (decision 30).
create policy absence_of_the_day on day_off for insert to teleward_app
  with check (partner_id = (select app_partner()) and kind = 'absence' and (select app_my_kind()) in ('admin', 'health_secretary') and app_shares_unit(did));
create policy absence_over on day_off for update to teleward_app
  using (partner_id = (select app_partner()) and kind = 'absence' and (select app_my_kind()) in ('admin', 'health_secretary') and app_shares_unit(did))
  with check (partner_id = (select app_partner()) and kind = 'absence' and (select app_my_kind()) in ('admin', 'health_secretary') and app_shares_unit(did));
-- What a policy asks is answered for the caller alone; nobody asks it about the world.
revoke execute on function lock_doctor_day(int, date), lock_doctor_days(int[], int[], date[]), places_taken(int[], date, date) from public;
grant execute on function lock_doctor_day(int, date), lock_doctor_days(int[], int[], date[]), places_taken(int[], date, date) to teleward_app, teleward_system;
