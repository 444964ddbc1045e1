-- Medical files of a member, and the uploads that bring them. The bytes lie in the storage; here is what they are, whose,
-- and who may see them. A file is never overwritten or removed: it is withdrawn, and moved to another patient as a new row.
create function app_files() returns text language sql stable as $$ select coalesce(current_setting('app.files', true), '-') $$;

create table medical_file (
  id uuid primary key,
  partner_id int not null references partner (id), unit_id int, pid int,
  mid int not null references staff (mid),
  kind text not null check (kind in ('photo', 'dicom', 'ultrasound', 'ecg', 'sti', 'eye', 'pe_report', 'video', 'face', 'ear', 'nasal',
    'throat', 'oral', 'skin', 'phono')),
  format text not null check (format in ('jpg', 'png', 'pdf', 'dcm', 'mp4', 'mov', 'wav')),
  name text not null check (char_length(name) between 1 and 200),
  bytes bigint not null check (bytes > 0), sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  width int, height int,
  -- The original as it came; of a picture the copy that is shown, without what the camera wrote into it; the small one.
  key text not null, copy_key text, thumb_key text,
  eye text check (eye in ('L', 'R')),
  rotation smallint not null default 0 check (rotation in (0, 90, 180, 270)),
  remark text not null default '' check (char_length(remark) <= 500),
  state text not null check (state in ('stored', 'unassigned', 'withdrawn')),
  duplicate boolean not null default false,
  moved_from uuid references medical_file (id),
  withdrawn_by int references staff (mid), withdrawn_at timestamptz, withdrawn_reason text, wrong_patient boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null, updated_at timestamptz not null,
  -- What was said of it, when and by whom: [{version, at, mid, …what it was before}], written by the trigger alone.
  history jsonb not null default '[]',
  foreign key (pid, unit_id) references member_unit (pid, unit_id),
  check ((pid is null) = (unit_id is null)),
  check ((state = 'unassigned') <= (pid is null)), check ((state = 'stored') <= (pid is not null)),
  check ((state = 'withdrawn') = (withdrawn_at is not null) and (withdrawn_at is null) = (withdrawn_by is null)
    and (withdrawn_at is null) = (withdrawn_reason is null))
);
create index medical_file_pid on medical_file (pid, created_at desc, id);
create index medical_file_same on medical_file (pid, sha256);
create index medical_file_mid on medical_file (mid, created_at desc);

create function guard_medical_file() returns trigger language plpgsql as $$
begin
  if (new.id, new.partner_id, new.mid, new.format, new.bytes, new.sha256, new.key, new.created_at)
      is distinct from (old.id, old.partner_id, old.mid, old.format, old.bytes, old.sha256, old.key, old.created_at)
    or (new.copy_key, new.thumb_key, new.moved_from) is distinct from (old.copy_key, old.thumb_key, old.moved_from)
    then raise exception 'a file is kept as it came' using errcode = 'check_violation'; end if;
  -- A merge of two members moves their rows, and is no `app`.
  if current_user = 'teleward_app' and (old.state = 'withdrawn' or (old.pid is not null and (new.pid, new.unit_id) is distinct from (old.pid, old.unit_id)))
    then raise exception 'it stays with its patient, and withdrawn it is over' using errcode = 'check_violation'; end if;
  if current_user = 'teleward_app' then
    new.version := old.version + 1;
    new.history := old.history || jsonb_build_object('version', old.version, 'at', new.updated_at, 'mid', app_mid(), 'state', old.state,
      'pid', old.pid, 'kind', old.kind, 'eye', old.eye, 'rotation', old.rotation, 'name', old.name, 'remark', old.remark);
  end if;
  return new;
end $$;
create trigger guard_medical_file before update on medical_file for each row execute function guard_medical_file();

