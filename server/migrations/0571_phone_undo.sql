-- A changed mobile number can be taken back by whoever holds the one before: by a word that was sent to it, known here by its
-- hash, good once and for a while.
create table phone_undo (
  token_hash text primary key,
  mid int not null references staff (mid),
  -- What the account goes back to.
  phone text not null,
  made_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz
);
create index phone_undo_mid on phone_undo (mid, made_at);
alter table phone_undo enable row level security;
create policy system_all on phone_undo to teleward_system using (true) with check (true);
grant select, insert, update on phone_undo to teleward_system;
