-- Settlement: what the visits of a month bring each member of staff, by whom it is confirmed, and how it is paid out.

-- What is taken off, in ten-thousandths, from a day on: of the whole platform, or of one institution, whose own goes first.
create table settlement_rate (
  id uuid primary key,
  partner_id int references partner (id),
  valid_from date not null,
  payment_fee int not null check (payment_fee between 0 and 10000),
  platform_fee int not null check (platform_fee between 0 and 10000),
  added_by int references staff (mid), added_at timestamptz not null default now(),
  unique nulls not distinct (partner_id, valid_from)
);
insert into settlement_rate (id, valid_from, payment_fee, platform_fee)
  values ('5e771e00-0000-4000-8000-000000000001', '2000-01-01', 300, 3000);

-- A month is closed by whoever writes this row first, in the transaction that closes it.
create table settlement_month (
  partner_id int not null references partner (id), month date not null check (extract(day from month) = 1),
  closed_at timestamptz not null,
  primary key (partner_id, month)
);

create table settlement_statement (
  id uuid primary key,
  partner_id int not null references partner (id), mid int not null references staff (mid),
  month date not null check (extract(day from month) = 1),
  currency text not null check (currency in ('TWD', 'CNY')),
  -- `open`: the month is not over, and a correction of an earlier one waits in it.
  state text not null check (state in ('open', 'calculated', 'confirmed', 'paid', 'payoutFailed', 'carried')),
  settle_on date not null,
  calculated_at timestamptz,
  -- As confirmed, in minor units: the sum of the lines, and what the transfer takes off.
  total int, cost int check (cost >= 0),
  confirmed_by int references staff (mid), confirmed_at timestamptz,
  version int not null default 1,
  unique (partner_id, mid, month, currency), unique (id, partner_id, mid),
  foreign key (mid, partner_id) references staff_partner (mid, partner_id),
  check ((state = 'open') = (calculated_at is null)),
  check (state not in ('confirmed', 'paid', 'payoutFailed')
    or (confirmed_by is not null and confirmed_at is not null and total > cost and confirmed_by <> mid))
);
create index settlement_statement_month on settlement_statement (partner_id, month);

-- Lines, never edited. Of a visit the parts; of a correction, or of what an earlier month carried over, one amount.
create table settlement_line (
  id uuid primary key, seq bigint not null generated always as identity,
  statement_id uuid not null, partner_id int not null, mid int not null,
  kind text not null check (kind in ('visit', 'kept', 'free', 'contract', 'waived', 'refund', 'correction', 'carried')),
  visit_qid int references appointment (qid), at_unit int references unit (id),
  visit_at timestamptz,
  -- Masked, as it stood: the paper names no patient.
  patient text check (char_length(patient) <= 200),
  rate_id uuid references settlement_rate (id),
  gross int not null default 0, payment_fee int not null default 0, platform_fee int not null default 0, share int not null default 0,
  adjustment int not null default 0,
  reason text check (char_length(reason) between 1 and 500),
  -- Whose statement a correction is about, and which one could not be paid out for itself.
  about uuid references settlement_statement (id), carried_from uuid unique references settlement_statement (id),
  by_mid int references staff (mid), at timestamptz not null,
  check (share = gross - payment_fee - platform_fee),
  check ((kind in ('correction', 'carried')) = (visit_qid is null) and (kind in ('correction', 'carried') or adjustment = 0)),
  check (visit_qid is null or (at_unit is not null and visit_at is not null and patient is not null and rate_id is not null)),
  check (visit_qid is not null or gross = 0 and payment_fee = 0 and platform_fee = 0),
  check ((kind = 'correction') = (reason is not null) and (kind = 'correction') = (by_mid is not null)),
  check ((kind = 'carried') = (carried_from is not null)),
  foreign key (statement_id, partner_id, mid) references settlement_statement (id, partner_id, mid)
);
create index settlement_line_statement on settlement_line (statement_id, seq);
create index settlement_line_visit on settlement_line (visit_qid);

