-- Notes, diagnoses, prescription lines, canned words, signatures.

alter table note
  -- Who wrote what stands now; the versions name it when it is replaced.
  add column saved_by int references staff (mid),
  -- Part → the note's version in which it last changed: two writers are merged by it.
  add column part_versions jsonb not null default '{}',
  add column amended_at timestamptz;
alter table diagnosis
  add column billable boolean not null default true,
  add column version int not null default 1;
alter table prescription_line add column version int not null default 1;

-- A password given for a signature counts for further ones of the session for ten minutes.
create table sign_confirmation (sid uuid primary key references session (sid), at timestamptz not null);
alter table sign_confirmation enable row level security;
create policy system_all on sign_confirmation to teleward_system using (true) with check (true);
grant select, insert, update, delete on sign_confirmation to teleward_system;

-- 300 characters as a reader counts them are checked by the service; one of them may be many code points.
alter table word drop constraint word_word_check;
alter table word add constraint word_length check (char_length(word) between 1 and 4800);
create unique index word_once on word (mid, partner_id, type, md5(word));
create unique index word_code_once on word (mid, partner_id, type, lower(code)) where code is not null;

-- ── who reads and writes a note ─────────────────────────────────────────────────────────────────────────────
-- Who reads only the records of own patients (`o`) gets no others by an authorisation of the unit.
do $$
declare t text;
begin
  foreach t in array array['note', 'note_version', 'diagnosis', 'prescription_line'] loop
    execute format('drop policy record_open on %I', t);
    execute format($p$ create policy record_open on %I to teleward_app
      using ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])
        and (author_mid = (select app_mid()) or (((select app_emr()) = 'y' or ((select app_emr()) = 'o' and app_own_patient(pid))) and app_record_open(pid))))
      with check ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])
        and (author_mid = (select app_mid()) or (((select app_emr()) = 'y' or ((select app_emr()) = 'o' and app_own_patient(pid))) and app_record_open(pid)))) $p$, t);
  end loop;
end $$;
-- Reading is wider than writing: only the author, and who is bound to prepare for the author.
create function app_prepares_for(author int) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select 1 from nurse_binding b where b.partner_id = app_partner() and b.did = author and b.mid = app_mid())
$$;
do $$
declare t text;
begin
  foreach t in array array['note', 'note_version', 'diagnosis', 'prescription_line'] loop
    execute format($p$ create policy author_inserts on %I as restrictive for insert to teleward_app
      with check (author_mid = (select app_mid()) or app_prepares_for(author_mid)) $p$, t);
    execute format($p$ create policy author_updates on %I as restrictive for update to teleward_app
      using (author_mid = (select app_mid()) or app_prepares_for(author_mid)) with check (author_mid = (select app_mid()) or app_prepares_for(author_mid)) $p$, t);
    execute format($p$ create policy author_deletes on %I as restrictive for delete to teleward_app
      using (author_mid = (select app_mid()) or app_prepares_for(author_mid)) $p$, t);
  end loop;
end $$;

-- ── what was signed stays ───────────────────────────────────────────────────────────────────────────────────
-- Whatever the service does: a note keeps its patient, visit and author; signed text changes only as an amendment whose
-- earlier version is kept; what was withdrawn changes no more.
create function note_lock() returns trigger language plpgsql as $$
begin
  if current_user <> 'teleward_app' then return new; end if;
  if (new.id, new.pid, new.qid, new.author_mid, new.partner_id, new.unit_id)
     is distinct from (old.id, old.pid, old.qid, old.author_mid, old.partner_id, old.unit_id) then
    raise exception 'a note keeps its patient, visit and author' using errcode = '23514', constraint = 'note_fixed';
  end if;
  if old.state = 'withdrawn' then
    raise exception 'a withdrawn note changes no more' using errcode = '23514', constraint = 'note_withdrawn';
  end if;
  if old.state in ('signed', 'amended') then
    if new.state not in ('amended', 'withdrawn') or new.version <= old.version
       or not exists (select 1 from note_version v where v.note_id = old.id and v.version = old.version) then
      raise exception 'a signed note changes only by an amendment or a withdrawal' using errcode = '23514', constraint = 'note_signed';
    end if;
    if new.state = 'withdrawn' and (new.s, new.o, new.a, new.p, new.memo) is distinct from (old.s, old.o, old.a, old.p, old.memo) then
      raise exception 'a withdrawal leaves the text as it is' using errcode = '23514', constraint = 'note_signed';
    end if;
  end if;
  return new;
end $$;
create trigger note_lock before update on note for each row execute function note_lock();

create function note_line_lock() returns trigger language plpgsql as $$
declare
  note_of uuid := case when tg_op = 'DELETE' then old.note_id else new.note_id end;
  state_of text;
begin
  -- In a BEFORE trigger any row but null lets the statement go on; a deletion has only the old one.
  if current_user <> 'teleward_app' then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'UPDATE' and new.note_id <> old.note_id then
    raise exception 'a line keeps its note' using errcode = '23514', constraint = 'note_line_fixed';
  end if;
  select n.state into state_of from note n where n.id = note_of;
  if state_of in ('draft', 'prepared') or (state_of in ('signed', 'amended') and current_setting('app.amending', true) = note_of::text) then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  raise exception 'lines of a signed note change only by an amendment' using errcode = '23514', constraint = 'note_signed';
end $$;
create trigger note_line_lock before insert or update or delete on diagnosis for each row execute function note_line_lock();
create trigger note_line_lock before insert or update or delete on prescription_line for each row execute function note_line_lock();

-- The author's work of a day, and versions in their order.
create index note_version_at on note_version (note_id, at desc);
create index diagnosis_note on diagnosis (note_id, sort);
