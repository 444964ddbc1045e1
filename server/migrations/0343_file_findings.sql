-- What a device or a model found in a picture or a sound, as its report says: added, never changed; the newest holds.
create table file_finding (
  id bigint generated always as identity primary key,
  file_id uuid not null references medical_file (id),
  mid int not null references staff (mid),
  at timestamptz not null,
  found jsonb not null,
  model text not null check (char_length(model) between 1 and 100),
  made_on date not null
);
create index file_finding_file on file_finding (file_id, id desc);
grant select, insert on file_finding to teleward_app;
grant select, insert, update, delete on file_finding to teleward_system;
alter table file_finding enable row level security;
