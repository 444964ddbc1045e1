-- The core of the data model. Plain SQL that PostgreSQL 15 and newer (and PGlite) accept.
--
-- Two walls stand around patient data: the service's own checks, and the policies below. A request runs as
-- `teleward_app` (neither owner nor BYPASSRLS), and its transaction says who asks, all settings local:
--   app.kind     staff | link
--   app.mid      staff member                     app.partner  institution
--   app.units    '3,4': units of the account      app.pid, app.qid  the patient and visit of a link
--   app.emr      y | o | -  the caller's emr.read app.appt     y | o | -  the caller's appointment.read
-- Sign-in, timers and other work that precedes or outlives a caller runs as `teleward_system`.

do $$ begin
  if not exists (select from pg_roles where rolname = 'teleward_app') then create role teleward_app nologin; end if;
  if not exists (select from pg_roles where rolname = 'teleward_system') then create role teleward_system nologin; end if;
end $$;
grant teleward_app, teleward_system to current_user;
grant usage on schema public to teleward_app, teleward_system;

create function app_kind() returns text language sql stable as $$ select nullif(current_setting('app.kind', true), '') $$;
create function app_mid() returns int language sql stable as $$ select nullif(current_setting('app.mid', true), '')::int $$;
create function app_partner() returns int language sql stable as $$ select nullif(current_setting('app.partner', true), '')::int $$;
create function app_units() returns int[] language sql stable as
  $$ select string_to_array(nullif(current_setting('app.units', true), ''), ',')::int[] $$;
create function app_pid() returns int language sql stable as $$ select nullif(current_setting('app.pid', true), '')::int $$;
create function app_qid() returns int language sql stable as $$ select nullif(current_setting('app.qid', true), '')::int $$;
create function app_emr() returns text language sql stable as $$ select coalesce(current_setting('app.emr', true), '-') $$;
create function app_appt() returns text language sql stable as $$ select coalesce(current_setting('app.appt', true), '-') $$;

-- ── institutions ────────────────────────────────────────────────────────────────────────────────────────────
create table partner (
  id int primary key,
  name text not null, name_en text, name_zh_cn text,
  time_zone text not null default 'Asia/Taipei',
  logo text, primary_colour text check (primary_colour ~ '^#[0-9A-Fa-f]{6}$'),
  phone text,
  ui_config jsonb not null default '{}',          -- published configuration: menu, logo, login, appointment, emr, remoteAppointment
  settings jsonb not null default '{}',           -- password length, one message for wrong account and password, retention …
  status text not null default 'active' check (status in ('active', 'disabled')),
  version int not null default 1
);
create table unit (
  id int primary key,
  main_id int references unit (id),               -- parent in the tree
  partner_id int not null references partner (id),
  name text not null, name_en text,
  status text not null default 'active' check (status in ('active', 'disabled'))
);
create index unit_partner on unit (partner_id);

-- ── staff ───────────────────────────────────────────────────────────────────────────────────────────────────
create table staff (
  mid int generated always as identity primary key,
  account text not null, phone text,
  name text not null, name_en text, family_name text,
  avatar text,
  mobilecode smallint not null default 0 check (mobilecode in (0, 1)),
  status text not null default 'active' check (status in ('active', 'closed')),
  servicelang text[] not null default '{zh_TW}',
  version int not null default 1,
  created_at timestamptz not null default now()
);
create unique index staff_account on staff (lower(account));
create unique index staff_phone on staff (phone) where phone is not null;

