-- Referrals to institutions outside: a directory of these, a link with a code by which one of them reads its letter and answers,
-- files and reports that go along, a clock of each state, and the report back in the record of the patient.
create table outside_institution (
  id uuid primary key,
  partner_id int not null references partner (id),
  name text not null check (char_length(name) between 1 and 100),
  -- What Taiwan's National Health Insurance numbers an institution by; one elsewhere has none.
  code text check (code ~ '^[0-9]{10}$'),
  phone text check (char_length(phone) between 1 and 40), address text check (char_length(address) between 1 and 200),
  email text check (char_length(email) between 3 and 200),
  made_by int not null references staff (mid), made_at timestamptz not null,
  changed_by int references staff (mid), changed_at timestamptz,
  closed_at timestamptz,
  version int not null default 1
);
create unique index outside_institution_code on outside_institution (partner_id, code) where code is not null and closed_at is null;
create index outside_institution_name on outside_institution (partner_id, name);

alter table referral alter column to_unit drop not null;
alter table referral
  add column to_outside uuid references outside_institution (id),
  -- The institution as the letter is addressed to it: {name, code, phone, address, email}.
  add column outside jsonb,
  -- Of the sender's letters the one that was declined or taken back, in whose place this one goes elsewhere.
  add column follows uuid unique references referral (id),
  -- Until when the next step is awaited; null: nobody has to do anything.
  add column due_at timestamptz,
  -- Who answered for an institution outside, in their own words.
  add column acted_by text,
  -- Reports of others that go along, as they stood.
  add column attached_reports jsonb not null default '[]'
    check (jsonb_typeof(attached_reports) = 'array' and jsonb_array_length(attached_reports) <= 10),
  add constraint referral_one_way check (
    (to_unit is null) <> (to_outside is null) and (to_outside is null) = (outside is null) and (to_outside is null or to_mid is null));
create index referral_due on referral (partner_id, due_at) where due_at is not null;
update referral set due_at = created_at + interval '7 days' where state in ('sent', 'received');

-- Both sides are of one institution, or the other one is in its directory; the visit is the patient's, whoever writes.
create or replace function guard_referral() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if (new.to_unit is not null and not exists (select 1 from unit u where u.id = new.to_unit and u.partner_id = new.partner_id))
    or (new.to_mid is not null and not exists (select 1 from staff_unit su where su.mid = new.to_mid
      and su.partner_id = new.partner_id and su.unit_id = new.to_unit))
    or (new.to_outside is not null and not exists (select 1 from outside_institution o where o.id = new.to_outside
      and o.partner_id = new.partner_id and o.closed_at is null))
    or (new.qid is not null and not exists (select 1 from appointment a where a.qid = new.qid and a.pid = new.pid
      and a.partner_id = new.partner_id and a.unit_id = new.unit_id))
    or (new.follows is not null and not exists (select 1 from referral r where r.id = new.follows and r.pid = new.pid
      and r.partner_id = new.partner_id and r.from_mid = new.from_mid and r.state in ('declined', 'withdrawn')))
    then raise exception 'a referral of an institution' using errcode = 'check_violation'; end if;
  new.history := jsonb_build_array(jsonb_build_object('action', 'send', 'to', new.state, 'mid', new.from_mid, 'at', new.created_at));
  return new;
end $$;
drop trigger guard_referral on referral;
create trigger guard_referral before insert on referral for each row execute function guard_referral();

-- A letter that was sent is not rewritten. Its patient changes by the merge of two members alone.
create function guard_referral_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.partner_id, new.from_mid, new.urgency, new.reason, new.patient_name, new.created_at)
      is distinct from (old.id, old.partner_id, old.from_mid, old.urgency, old.reason, old.patient_name, old.created_at)
    or (current_user = 'teleward_app' and (new.pid, new.unit_id) is distinct from (old.pid, old.unit_id))
    or (new.to_unit, new.to_mid, new.to_outside, new.qid, new.follows) is distinct from (old.to_unit, old.to_mid, old.to_outside, old.qid, old.follows)
    or new.outside is distinct from old.outside or new.attached_reports is distinct from old.attached_reports
    then raise exception 'a letter that was sent is not rewritten' using errcode = 'check_violation'; end if;
  new.version := old.version + 1;
  new.history := old.history;
  if new.state <> old.state then
    new.history := old.history || jsonb_build_object('from', old.state, 'to', new.state, 'mid', app_mid(), 'who', new.acted_by, 'at', new.updated_at);
  end if;
  return new;
end $$;
create trigger guard_referral_change before update on referral for each row execute function guard_referral_change();

-- Files that go along: read by both sides until the letter is declined or taken back.
create table referral_file (
  referral_id uuid not null references referral (id),
  file_id uuid not null references medical_file (id),
  partner_id int not null references partner (id),
  sort smallint not null, name text not null, kind text not null, format text not null, bytes bigint not null,
  primary key (referral_id, file_id)
);

-- By a link an institution outside reads its letter. Of the token and of the code that is told beside it, what is kept opens nothing.
create table referral_link (
  id uuid primary key,
  partner_id int not null references partner (id), referral_id uuid not null references referral (id),
  token_hash text not null unique, code_hash text not null, browser_hash text,
  made_by int not null references staff (mid), made_at timestamptz not null, expires_at timestamptz not null,
  -- Where it was sent, masked; null: told by who made it.
  sent_to text, message_id uuid,
  tries smallint not null default 0,
  opened_at timestamptz, last_at timestamptz, opens int not null default 0,
  ended_at timestamptz, ended_by int references staff (mid)
);
create unique index referral_link_living on referral_link (referral_id) where ended_at is null;

-- What was reported back stands in the record of the patient, among the reports of others, and is the referring person's to see.
alter table external_report drop constraint external_report_category_check;
alter table external_report add constraint external_report_category_check
  check (category in ('laboratory', 'imaging', 'pathology', 'other', 'referral'));
alter table external_report add column referral_id uuid unique references referral (id);
alter table external_report add constraint external_report_referral check ((category = 'referral') = (referral_id is not null));
create function keep_referral_report() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into external_report (id, partner_id, unit_id, pid, mid, category, title, source, issued_at, received_at, results, conclusion, referral_id)
    select gen_random_uuid(), new.partner_id, new.unit_id, new.pid, new.from_mid, 'referral',
      left(btrim(regexp_replace(new.reason, '\s+', ' ', 'g')), 200),
      left(coalesce(new.outside ->> 'name', (select u.name from unit u where u.id = new.to_unit))
        || coalesce(' ' || new.acted_by, (select ' ' || s.name from staff s where s.mid = app_mid()), ''), 100),
      new.updated_at, new.updated_at, '[]', new.answer, new.id;
  return new;
end $$;
create trigger keep_referral_report after update of state on referral for each row
  when (new.state = 'reported' and old.state <> 'reported') execute function keep_referral_report();

do $$
declare t text;
begin
  foreach t in array array['outside_institution', 'referral_file', 'referral_link'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
    execute format('grant select, insert on %I to teleward_app', t);
  end loop;
end $$;
grant update (name, code, phone, address, email, changed_by, changed_at, closed_at, version) on outside_institution to teleward_app;
grant update (ended_at, ended_by) on referral_link to teleward_app;
