-- Messages that leave the house: written with the business transaction, sent by a worker, never lost (state machine 23).

create function app_outbox() returns text language sql stable as $$ select coalesce(current_setting('app.outbox', true), '-') $$;

create table outbox_message (
  id uuid primary key,
  partner_id int not null references partner (id),
  -- The unit a message is about: only its people see it. Null: the institution's own (accounts, codes).
  for_unit int references unit (id),
  channel text not null check (channel in ('sms', 'line', 'wechat', 'email', 'push', 'webhook')),
  recipient text not null,
  kind text not null,                                 -- code, link, confirmation, reminder, notice …
  origin_kind text, origin_id text,                   -- what shows it when it failed
  -- A code or a link: its text goes once it can no longer be sent, and is shown to nobody outside development.
  secret boolean not null,
  subject text, body text, link text,
  dedupe text not null,                               -- the same act writes one message, however often it is tried
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'delivered', 'retrying', 'failed', 'cancelled')),
  tries smallint not null default 0,
  next_at timestamptz,                                -- when it is to be tried; null where nothing is to come
  not_after timestamptz,                              -- over then: it is not sent late
  sending_since timestamptz,
  provider text, provider_id text,
  reason text,                                        -- code of what went wrong
  version int not null default 1,
  created_at timestamptz not null, updated_at timestamptz not null, sent_at timestamptz,
  unique (partner_id, dedupe)
);
create index outbox_message_newest on outbox_message (partner_id, created_at desc);
create index outbox_message_state on outbox_message (partner_id, state, created_at desc);
create table outbox_event (
  id bigint generated always as identity primary key,
  message_id uuid not null references outbox_message (id),
  from_state text, to_state text not null, mid int references staff (mid), reason text, at timestamptz not null
);
create index outbox_event_message on outbox_event (message_id, id);

alter table outbox_message enable row level security;
alter table outbox_event enable row level security;
create policy system_all on outbox_message to teleward_system using (true) with check (true);
create policy system_all on outbox_event to teleward_system using (true) with check (true);
-- Whoever acts for the institution may leave a message; only who may read the outbox sees any, of the institution or the own units.
create policy append on outbox_message for insert to teleward_app with check (partner_id = (select app_partner()) and state = 'queued');
create policy read_own on outbox_message for select to teleward_app
  using ((select app_outbox()) = 'y' and (select app_kind()) = 'staff' and partner_id = (select app_partner())
    and (for_unit is null or for_unit = any ((select app_units())::int[])));
grant insert on outbox_message to teleward_app;
-- The text is the sender's: nobody reads it by the application's role.
grant select (id, partner_id, for_unit, channel, recipient, kind, origin_kind, origin_id, secret, state, tries, next_at, not_after, reason,
  version, created_at, updated_at, sent_at) on outbox_message to teleward_app;
grant select, insert, update, delete on outbox_message, outbox_event to teleward_system;