-- Apart from `staff` so that the application's role has no way to read a hash.
create table staff_credential (
  mid int primary key references staff (mid),
  password_hash text not null,
  failed_attempts int not null default 0,
  locked_until timestamptz,
  changed_at timestamptz not null default now()
);
create table staff_partner (
  mid int not null references staff (mid),
  partner_id int not null references partner (id),
  staff_type smallint not null,                   -- 1 doctor, 2 nurse, 3 other professions, 4 service, 5 admin, 6 partner, 7 agent
  doctortype text not null,                       -- column of the permission table
  title text, division text, division_en text,
  privileges text[] not null default '{}',
  review text not null default 'onBoard' check (review in ('registered', 'phoneVerified', 'inReview', 'onBoard', 'returned', 'cancelled')),
  service_flags jsonb not null default '{}',      -- onsite, video, freeDiagnosis, freeDiagnosisOnsite, cn_service
  status text not null default 'active' check (status in ('active', 'disabled')),
  primary key (mid, partner_id)
);
create index staff_partner_partner on staff_partner (partner_id, doctortype);
create table staff_unit (
  mid int not null, partner_id int not null, unit_id int not null references unit (id),
  primary key (mid, unit_id),
  foreign key (mid, partner_id) references staff_partner (mid, partner_id)
);
create index staff_unit_unit on staff_unit (unit_id);
create table nurse_binding (
  partner_id int not null references partner (id), did int not null references staff (mid), mid int not null references staff (mid),
  primary key (partner_id, did, mid)
);
-- Grants between staff: shift.others, contact.others.
create table staff_grant (
  id int generated always as identity primary key,
  partner_id int not null references partner (id),
  grantor_mid int not null references staff (mid), grantee_mid int not null references staff (mid),
  permission text not null, starts_at timestamptz not null default now(), ends_at timestamptz, revoked_at timestamptz,
  check (grantor_mid <> grantee_mid)
);
create table preference (
  mid int primary key references staff (mid), data jsonb not null default '{}', version int not null default 1
);
create table presence (
  mid int primary key references staff (mid),
  code int not null default 3000 check (code in (1000, 2000, 3000)),
  before_code int,                                 -- what to return to after a call or a lost line
  in_call uuid,
  updated_at timestamptz not null default now()
);
create table word (
  id int generated always as identity primary key,
  mid int not null references staff (mid), partner_id int not null references partner (id),
  type text not null check (type in ('s', 'o', 'a', 'p', 'memop', 'note', 'service', 'wd', 'diet')),
  code text, word text not null check (char_length(word) between 1 and 300), sort int not null default 0,
  version int not null default 1
);
create index word_mine on word (mid, partner_id, type, sort);

-- ── sessions ────────────────────────────────────────────────────────────────────────────────────────────────
create table signing_key (
  kid text primary key, secret text not null, created_at timestamptz not null default now(), retires_at timestamptz not null
);
create table session (
  sid uuid primary key,
  mid int not null references staff (mid), partner_id int references partner (id),
  device_type smallint not null default 3, device_token text not null,
  remember boolean not null default false, doctortype text,
  draft_key text not null,                         -- see decision 27: drafts are unreadable without a session
  created_at timestamptz not null default now(), last_seen_at timestamptz not null default now(),
  ended_at timestamptz, end_reason text, ip text, user_agent text
);
-- One live session per person and kind of device: the newer one forces the older one out.
create unique index session_live on session (mid, device_type) where ended_at is null;
create table refresh_token (
  token_hash text primary key, sid uuid not null references session (sid),
  issued_at timestamptz not null default now(), expires_at timestamptz not null, used_at timestamptz
);
create index refresh_token_sid on refresh_token (sid);
create table login_log (
  id bigint generated always as identity primary key,
  mid int references staff (mid), account text, outcome text not null, ip text, user_agent text,
  at timestamptz not null default now()
);
create index login_log_mid on login_log (mid, at desc);
create table address_limit (
  address text not null, kind text not null, window_start timestamptz not null, count int not null,
  primary key (address, kind)
);

-- ── members (patients) ──────────────────────────────────────────────────────────────────────────────────────
create table member (
  pid int generated always as identity primary key,
  member_no text not null unique,
  account text, id_number text, name text not null, name_en text,
  gender text check (gender in ('male', 'female', 'other', 'unknown')),   -- FHIR administrative gender
  birthday date, height numeric(5, 1), weight numeric(5, 1),
  nhi_card_number text check (nhi_card_number ~ '^[0-9]{12}$'),
  mobile text, mobilecode smallint not null default 0 check (mobilecode in (0, 1)), email text,
  emergency_contact jsonb, language text not null default 'zh-TW',
  vip boolean not null default false, avatar text,
  version int not null default 1, created_at timestamptz not null default now()
);
create unique index member_id_number on member (id_number) where id_number is not null;
create table member_unit (
  pid int not null references member (pid), partner_id int not null references partner (id), unit_id int not null references unit (id),
  status text not null default 'active' check (status in ('active', 'disabled')), since date not null default current_date,
  primary key (pid, unit_id)
);
create index member_unit_unit on member_unit (unit_id, pid);
-- History form: one store for allergies and histories (sensitive_matters are the allergies).
create table member_history (
  id int generated always as identity primary key,
  pid int not null references member (pid), partner_id int not null, unit_id int not null,
  kind text not null check (kind in ('person_sick', 'parents_sick', 'parents_cancer', 'sensitive_matters', 'life_type')),
  note text not null, ename text, mh_other_value text, severity text,
  recorded_by int references staff (mid), recorded_at timestamptz not null default now(), withdrawn_at timestamptz
);
create index member_history_pid on member_history (pid, kind);

