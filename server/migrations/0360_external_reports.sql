-- What a laboratory or another institution found (FHIR DiagnosticReport): with its source, when it was issued there and when
-- it came here. Nothing of it is changed: a corrected one stands in place of the one before, and one that was entered
-- wrongly is withdrawn with a reason.
create table external_report (
  id uuid primary key,
  partner_id int not null references partner (id), unit_id int not null, pid int not null,
  mid int not null references staff (mid),
  category text not null check (category in ('laboratory', 'imaging', 'pathology', 'other')),
  title text not null check (char_length(title) between 1 and 200),
  source text not null check (char_length(source) between 1 and 100),
  -- The source's own number of it.
  identifier text check (char_length(identifier) between 1 and 100),
  issued_at timestamptz not null, received_at timestamptz not null,
  results jsonb not null check (jsonb_typeof(results) = 'array'),
  conclusion text not null default '' check (char_length(conclusion) <= 4000),
  file_id uuid references medical_file (id),
  replaced_by uuid references external_report (id) deferrable initially deferred,
  withdrawn_by int references staff (mid), withdrawn_at timestamptz, withdrawn_reason text,
  check ((withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdrawn_reason is null)),
  foreign key (pid, unit_id) references member_unit (pid, unit_id)
);
create index external_report_pid on external_report (pid, issued_at desc, id);
-- A source says a number of it once: what says it again corrects the one before.
create unique index external_report_number on external_report (partner_id, pid, source, identifier)
  where identifier is not null and replaced_by is null and withdrawn_at is null;

alter table external_report enable row level security;
create policy system_all on external_report to teleward_system using (true) with check (true);
grant select, insert, update, delete on external_report to teleward_system;
grant select, insert, update (replaced_by, withdrawn_by, withdrawn_at, withdrawn_reason) on external_report to teleward_app;

-- The one in force of a source's number, whoever entered it: a correction replaces it also for who may not read it.
create function app_report_replace(patient int, of_source text, number text, next uuid) returns uuid
language plpgsql security definer set search_path = public as $$
declare old uuid;
begin
  if app_kind() is distinct from 'staff' or not app_member_visible(patient) then
    raise exception 'not a member of the caller' using errcode = '42501';
  end if;
  -- Two corrections at once follow each other.
  perform pg_advisory_xact_lock(hashtextextended('external_report:' || app_partner() || ':' || patient || ':' || of_source || ':' || number, 0));
  update external_report e set replaced_by = next
    where e.partner_id = app_partner() and e.pid = patient and e.source = of_source and e.identifier = number
      and e.replaced_by is null and e.withdrawn_at is null and e.id <> next
    returning e.id into old;
  return old;
end $$;
revoke execute on function app_report_replace(int, text, text, uuid) from public;
grant execute on function app_report_replace(int, text, text, uuid) to teleward_app;
