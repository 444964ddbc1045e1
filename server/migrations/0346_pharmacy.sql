-- A prescription on its way: how often it is filled again, to which pharmacy it went, and what came of it there.

-- A refillable (chronic) prescription: {"times": 3, "until": "2026-06-30"}. Part of the note, signed and locked with it.
alter table note add refill jsonb check (refill is null or jsonb_typeof(refill) = 'object');
create function note_refill_lock() returns trigger language plpgsql as $$
begin
  if current_user = 'teleward_app' and new.state = 'withdrawn' and new.refill is distinct from old.refill then
    raise exception 'a withdrawal leaves the text as it is' using errcode = '23514', constraint = 'note_signed';
  end if;
  return new;
end $$;
create trigger note_refill_lock before update on note for each row execute function note_refill_lock();

-- Pharmacies that take prescriptions of an institution. Who dispenses in its unit sees what came to it.
create table pharmacy (
  id int generated always as identity primary key,
  partner_id int not null references partner (id),
  at_unit int not null references unit (id),
  name text not null check (char_length(name) between 1 and 100),
  city text not null check (char_length(city) between 1 and 40),
  address text not null default '' check (char_length(address) <= 200),
  phone text check (char_length(phone) <= 40),
  -- [{"days": [1, 2, 3, 4, 5], "from": "09:00", "to": "21:00"}], 1 is Monday; null: nobody has said.
  hours jsonb check (hours is null or jsonb_typeof(hours) = 'array'),
  status text not null default 'active' check (status in ('active', 'closed')),
  unique (partner_id, name)
);

create table prescription_sending (
  id uuid primary key,
  partner_id int not null references partner (id),
  unit_id int not null references unit (id),
  pid int not null references member (pid),
  qid int not null references appointment (qid),
  note_id uuid not null references note (id),
  author_mid int not null references staff (mid),
  pharmacy_id int not null references pharmacy (id),
  to_unit int not null references unit (id),
  state text not null default 'sent' check (state in ('sent', 'received', 'returned', 'dispensed', 'rejected', 'cancelled')),
  -- What the pharmacy needs of the patient and the note, as it was signed: nothing else of the record is shown there.
  content jsonb not null,
  refill jsonb,
  dispensings jsonb not null default '[]',
  -- Every step with who, when and what was said.
  steps jsonb not null default '[]',
  replaces uuid references prescription_sending (id),
  version int not null default 1,
  sent_at timestamptz not null,
  -- Since when it is in its state.
  state_at timestamptz not null
);
-- One of a note at a time: it is sent again once the one before is over.
create unique index prescription_sending_live on prescription_sending (note_id) where state in ('sent', 'received', 'returned', 'dispensed');
create index prescription_sending_unit on prescription_sending (to_unit, state, sent_at);
create index prescription_sending_author on prescription_sending (author_mid, sent_at);
create index prescription_sending_visit on prescription_sending (qid);
create index prescription_sending_pid on prescription_sending (pid);

-- Whatever the service does: what was handed out stays, and what is over changes no more.
create function prescription_sending_lock() returns trigger language plpgsql as $$
begin
  if current_user <> 'teleward_app' then return new; end if;
  if old.state in ('rejected', 'cancelled') or (old.state = 'dispensed' and new.state <> 'dispensed')
    or jsonb_array_length(new.dispensings) < jsonb_array_length(old.dispensings)
    or jsonb_array_length(new.steps) <= jsonb_array_length(old.steps) then
    raise exception 'what happened to a prescription stays' using errcode = '23514', constraint = 'prescription_step';
  end if;
  return new;
end $$;
create trigger prescription_sending_lock before update on prescription_sending for each row execute function prescription_sending_lock();

do $$
declare t text;
begin
  foreach t in array array['pharmacy', 'prescription_sending'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
    execute format('grant select on %I to teleward_app', t);
  end loop;
end $$;
grant insert on prescription_sending to teleward_app;
grant update (state, dispensings, steps, version, state_at) on prescription_sending to teleward_app;