-- ── appointments (queue) ────────────────────────────────────────────────────────────────────────────────────
create table appointment (
  qid int generated always as identity primary key,
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid), did int not null references staff (mid),
  booked_by int references staff (mid), proxy boolean not null default false,
  status text not null default 'registered' check (status in
    ('held', 'registered', 'checkedIn', 'redial', 'finished', 'cancelled', 'autoCancelled', 'released', 'closed')),
  status_by text check (status_by in ('patient', 'staff', 'timeout', 'missed', 'linkExpired')),
  finish boolean generated always as (status = 'finished') stored,
  closed boolean generated always as (status in ('closed', 'cancelled', 'released')) stored,
  kind text not null default 'general' check (kind in ('general', 'agent', 'emergency', 'special')),
  "interval" smallint not null check ("interval" between 0 and 6),
  date date not null, start_at timestamptz not null, duration_minutes int not null default 15 check (duration_minutes > 0),
  queue_no int not null,
  site text not null default 'video' check (site in ('video', 'voice', 'onsite')),
  service_item text, consult_problem text, call_target text check (call_target in ('patient', 'family', 'cs')),
  fee int check (fee >= 0), currency text not null default 'TWD' check (currency in ('TWD', 'CNY')),
  payment text not null default 'none' check (payment in ('none', 'due', 'paid', 'waived', 'expired', 'refundDue', 'refunded')),
  p_memo text, cancel_reason text, tries int not null default 0, sms_room smallint,
  room_id uuid, mr_id uuid,
  checked_in_at timestamptz, started_at timestamptz, finished_at timestamptz, finished_by int references staff (mid),
  device_check jsonb,                              -- what the patient's device check said: camera, microphone, speaker
  version int not null default 1, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  unique (did, date, kind, queue_no)
);
create index appointment_doctor_day on appointment (did, date, start_at);
create index appointment_unit_day on appointment (unit_id, date, start_at);
create index appointment_patient on appointment (pid, start_at desc);
create table appointment_event (
  id bigint generated always as identity primary key,
  qid int not null references appointment (qid), partner_id int not null, unit_id int not null, pid int not null,
  action text not null, from_status text, to_status text not null, reason text,
  actor_kind text not null check (actor_kind in ('staff', 'patient', 'system')), actor_mid int references staff (mid),
  at timestamptz not null default now()
);
create index appointment_event_qid on appointment_event (qid, id);

