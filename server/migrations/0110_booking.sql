-- Booking, fees and payments. A place is never stored: it is what schedule_sessions() gives less what is taken, under the
-- lock of the doctor's day; a trigger counts again under that lock, whoever writes.

-- A missed patient keeps the place until the day is over: called again, nobody else may sit on it.
create or replace function takes_place(status text) returns boolean language sql immutable as $$
  select status in ('held', 'registered', 'checkedIn', 'redial', 'autoCancelled', 'finished') $$;

alter table appointment
  add column guarded boolean not null default false,   -- made by booking: no second one of the patient beside it
  add column default_fee int check (default_fee >= 0), -- the doctor's, when it was booked
  add column fee_version int,                          -- of the doctor's fees that were in force then
  add column hold_until timestamptz,                   -- while it waits for its payment
  add column reminded_at timestamptz,
  add column booked_at timestamptz;                    -- by the database's clock, under the locks
create index appointment_patient_day on appointment (pid, date);

-- ── fees ────────────────────────────────────────────────────────────────────────────────────────────────────
-- Of a doctor in an institution, in minor units: Taiwan by day and by night or emergency (TWD), mainland the same (CNY).
-- null: not offered.
create table doctor_fee (
  mid int not null references staff (mid), partner_id int not null references partner (id),
  tw_day int check (tw_day >= 0), tw_night int check (tw_night >= 0),
  cn_day int check (cn_day >= 0), cn_night int check (cn_night >= 0),
  version int not null default 1, updated_at timestamptz not null default now(),
  primary key (mid, partner_id)
);
-- Every state it was in: what an entry was booked at can be read for ever.
create table doctor_fee_version (
  mid int not null references staff (mid), partner_id int not null references partner (id), version int not null,
  tw_day int, tw_night int, cn_day int, cn_night int,
  set_by int references staff (mid), at timestamptz not null default clock_timestamp(),
  primary key (mid, partner_id, version)
);
-- The fees in force, held until the transaction ends: they change before a booking that reads them, or after it.
create function doctor_fee_held(person int, institution int) returns setof doctor_fee
language sql volatile security definer set search_path = public as $$
  select * from doctor_fee f where f.mid = person and f.partner_id = institution
    and (institution = app_partner() or app_kind() = 'system') for share $$;

-- Whose visits cost nothing: by the institution's decision, or by contract; with one doctor, or with all.
create table fee_exemption (
  id uuid primary key,
  partner_id int not null references partner (id), unit_id int not null references unit (id), pid int not null references member (pid),
  kind text not null check (kind in ('free', 'contract')), did int references staff (mid),
  starts_on date not null, ends_on date check (ends_on >= starts_on), note text,
  created_by int references staff (mid), created_at timestamptz not null default now(), withdrawn_at timestamptz
);
create index fee_exemption_pid on fee_exemption (pid) where withdrawn_at is null;

-- ── payments ────────────────────────────────────────────────────────────────────────────────────────────────
-- Lines, never edited: what was due, paid, waived, let go, to be given back, given back.
create table payment (
  id uuid primary key,
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid), qid int not null references appointment (qid),
  kind text not null check (kind in ('due', 'paid', 'waived', 'failed', 'expired', 'refundDue', 'refundStopped', 'refunded')),
  amount int not null check (amount >= 0), currency text not null check (currency in ('TWD', 'CNY')),
  method text check (method in ('cash', 'card', 'transfer', 'checkout', 'free', 'contract')),
  provider_ref text, reason text, by_mid int references staff (mid), at timestamptz not null default now()
);
create index payment_qid on payment (qid, at);
-- Paid once; a report that comes again is the same line.
create unique index payment_paid on payment (qid) where kind = 'paid';
create unique index payment_report on payment (provider_ref, kind) where provider_ref is not null;