-- Each time money was sent, or came back.
create table settlement_payout (
  id uuid primary key, seq bigint not null generated always as identity,
  statement_id uuid not null, partner_id int not null, mid int not null,
  outcome text not null check (outcome in ('paid', 'refused')),
  bank_id int not null references staff_bank (id),
  reference text check (char_length(reference) between 1 and 60), reason text check (char_length(reason) between 1 and 300),
  -- What was sent, and what the transfer took off.
  amount int not null check (amount > 0), cost int not null check (cost >= 0),
  by_mid int not null references staff (mid), at timestamptz not null,
  check ((outcome = 'paid') = (reference is not null) and (outcome = 'refused') = (reason is not null)),
  foreign key (statement_id, partner_id, mid) references settlement_statement (id, partner_id, mid)
);
create index settlement_payout_statement on settlement_payout (statement_id, seq);
-- Paid once.
create unique index settlement_payout_paid on settlement_payout (statement_id) where outcome = 'paid';

-- What is asked about a line, and answered.
create table settlement_remark (
  id uuid primary key, seq bigint not null generated always as identity,
  line_id uuid not null references settlement_line (id),
  statement_id uuid not null, partner_id int not null, mid int not null,
  text text not null check (char_length(text) between 1 and 1000),
  by_mid int not null references staff (mid), at timestamptz not null,
  foreign key (statement_id, partner_id, mid) references settlement_statement (id, partner_id, mid)
);
create index settlement_remark_statement on settlement_remark (statement_id, seq);

-- What a month's end looks for.
create index payment_settled on payment (partner_id, at) where kind in ('paid', 'waived');
create index appointment_settled on appointment (partner_id, finished_at) where status = 'finished';
create index appointment_kept on appointment (partner_id, start_at) where status = 'cancelled' and payment in ('paid', 'refundDue', 'refunded');
create index refund_month on refund (partner_id, due_at);

-- The steps of a statement, whoever takes them; one that is paid or carried over is what it was.
create function guard_settlement_statement() returns trigger language plpgsql as $$
begin
  if (new.id, new.partner_id, new.mid, new.month, new.currency) is distinct from (old.id, old.partner_id, old.mid, old.month, old.currency)
    or old.state in ('paid', 'carried')
    or (old.state, new.state) not in (('open', 'calculated'), ('open', 'carried'), ('calculated', 'calculated'), ('calculated', 'confirmed'),
      ('calculated', 'carried'), ('confirmed', 'paid'), ('confirmed', 'payoutFailed'), ('payoutFailed', 'payoutFailed'), ('payoutFailed', 'paid'))
    then raise exception 'a settled statement is not changed' using errcode = 'check_violation'; end if;
  new.version := old.version + 1;
  return new;
end $$;
create trigger guard_settlement_statement before update on settlement_statement
  for each row execute function guard_settlement_statement();

-- A line is added before the statement is confirmed, and by nobody after it.
create function guard_settlement_line() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from settlement_statement s where s.id = new.statement_id
    and s.state in ('open', 'calculated'))
    then raise exception 'a settled statement takes no lines' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger guard_settlement_line before insert on settlement_line for each row execute function guard_settlement_line();

do $$ declare t text; begin
  foreach t in array array['settlement_rate', 'settlement_month', 'settlement_statement', 'settlement_line', 'settlement_payout', 'settlement_remark'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert on %I to teleward_system', t);
    execute format('grant select on %I to teleward_app', t);
  end loop;
  foreach t in array array['settlement_rate', 'settlement_statement', 'settlement_line', 'settlement_payout', 'settlement_remark'] loop
    execute format('grant insert on %I to teleward_app', t);
  end loop;
end $$;
grant update (state, total, cost, calculated_at, settle_on, confirmed_by, confirmed_at) on settlement_statement to teleward_system;
grant update (state, total, cost, confirmed_by, confirmed_at) on settlement_statement to teleward_app;
