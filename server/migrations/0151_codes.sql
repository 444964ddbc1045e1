-- Verification codes: five minutes, one use, five tries. The code itself is nowhere kept.
create table verification_code (
  id uuid primary key,
  purpose text not null,
  phone text not null,
  -- Whom the code speaks for: 'staff:12', or what else the purpose names. A code proves nothing about anybody else.
  subject text not null,
  code_hash text not null,
  tries smallint not null default 0,
  created_at timestamptz not null, expires_at timestamptz not null,
  used_at timestamptz, dead_at timestamptz            -- dead: a newer one was sent
);
create index verification_code_phone on verification_code (phone, created_at desc);
create index verification_code_subject on verification_code (subject, purpose, created_at desc);
create index verification_code_age on verification_code (created_at);
alter table verification_code enable row level security;
create policy system_all on verification_code to teleward_system using (true) with check (true);
grant select, insert, update, delete on verification_code to teleward_system;
-- When, in milliseconds of the epoch, what is counted in a window that moves along.
alter table address_limit add column times jsonb not null default '[]';
