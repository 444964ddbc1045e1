-- Documents that were made: by their code one is told whether a paper or a file came from here, and what became of its source.
-- Of whom it is only the source says, to whoever may read that.
create table printed_document (
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  partner_id int not null references partner (id), mid int not null references staff (mid),
  kind text not null check (kind in ('record', 'prescription', 'certificate', 'referral')),
  -- A note, or a referral, and its version as it was printed.
  target uuid not null, version int not null,
  draft boolean not null,
  lang text not null, pages int not null check (pages > 0), sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null
);
create index printed_document_target on printed_document (target);
alter table printed_document enable row level security;
grant select, insert, update, delete on printed_document to teleward_system;
-- What was made stays made.
grant select, insert on printed_document to teleward_app;