-- An upload is the uploader's own until it is a file.
create table upload (
  id uuid primary key,
  partner_id int not null references partner (id), unit_id int, pid int,
  mid int not null references staff (mid),
  kind text not null, name text not null check (char_length(name) between 1 and 200),
  bytes bigint not null check (bytes > 0), received bigint not null default 0,
  sha256 text, eye text check (eye in ('L', 'R')),
  thumb_key text,
  state text not null default 'queued'
    check (state in ('queued', 'uploading', 'checking', 'unassigned', 'stored', 'rejected', 'failed', 'withdrawn')),
  reason text, reason_data jsonb not null default '{}',
  duplicate uuid references medical_file (id),
  file_id uuid references medical_file (id),
  -- Who writes the next piece, and until when nobody else does.
  lease uuid, leased_until timestamptz,
  created_at timestamptz not null, expires_at timestamptz not null,
  foreign key (pid, unit_id) references member_unit (pid, unit_id),
  check ((pid is null) = (unit_id is null)), check (received between 0 and bytes),
  check ((file_id is not null) = (state in ('unassigned', 'stored', 'withdrawn')))
);
create index upload_mid on upload (mid, partner_id, created_at desc, id);
create index upload_file on upload (file_id);
create index upload_pid on upload (pid, unit_id);

-- What the uploader's list says follows what becomes of the file, whoever did it.
create function upload_follows() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update upload x set state = new.state, pid = new.pid, unit_id = new.unit_id,
    reason = case when new.state = 'unassigned' or (new.kind = 'eye' and new.eye is null) then x.reason end
  where x.file_id = new.id;
  return null;
end $$;
create trigger upload_follows after update on medical_file for each row
  when ((old.state, old.kind) is distinct from (new.state, new.kind) or old.eye is distinct from new.eye or old.pid is distinct from new.pid)
  execute function upload_follows();

-- And where members that were merged part again, a file that came of an upload since goes where that goes.
create function upload_leads() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update medical_file f set pid = new.pid, unit_id = new.unit_id where f.id = new.file_id and f.pid = old.pid and new.pid is not null;
  return null;
end $$;
create trigger upload_leads after update of pid on upload for each row
  when (new.file_id is not null and old.pid is distinct from new.pid) execute function upload_leads();

grant select, insert, update on medical_file, upload to teleward_app;
do $$
declare t text;
begin
  foreach t in array array['medical_file', 'upload'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
    -- A membership that is held back closes what the unit keeps of the patient.
    execute format($p$ create policy living_membership on %I as restrictive to teleward_app
      using (pid is null or ((unit_id::bigint << 32) | pid) <> all ((select app_held_back())::bigint[])) $p$, t);
    execute format($p$ create policy brought on %I for insert to teleward_app
      with check ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and mid = (select app_mid())
        and (pid is null or (unit_id = any ((select app_units())::int[]) and app_member_visible(pid)))) $p$, t);
  end loop;
end $$;
-- One's own; others' with the right to files, while the record is open to one.
create policy readable on medical_file for select to teleward_app using ((select app_kind()) = 'staff' and partner_id = (select app_partner())
  and (pid is null or unit_id = any ((select app_units())::int[]))
  and (mid = (select app_mid()) or (pid is not null and ((select app_files()) = 'y' or ((select app_files()) = 'o' and app_own_patient(pid)))
    and app_record_open(pid))));
create policy changed on medical_file for update to teleward_app using ((select app_kind()) = 'staff' and partner_id = (select app_partner())
  and (pid is null or unit_id = any ((select app_units())::int[]))
  and (mid = (select app_mid()) or (pid is not null and ((select app_sees_all()) or app_takes_part(pid))
    and ((select app_files()) = 'y' or ((select app_files()) = 'o' and app_own_patient(pid))) and app_record_open(pid))))
  with check ((select app_kind()) = 'staff' and partner_id = (select app_partner())
    and (pid is null or (unit_id = any ((select app_units())::int[]) and app_member_visible(pid))));
create policy own on upload for select to teleward_app using ((select app_kind()) = 'staff' and partner_id = (select app_partner())
  and mid = (select app_mid()) and (pid is null or unit_id = any ((select app_units())::int[])));
create policy own_change on upload for update to teleward_app using ((select app_kind()) = 'staff' and partner_id = (select app_partner())
  and mid = (select app_mid()) and (pid is null or unit_id = any ((select app_units())::int[])))
  with check ((select app_kind()) = 'staff' and partner_id = (select app_partner()) and mid = (select app_mid())
    and (pid is null or (unit_id = any ((select app_units())::int[]) and app_member_visible(pid))));

revoke execute on function app_files() from public;
grant execute on function app_files() to teleward_app, teleward_system;
