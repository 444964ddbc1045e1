-- The history form: what is recorded of a patient's history, how sure it is, and what became of it.
--
-- An entry is written once. Whoever changes it writes a new one that names the one it replaces, and what was wrong or
-- refuted is marked with who, when and why: nothing of it is overwritten (FHIR: AllergyIntolerance, Condition).
alter table member_history
  add item text,
  add verification text check (verification in ('unconfirmed', 'confirmed')),
  add criticality text check (criticality in ('low', 'high', 'unable-to-assess')),
  add reaction text,
  -- What an allergy is to, where it is coded: `ingredient:amoxicillin` or `class:penicillins`.
  add substance text check (substance ~ '^(ingredient|class):[^:]+$'),
  add replaces int references member_history (id),
  add withdrawn_by int references staff (mid),
  add withdrawn_why text check (withdrawn_why in ('entered-in-error', 'refuted', 'replaced')),
  add withdrawn_reason text;
-- 'Asked, and none' is an entry of every part of the form, with who asked.
alter table member_history drop constraint member_history_none_known;
alter table member_history add constraint member_history_none_known check (severity is distinct from 'none' or recorded_by is not null);
create index member_history_replaces on member_history (replaces) where replaces is not null;

-- What one may do to an entry that stands is to mark it.
revoke update on member_history from teleward_app;
grant update (withdrawn_at, withdrawn_by, withdrawn_why, withdrawn_reason) on member_history to teleward_app;

-- Asked, and none: an entry of its own, and no condition; nor is a figure of the kidneys.
create or replace function app_open_conditions() returns table (pid int, note text)
language plpgsql stable security definer rows 1000 set search_path = public as $$
#variable_conflict use_column
declare
  here int := app_partner();
  mine int[] := app_units();
  emr text := app_emr();
  held bigint[] := app_held_back();
begin
  if app_kind() is distinct from 'staff' or emr not in ('y', 'o') then return; end if;
  return query
  select h.pid, h.note from member_history h
  where h.kind = 'person_sick' and h.withdrawn_at is null and h.severity is distinct from 'none' and h.item is distinct from 'egfr'
    and h.partner_id = here and h.unit_id = any (mine)
    and ((h.unit_id::bigint << 32) | h.pid) <> all (held)
    and h.pid in (select app_open_records()) and (emr = 'y' or app_own_patient(h.pid));
end $$;

create or replace function app_member_conditions(pids int[]) returns table (pid int, conditions jsonb)
language plpgsql stable security definer rows 25 set search_path = public as $$
#variable_conflict use_column
declare
  here int := app_partner();
  mine int[] := app_units();
begin
  if app_kind() is distinct from 'staff' then return; end if;
  return query
  select t.pid, case when auth.state <> 'notAuthorised' then (
    select coalesce(jsonb_agg(jsonb_build_object('note', h.note, 'ename', h.ename) order by h.id), '[]')
    from member_history h
    where h.pid = t.pid and h.kind = 'person_sick' and h.withdrawn_at is null
      and h.severity is distinct from 'none' and h.item is distinct from 'egfr'
      and h.partner_id = here and h.unit_id = any (mine) and (w.held is null or h.unit_id <> all (w.held))) end
  from unnest(pids) t(pid)
  cross join lateral (
    select array_agg(mu.unit_id) filter (where mu.status <> 'active') as held from member_unit mu
    where mu.pid = t.pid and mu.partner_id = here and mu.unit_id = any (mine)
  ) w
  cross join lateral app_record_state(t.pid) auth
  where app_member_visible(t.pid);
end $$;

-- ── checks while prescribing ────────────────────────────────────────────────────────────────────────────────
-- Why a warning of the drug check was passed over, as the prescriber said it: part of the note, locked with it, and kept
-- with each of its versions.
alter table note add drug_answers jsonb not null default '[]';

-- Rules beyond the shipped ones, brought in by the importer: a set replaces the earlier one of its name. Common knowledge,
-- as the drug table is: read by all, written by the owner alone.
create table drug_rule_set (
  name text primary key, licence text not null, rules jsonb not null, count int not null, imported_at timestamptz not null default now()
);
grant select on drug_rule_set to teleward_app;
grant select, insert, update, delete on drug_rule_set to teleward_system;

create function note_answers_lock() returns trigger language plpgsql as $$
begin
  if current_user = 'teleward_app' and new.state = 'withdrawn' and new.drug_answers is distinct from old.drug_answers then
    raise exception 'a withdrawal leaves the text as it is' using errcode = '23514', constraint = 'note_signed';
  end if;
  return new;
end $$;
create trigger note_answers_lock before update on note for each row execute function note_answers_lock();
