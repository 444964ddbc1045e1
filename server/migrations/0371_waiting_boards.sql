-- Addresses of wall displays of the waiting room (`/pages/monitor`): each is one television of an institution, or of one of its
-- units. Of the token the hash alone is kept; a revoked one stays as a row and opens nothing.
create table waiting_board (
  id uuid primary key,
  partner_id int not null references partner (id), at_unit int references unit (id),
  token_hash text not null unique,
  -- Where it hangs, in the words of who made it.
  name text not null check (char_length(name) between 1 and 60),
  made_at timestamptz not null, made_by int not null references staff (mid),
  -- When a display last asked, to the minute.
  asked_at timestamptz,
  revoked_at timestamptz
);
create index waiting_board_living on waiting_board (partner_id, made_at) where revoked_at is null;
alter table waiting_board enable row level security;
create policy system_all on waiting_board to teleward_system using (true) with check (true);
grant select, insert, update on waiting_board to teleward_system;
