-- A third party comes into a running call by a link: a relative, an interpreter, somebody without an account. The link opens one
-- room for one call, and no row of the patient: it is no kind of video_link, which the patient's rows are seen by.
create table guest_link (
  link_id uuid primary key,
  token_hash text not null unique,
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  room_id uuid not null references room (room_id),
  -- The room's own call, which it ends with.
  call_id uuid not null references call (call_id),
  -- Whose room it is; null: colleagues among themselves.
  pid int references member (pid),
  name text not null check (char_length(name) between 1 and 60),
  relation text not null check (relation in ('family', 'interpreter', 'caregiver', 'other')),
  language text not null check (language in ('zh-TW', 'zh-CN', 'en')),
  channel text not null check (channel in ('sms', 'email')),
  -- Where it was sent, masked; and of what is asked for, the end of the number or a code that is told, a hash that opens nothing.
  sent_to text not null, code_hash text not null,
  message_id uuid not null,
  state text not null default 'sent' check (state in ('sent', 'opened', 'joined', 'left', 'revoked', 'expired', 'over')),
  tries smallint not null default 0,
  browser_hash text,
  -- What was agreed to, by the version of its text; recording is asked for where there may be one.
  agreed jsonb, agreed_at timestamptz,
  created_by int not null references staff (mid), created_at timestamptz not null,
  -- Until when one may come in for the first time; whoever is in stays until the call ends.
  expires_at timestamptz not null,
  opened_at timestamptz, joined_at timestamptz, left_at timestamptz,
  ended_at timestamptz, ended_by int references staff (mid),
  version int not null default 1
);
create index guest_link_room on guest_link (room_id);
create index guest_link_call on guest_link (call_id);
create index guest_link_pid on guest_link (pid) where pid is not null;
create index guest_link_message on guest_link (message_id);

alter table guest_link enable row level security;
create policy system_all on guest_link to teleward_system using (true) with check (true);
grant select, insert, update, delete on guest_link to teleward_system;
grant select, insert on guest_link to teleward_app;
grant update (state, ended_at, ended_by, version) on guest_link to teleward_app;
