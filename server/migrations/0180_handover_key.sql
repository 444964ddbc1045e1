-- By which a partner's system signs for its people (`/these-auto-login`). The secret itself is nowhere kept: it is derived
-- from the installation's own, the institution and the serial, and shown once.
create table handover_key (
  partner_id int not null references partner (id), serial int not null,
  made_at timestamptz not null, made_by int references staff (mid),
  revoked_at timestamptz,
  primary key (partner_id, serial)
);
-- One at a time: a new one takes the place of the one before.
create unique index handover_key_living on handover_key (partner_id) where revoked_at is null;
alter table handover_key enable row level security;
create policy system_all on handover_key to teleward_system using (true) with check (true);
grant select, insert, update on handover_key to teleward_system;