-- ── rooms, calls, recordings, links ─────────────────────────────────────────────────────────────────────────
create table room (
  room_id uuid primary key,
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  qid int references appointment (qid), pid int references member (pid), target_id int,
  state text not null default 'created' check (state in ('created', 'waiting', 'live', 'closed')),
  engine text not null default 'embedded' check (engine in ('embedded', 'livekit')), ds_room_id text not null,
  recording_consent text check (recording_consent in ('agreed', 'declined')),
  created_at timestamptz not null default now(), live_at timestamptz, closed_at timestamptz
);
alter table appointment add foreign key (room_id) references room (room_id);
-- One open room per visit, whatever races to make it.
create unique index room_open on room (qid) where state <> 'closed';
create table room_participant (
  room_id uuid not null references room (room_id), user_id text not null,
  partner_id int not null, unit_id int not null, pid int,
  mid int references staff (mid), name text not null,
  role text not null check (role in ('moderator', 'patient', 'guest')),
  joined_at timestamptz, left_at timestamptz,
  primary key (room_id, user_id)
);
create table call (
  call_id uuid primary key,
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  room_id uuid not null references room (room_id), qid int references appointment (qid), pid int references member (pid),
  direction text not null check (direction in ('inbound', 'outbound')),       -- as the staff see it
  video boolean not null default true,
  caller_mid int references staff (mid), caller_name text not null,
  state text not null default 'ringing' check (state in ('ringing', 'answered', 'rejected', 'missed', 'ended')),
  cause text, ring_until timestamptz not null,
  answered_by_mid int references staff (mid), answered_by_name text,
  record_start_time timestamptz not null default now(), answered_at timestamptz, ended_at timestamptz,
  version int not null default 1
);
-- A room rings once at a time.
create unique index call_ringing on call (room_id) where state in ('ringing', 'answered');
create index call_log on call (partner_id, record_start_time desc);
create index call_patient on call (pid, record_start_time desc);
create table call_target (
  call_id uuid not null references call (call_id), mid int not null references staff (mid),
  partner_id int not null, unit_id int not null, pid int,
  state text not null default 'ringing' check (state in ('ringing', 'answered', 'rejected', 'missed', 'stopped', 'busy')),
  primary key (call_id, mid)
);
create index call_target_mid on call_target (mid) where state = 'ringing';
create table recording (
  recording_id uuid primary key,
  partner_id int not null, unit_id int not null, pid int, qid int references appointment (qid),
  room_id uuid not null references room (room_id), call_id uuid references call (call_id),
  state text not null default 'recording' check (state in ('recording', 'interrupted', 'finalising', 'ready', 'failed')),
  started_at timestamptz not null default now(), ended_at timestamptz, started_by int references staff (mid),
  duration_ms int, bytes bigint, path text, failure text
);
-- Starting twice is one recording.
create unique index recording_running on recording (room_id) where state in ('recording', 'interrupted');
create table recording_segment (
  segment_id uuid primary key, recording_id uuid not null references recording (recording_id),
  partner_id int not null, unit_id int not null, pid int,
  seq int not null, bytes bigint not null default 0, path text not null, mid int references staff (mid),
  started_at timestamptz not null default now(), last_chunk_at timestamptz,
  unique (recording_id, seq)
);
create table video_link (
  link_id uuid primary key, token_hash text not null unique,
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid), qid int references appointment (qid),
  kind text not null default 'call' check (kind in ('call', 'authorise')), sms_room smallint not null default 2,
  state text not null default 'created' check (state in ('created', 'sent', 'opened', 'joined', 'expired', 'dead', 'sendFailed')),
  sent_at timestamptz, opened_at timestamptz, joined_at timestamptz, expires_at timestamptz,
  identity_tries int not null default 0, identity_at timestamptz, browser_hash text,
  step text not null default 'identity', dead_reason text, version int not null default 1
);
create index video_link_qid on video_link (qid);

-- ── authorisation and consent ───────────────────────────────────────────────────────────────────────────────
create table consent (
  id uuid primary key, partner_id int not null, unit_id int not null, pid int not null references member (pid),
  qid int references appointment (qid),
  kind text not null check (kind in ('consultation', 'recording', 'record')),
  state text not null check (state in ('requested', 'active', 'declined', 'expired', 'withdrawn')),
  text_version text not null, given_by text not null default 'patient', witness_mid int references staff (mid),
  starts_at timestamptz not null default now(), ends_at timestamptz, at timestamptz not null default now()
);
create index consent_pid on consent (pid, kind, state);
create table emergency_access (
  id uuid primary key, partner_id int not null, unit_id int not null, pid int not null references member (pid),
  mid int not null references staff (mid), reason text not null check (char_length(reason) >= 4),
  at timestamptz not null default now(), until timestamptz not null
);
create index emergency_access_open on emergency_access (pid, mid, until);

-- ── notes ───────────────────────────────────────────────────────────────────────────────────────────────────
create table note (
  id uuid primary key,
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid), qid int not null references appointment (qid),
  author_mid int not null references staff (mid),
  prepared_by int references staff (mid),
  state text not null default 'draft' check (state in ('draft', 'prepared', 'signed', 'amended', 'withdrawn')),
  s text not null default '', o text not null default '', a text not null default '', p text not null default '', memo text not null default '',
  version int not null default 1,
  signed_at timestamptz, signed_by int references staff (mid), hash text, late boolean not null default false,
  withdrawn_at timestamptz, withdrawn_reason text,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
