-- Sign-in and sessions.

-- A session is the family of its refresh tokens: it lives as long as the newest of them.
alter table session
  add column expires_at timestamptz not null default now() + interval '12 hours',
  -- Sockets of this session are alive until here, unless one says so again: any process can tell who is connected.
  add column connected_until timestamptz,
  -- Privileges chosen at sign-in; null means all of the account's.
  add column privileges text[],
  -- The next refresh token is a keyed hash of the last one, so that a lost answer can be given again word for word.
  add column refresh_secret text not null default '';
alter table session alter column expires_at drop default, alter column refresh_secret drop default;
alter table refresh_token add column next_hash text;

-- One key for the drafts of a person, whatever the session: text typed before a sign-out is readable after it.
alter table staff_credential add column draft_key text;

create index session_connected on session (mid, connected_until) where ended_at is null;
