-- Health checks: what was entered of a member, the steps of its processing, and each result as it was made.

create table health_check (
  id uuid primary key,
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid),
  programme text not null check (char_length(programme) between 1 and 40),
  items text[] not null check (cardinality(items) between 1 and 40),
  state text not null default 'collecting' check (state in ('collecting', 'processing', 'done', 'failed', 'cancelled')),
  fasting text check (fasting in ('yes', 'no', 'unknown')),
  -- The steps of the processing in their order: {step, state, at, reason}.
  steps jsonb not null default '[]',
  identity_confirmed_at timestamptz not null,
  started_by int not null references staff (mid), started_at timestamptz not null,
  submitted_by int references staff (mid), submitted_at timestamptz, done_at timestamptz,
  cancelled_by int references staff (mid), cancel_reason text check (char_length(cancel_reason) between 1 and 300),
  -- Why the last submission took place of what was said before.
  correction text check (char_length(correction) between 1 and 300),
  version int not null default 1,
  check ((state = 'cancelled') = (cancelled_by is not null) and (cancelled_by is null) = (cancel_reason is null)),
  check (state in ('collecting', 'cancelled') or submitted_at is not null)
);
create index health_check_unit on health_check (unit_id, started_at desc);
create index health_check_pid on health_check (pid, started_at desc);

-- One value of one item, as it was entered; a correction is a row of its own, and the newest of an item stands.
create table health_check_value (
  id uuid primary key, seq bigint not null generated always as identity,
  check_id uuid not null references health_check (id),
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid),
  item text not null check (char_length(item) between 1 and 40),
  value numeric(8, 2), skipped text check (char_length(skipped) between 1 and 200),
  confirmed boolean not null default false,
  recorded_by int not null references staff (mid), recorded_at timestamptz not null,
  check ((value is null) = (skipped is not null))
);
create index health_check_value_check on health_check_value (check_id);
create index health_check_value_pid on health_check_value (pid);

create table health_check_file (
  check_id uuid not null references health_check (id),
  file_id uuid not null references medical_file (id),
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid),
  added_by int not null references staff (mid), added_at timestamptz not null,
  primary key (check_id, file_id)
);
create index health_check_file_pid on health_check_file (pid);

-- A result as it was made: ranges and flags stand as they were on that day.
create table health_check_result (
  check_id uuid not null references health_check (id), version int not null check (version > 0),
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid),
  on_day date not null, rows jsonb not null, skipped jsonb not null default '[]',
  reason text check (char_length(reason) between 1 and 300), made_at timestamptz not null,
  primary key (check_id, version)
);
create index health_check_result_pid on health_check_result (pid, on_day desc);

-- What was said of a result: a comment, or that somebody has looked at a critical value.
create table health_check_remark (
  id uuid primary key default gen_random_uuid(),
  check_id uuid not null references health_check (id),
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid),
  kind text not null check (kind in ('comment', 'acknowledged')),
  item text check (char_length(item) between 1 and 40), text text check (char_length(text) between 1 and 1000),
  of_version int not null,
  mid int not null references staff (mid), at timestamptz not null,
  check ((kind = 'comment') = (text is not null) and (kind = 'acknowledged') = (item is not null))
);
create index health_check_remark_check on health_check_remark (check_id);
create index health_check_remark_pid on health_check_remark (pid);

create function guard_health_check() returns trigger language plpgsql as $$
begin
  if current_user = 'teleward_app' and old.state in ('cancelled') then
    raise exception 'a cancelled health check is not changed' using errcode = 'check_violation'; end if;
  new.version := old.version + 1;
  return new;
end $$;
create trigger guard_health_check before update on health_check for each row execute function guard_health_check();

do $$ declare t text; begin
  foreach t in array array['health_check', 'health_check_value', 'health_check_file', 'health_check_result', 'health_check_remark'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
    execute format('grant select on %I to teleward_app', t);
  end loop;
  foreach t in array array['health_check', 'health_check_value', 'health_check_file', 'health_check_remark'] loop
    execute format('grant insert on %I to teleward_app', t);
  end loop;
end $$;
grant update (state, fasting, steps, submitted_by, submitted_at, done_at, cancelled_by, cancel_reason, correction) on health_check to teleward_app;