-- One living note per visit and author.
create unique index note_once on note (qid, author_mid) where state <> 'withdrawn';
create index note_patient on note (pid, created_at desc);
create index note_unsigned on note (author_mid, updated_at) where state in ('draft', 'prepared');
-- Every saved version, whole: text, diagnoses and prescription lines as they stood.
create table note_version (
  note_id uuid not null references note (id), version int not null,
  partner_id int not null, unit_id int not null, pid int not null, author_mid int not null,
  kind text not null check (kind in ('autosave', 'sign', 'amend', 'withdraw')),
  content jsonb not null, reason text, hash text, saved_by int not null references staff (mid), at timestamptz not null default now(),
  primary key (note_id, version)
);
create table diagnosis (
  id uuid primary key, note_id uuid not null references note (id),
  partner_id int not null, unit_id int not null, pid int not null, author_mid int not null,
  code text not null, name_en text not null, name_zh_tw text not null, remarks text not null default '', sort int not null,
  unique (note_id, code)
);
create table prescription_line (
  id uuid primary key, note_id uuid not null references note (id),
  partner_id int not null, unit_id int not null, pid int not null, author_mid int not null,
  code text not null, name text not null, name_zh_tw text, unit text not null,
  dose numeric(9, 3) not null check (dose > 0), frequency text not null, route text not null,
  days int not null check (days between 1 and 365),
  total numeric(11, 3) not null check (total > 0), total_reason text, daily_dose numeric(11, 3),
  notes text not null default '', sort int not null
);
create index prescription_line_note on prescription_line (note_id, sort);

-- ── platform ────────────────────────────────────────────────────────────────────────────────────────────────
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  partner_id int, mid int, link_id uuid, action text not null, kind text not null,
  target_kind text, target_id text, pid int, outcome text not null default 'OK', detail jsonb,
  ip text, request_id text
);
create index audit_log_partner on audit_log (partner_id, id desc);
create index audit_log_pid on audit_log (pid, id desc);
create index audit_log_mid on audit_log (mid, id desc);
create table audit_seal (
  seq bigint primary key, audit_id bigint not null unique, prev_hash text not null, hash text not null, at timestamptz not null default now()
);
create table event_log (
  id bigint generated always as identity primary key,
  type text not null, audience text[] not null, payload jsonb not null, at timestamptz not null default clock_timestamp()
);
create index event_log_at on event_log (at);
create table timer (
  kind text not null, key text not null, due_at timestamptz not null, payload jsonb not null default '{}', attempts int not null default 0,
  primary key (kind, key)
);
create index timer_due on timer (due_at);
create table idempotency_key (
  person text not null, key text not null, request_hash text not null, status int, body jsonb,
  created_at timestamptz not null default now(),
  primary key (person, key)
);
create table server_state (key text primary key, value jsonb not null);

-- ── rights of the two roles ─────────────────────────────────────────────────────────────────────────────────
grant select, insert, update, delete on all tables in schema public to teleward_system;
grant usage on all sequences in schema public to teleward_app, teleward_system;
revoke update, delete on audit_log, audit_seal from teleward_system;
grant select on partner, unit, staff, staff_partner, staff_unit, nurse_binding, staff_grant, presence, login_log to teleward_app;
grant select, insert, update on preference, presence to teleward_app;
grant select, insert, update, delete on word to teleward_app;
grant select, insert, update on member, member_unit, member_history, appointment, appointment_event, room, room_participant,
  call, call_target, recording, recording_segment, video_link, consent, emergency_access, note, note_version to teleward_app;
-- Lines of a draft may go; what was signed stands whole in note_version.
grant select, insert, update, delete on diagnosis, prescription_line to teleward_app;
revoke update on appointment_event, note_version, emergency_access from teleward_app;
grant insert on audit_log, event_log to teleward_app;
grant select on audit_log to teleward_app;
grant select, insert, update, delete on timer, idempotency_key to teleward_app;

-- ── the second wall ─────────────────────────────────────────────────────────────────────────────────────────
-- Is the record of this patient open to the caller: an authorisation in force for one of the caller's units, or
-- the caller's own emergency access. SECURITY DEFINER, because the answer must not depend on what the caller sees.
create function app_record_open(patient int) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select 1 from consent c where c.pid = patient and c.kind = 'record' and c.state = 'active'
      and c.partner_id = app_partner() and c.unit_id = any (app_units()) and c.starts_at <= now() and (c.ends_at is null or c.ends_at > now()))
    or exists (select 1 from emergency_access e where e.pid = patient and e.mid = app_mid() and e.partner_id = app_partner() and e.until > now())
$$;
-- Has the caller (one who may see only own ones) booked, treats, or is rung for a visit of this patient?
create function app_own_patient(patient int) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select 1 from appointment q where q.pid = patient and q.partner_id = app_partner()
    and (q.booked_by = app_mid() or q.did = app_mid()))
$$;
create function app_member_visible(patient int) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select 1 from member_unit mu where mu.pid = patient and mu.partner_id = app_partner()
    and mu.unit_id = any (app_units()) and mu.status = 'active')
    and (app_appt() <> 'o' or app_own_patient(patient))
