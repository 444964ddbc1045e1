-- From the form to on board (state machine 2), and what stands between password and session (machines 1 and 25).

-- What was agreed to: the version, when and in which language. Never changed.
create table agreement_acceptance (
  id bigint generated always as identity primary key,
  mid int not null references staff (mid),
  kind text not null check (kind in ('agreement', 'privacy')), version text not null, lang text not null,
  accepted_at timestamptz not null, ip text, user_agent text,
  unique (mid, kind, version)
);

-- Beside `staff_partner.review`, which holds the state: what was handed in, and what was decided.
create table staff_review (
  mid int not null, partner_id int not null,
  doctortype text not null,                           -- the type asked for; the deciding one is the membership's
  wished_unit int references unit (id),               -- the unit asked for
  licence_number text, licence_expires date,
  submitted_at timestamptz, decided_at timestamptz, decided_by int references staff (mid), reason text,
  version int not null default 1,
  primary key (mid, partner_id),
  foreign key (mid, partner_id) references staff_partner (mid, partner_id)
);
create table staff_review_event (
  id bigint generated always as identity primary key,
  mid int not null, partner_id int not null, from_state text, to_state text not null, action text not null,
  actor_mid int references staff (mid), reason text, at timestamptz not null,
  foreign key (mid, partner_id) references staff_partner (mid, partner_id)
);
create index staff_review_event_person on staff_review_event (mid, partner_id, id);
create index staff_partner_review on staff_partner (partner_id, review) where review <> 'onBoard';

-- A password that is being set anew. Asked for by an account that may not exist: then nobody's.
create table password_reset (
  id uuid primary key,
  mid int references staff (mid),
  code_hash text,                                     -- written by the worker that sends the code
  tries smallint not null default 0,
  -- Who showed the right code holds this, and nobody else sets the password.
  ticket_hash text,
  lang text not null,
  created_at timestamptz not null, expires_at timestamptz not null, checked_at timestamptz, used_at timestamptz, dead_at timestamptz
);
create index password_reset_person on password_reset (mid, created_at desc);
create index password_reset_age on password_reset (created_at);

-- TOTP (RFC 6238). `last_step`: a code is good once.
create table totp (
  mid int primary key references staff (mid),
  secret text not null, confirmed_at timestamptz, last_step bigint not null default 0, created_at timestamptz not null
);
create table totp_recovery (
  mid int not null references staff (mid), code_hash text not null, used_at timestamptz,
  primary key (mid, code_hash)
);
-- The second step of a sign-in whose password was right: no session yet, and no token that opens one.
create table second_step (
  challenge_hash text primary key,
  mid int not null references staff (mid), partner_id int not null references partner (id),
  wish jsonb not null,                                -- device and choices of the sign-in, nothing secret
  line_code_hash text,
  tries smallint not null default 0,
  created_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz
);
create index second_step_age on second_step (created_at);
-- Wrong second codes in a row, over all challenges: the password alone is no licence to go on guessing.
alter table staff_credential add column second_failed int not null default 0;

-- Binding LINE: a code that LINE answers.
create table line_request (
  mid int primary key references staff (mid), code_hash text not null unique, created_at timestamptz not null, expires_at timestamptz not null
);

-- One-time hand-over from a partner's system.
create table handover (
  token_hash text primary key,
  mid int not null references staff (mid), partner_id int not null references partner (id),
  target text, issued_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz
);
create index handover_age on handover (issued_at);

do $$
declare t text;
begin
  foreach t in array array['agreement_acceptance', 'staff_review', 'staff_review_event', 'password_reset', 'totp', 'totp_recovery',
    'second_step', 'line_request', 'handover'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
  end loop;
end $$;
revoke update, delete on agreement_acceptance, staff_review_event from teleward_system;