-- ── what booking asks ───────────────────────────────────────────────────────────────────────────────────────
-- Does the patient have something else then, or somebody's session with that doctor already? In this institution, also
-- where the asker must not look: only that it is so. `except` is the entry that is being moved.
create function patient_taken(patient int, institution int, person int, day date, part smallint, from_at timestamptz, minutes int, except_qid int)
returns text language sql stable security definer set search_path = public as $$
  select case when bool_or(q.did = person and q.date = day and q."interval" = part) then 'session' when count(*) > 0 then 'time' end
  from appointment q
  where q.pid = patient and q.partner_id = institution and q.status in ('held', 'registered', 'checkedIn', 'redial', 'autoCancelled')
    and q.kind <> 'emergency' and q.qid is distinct from except_qid and q.date between day - 1 and day + 1
    and (institution = app_partner() or app_kind() = 'system')
    and ((q.did = person and q.date = day and q."interval" = part)
      or (q.start_at < from_at + make_interval(mins => minutes) and from_at < q.start_at + make_interval(mins => q.duration_minutes))) $$;

-- What is taken of a doctor's day there, also what the asker must not look at: only when, never whose.
create function doctor_taken(institution int, person int, day date)
returns table ("interval" smallint, start_at timestamptz, minutes int)
language sql stable security definer set search_path = public as $$
  select q."interval", q.start_at, q.duration_minutes from appointment q
  where q.did = person and q.date = day and q.partner_id = institution and takes_place(q.status) and q.kind <> 'emergency'
    and (institution = app_partner() or app_kind() = 'system') $$;

-- A member of the caller's units by something complete that only the member shows. For those who see none but their own.
create function booking_member(shown text) returns table (pid int, unit_ids int[], name text, birthday date, id_last text)
language sql stable security definer set search_path = public as $$
  select m.pid, array_agg(distinct t.unit_id), min(m.name), min(m.birthday), min(right(m.id_number, 3))
  from member_token t join member m on m.pid = t.pid
  where app_kind() = 'staff' and t.token = '=' || shown and t.status = 'active'
    and t.partner_id = app_partner() and t.unit_id = any (app_units())
    and shown in (search_text(m.id_number), m.nhi_card_number, m.mobile, search_text(m.account))
  group by m.pid $$;

-- ── the guard ───────────────────────────────────────────────────────────────────────────────────────────────
-- No entry beyond the places of its session, and no two of one patient at once, whoever writes and however many at a time.
-- Emergencies come beside the sessions, and beside what the patient has. A day without a session has no number to keep: that it is closed, booking says.
create function keep_places() returns trigger language plpgsql security definer set search_path = public as $$
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
  if exists (select 1 from schedule_entry e where e.did = new.did) or exists (select 1 from shift_change c where c.did = new.did) then
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
create trigger appointment_places before insert or update of status, did, date, "interval", start_at, duration_minutes, kind
  on appointment for each row execute function keep_places();

-- ── walls ───────────────────────────────────────────────────────────────────────────────────────────────────
do $$
declare t text;
begin
  foreach t in array array['doctor_fee', 'doctor_fee_version', 'fee_exemption', 'payment'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
  end loop;
  -- A doctor's prices are known in the institution; the doctor alone sets them.
  foreach t in array array['doctor_fee', 'doctor_fee_version'] loop
    execute format('create policy own_partner on %I for select to teleward_app using (partner_id = (select app_partner()))', t);
    execute format('create policy own_add on %I for insert to teleward_app
      with check (mid = (select app_mid()) and partner_id = (select app_partner()))', t);
  end loop;
  foreach t in array array['fee_exemption', 'payment'] loop
    execute format($p$ create policy in_reach on %I to teleward_app
      using ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or pid = (select app_link_pid()))
      with check ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or pid = (select app_link_pid())) $p$, t);
    execute format($p$ create policy own_patients on %I as restrictive for select to teleward_app
      using ((select app_sees_all()) or pid is null or app_takes_part(pid)) $p$, t);
  end loop;
end $$;
create policy own_change on doctor_fee for update to teleward_app
  using (mid = (select app_mid()) and partner_id = (select app_partner())) with check (mid = (select app_mid()) and partner_id = (select app_partner()));
grant select, insert, update on doctor_fee to teleward_app;
grant select, insert on doctor_fee_version, payment to teleward_app;
grant select on fee_exemption to teleward_app;
revoke update, delete on payment, doctor_fee_version from teleward_system;
revoke execute on function doctor_fee_held(int, int), patient_taken(int, int, int, date, smallint, timestamptz, int, int), doctor_taken(int, int, date), booking_member(text) from public;
grant execute on function doctor_fee_held(int, int), patient_taken(int, int, int, date, smallint, timestamptz, int, int), doctor_taken(int, int, date), booking_member(text)
  to teleward_app, teleward_system;
