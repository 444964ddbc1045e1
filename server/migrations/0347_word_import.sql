-- An import of canned words is one job, whoever repeats it.
create table word_import (
  id uuid primary key,
  partner_id int not null references partner (id), mid int not null references staff (mid),
  file_hash text not null, total int not null, imported int not null, outcome jsonb not null, at timestamptz not null default now()
);
create index word_import_mine on word_import (mid, at desc);
alter table word_import enable row level security;
grant select, insert, update, delete on word_import to teleward_system;
grant select, insert, update (imported, outcome) on word_import to teleward_app;
