-- Files that colleagues share and that are of no patient: forms, leaflets, instructions. Of the institution, or of a unit.
create table drive_file (
  id uuid primary key,
  partner_id int not null references partner (id), at_unit int references unit (id),
  mid int not null references staff (mid),
  name text not null check (char_length(name) between 1 and 200),
  remark text not null default '' check (char_length(remark) <= 500),
  format text not null check (format in ('jpg', 'png', 'pdf', 'mp4', 'mov')),
  bytes bigint not null check (bytes > 0), sha256 text not null,
  key text not null, copy_key text,
  created_at timestamptz not null,
  -- Taken off the list; what was shared once is kept.
  removed_at timestamptz, removed_by int references staff (mid),
  check ((removed_at is null) = (removed_by is null))
);
create index drive_file_there on drive_file (partner_id, created_at desc) where removed_at is null;
alter table drive_file enable row level security;
create policy system_all on drive_file to teleward_system using (true) with check (true);
grant select, insert, update, delete on drive_file to teleward_system;
grant select, insert, update (removed_at, removed_by) on drive_file to teleward_app;