$$;
create function app_colleague(person int) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select 1 from staff_partner sp where sp.mid = person and sp.partner_id = app_partner())
$$;

do $$
declare t text;
begin
  foreach t in array array['partner', 'unit', 'staff', 'staff_credential', 'staff_partner', 'staff_unit', 'nurse_binding', 'staff_grant',
    'preference', 'presence', 'word', 'signing_key', 'session', 'refresh_token', 'login_log', 'address_limit', 'member', 'member_unit',
    'member_history', 'appointment', 'appointment_event', 'room', 'room_participant', 'call', 'call_target', 'recording',
    'recording_segment', 'video_link', 'consent', 'emergency_access', 'note', 'note_version', 'diagnosis', 'prescription_line',
    'audit_log', 'audit_seal', 'event_log', 'timer', 'idempotency_key', 'server_state'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
  end loop;
  -- Records of a visit: the units of the account, or the link's own patient.
  foreach t in array array['member_history', 'appointment_event', 'room', 'room_participant', 'call', 'call_target', 'recording',
    'recording_segment', 'video_link', 'consent', 'emergency_access'] loop
    execute format($p$ create policy staff_units on %I to teleward_app
      using ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]))
      with check ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) $p$, t);
    execute format($p$ create policy own_link on %I to teleward_app
      using ((select app_kind()) = 'link' and pid = (select app_pid())) with check ((select app_kind()) = 'link' and pid = (select app_pid())) $p$, t);
  end loop;
  -- The record itself: the author's own always, others' only while the patient's authorisation stands.
  foreach t in array array['note', 'note_version', 'diagnosis', 'prescription_line'] loop
    execute format($p$ create policy record_open on %I to teleward_app
      using ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])
        and (author_mid = (select app_mid()) or ((select app_emr()) in ('y', 'o') and app_record_open(pid))))
      with check ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])
        and (author_mid = (select app_mid()) or ((select app_emr()) in ('y', 'o') and app_record_open(pid)))) $p$, t);
  end loop;
  foreach t in array array['timer', 'idempotency_key'] loop
    execute format('create policy app_all on %I to teleward_app using (true) with check (true)', t);
  end loop;
end $$;

create policy staff_units on appointment to teleward_app
  using ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])
    and ((select app_appt()) = 'y' or ((select app_appt()) = 'o' and (booked_by = (select app_mid()) or did = (select app_mid())))))
  with check ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])
    and ((select app_appt()) = 'y' or ((select app_appt()) = 'o' and (booked_by = (select app_mid()) or did = (select app_mid())))));
create policy own_link on appointment to teleward_app
  using ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid()))
  with check ((select app_kind()) = 'link' and pid = (select app_pid()) and qid = (select app_qid()));
create policy visible on member to teleward_app
  using (case (select app_kind()) when 'staff' then app_member_visible(pid) when 'link' then pid = (select app_pid()) else false end)
  with check ((select app_kind()) = 'staff' and app_member_visible(pid));
create policy staff_units on member_unit to teleward_app
  using ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]))
  with check ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[]));
create policy own_partner on partner to teleward_app using (id = (select app_partner()));
create policy own_partner on unit to teleward_app using (partner_id = (select app_partner()));
create policy colleagues on staff to teleward_app using (app_colleague(mid));
create policy own_partner on staff_partner to teleward_app using (partner_id = (select app_partner()));
create policy own_partner on staff_unit to teleward_app using (partner_id = (select app_partner()));
create policy own_partner on nurse_binding to teleward_app using (partner_id = (select app_partner()));
create policy own on staff_grant to teleward_app
  using (partner_id = (select app_partner()) and (select app_mid()) in (grantor_mid, grantee_mid));
create policy colleagues on presence to teleward_app using (app_colleague(mid)) with check (mid = (select app_mid()));
create policy own on preference to teleward_app using (mid = (select app_mid())) with check (mid = (select app_mid()));
create policy own on word to teleward_app
  using (mid = (select app_mid()) and partner_id = (select app_partner())) with check (mid = (select app_mid()) and partner_id = (select app_partner()));
create policy own on login_log to teleward_app using (mid = (select app_mid()));
create policy own on audit_log for select to teleward_app using (mid = (select app_mid()) and partner_id = (select app_partner()));
create policy append on audit_log for insert to teleward_app with check (true);
create policy append on event_log for insert to teleward_app with check (true);
