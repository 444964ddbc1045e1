-- What came for one member of staff and leads to its matter; and the notices that staff send to many at an hour.

create table notification (
  id uuid primary key,
  partner_id int not null references partner (id),
  mid int not null references staff (mid),
  kind text not null check (kind in ('opinion', 'todo', 'schedule', 'msg', 'noti', 'call', 'alert', 'system')),
  -- Which sentence it reads: `todo.new`, `call.missed`. No text of the matter is copied: it is looked up under the reader's rights.
  what text not null check (char_length(what) between 3 and 40),
  subject_kind text not null check (char_length(subject_kind) between 1 and 40),
  subject_id text not null check (char_length(subject_id) between 1 and 60),
  -- Where it leads: {"screen": "todolist", "search": {"open": "…"}}.
  link jsonb not null check (jsonb_typeof(link) = 'object'),
  from_mid int references staff (mid),
  about_pid int references member (pid),
  -- Names the event: told again, it is the same entry.
  key text not null check (char_length(key) between 1 and 120),
  at timestamptz not null,
  read_at timestamptz,
  unique (mid, key)
);
create index notification_mine on notification (mid, partner_id, at desc);
create index notification_unread on notification (mid, partner_id) where read_at is null;
create index notification_subject on notification (subject_kind, subject_id);
create index notification_about on notification (about_pid) where about_pid is not null;

-- A browser that asked to be woken (RFC 8030), for as long as the session lives in which it asked.
create table push_subscription (
  id uuid primary key,
  mid int not null references staff (mid),
  sid uuid not null references session (sid),
  endpoint text not null unique check (char_length(endpoint) <= 1000),
  p256dh text not null check (char_length(p256dh) between 80 and 100),
  auth text not null check (char_length(auth) between 20 and 30),
  created_at timestamptz not null
);
create index push_subscription_mid on push_subscription (mid);
create index push_subscription_sid on push_subscription (sid);

create table notice (
  id uuid primary key,
  partner_id int not null references partner (id),
  -- Whose people may change it beside its author.
  at_unit int not null references unit (id),
  author_mid int not null references staff (mid),
  content text not null check (char_length(content) between 1 and 1000),
  -- What was chosen, so that it can be changed; who that is stands in `notice_recipient`.
  audience jsonb not null check (jsonb_typeof(audience) = 'array'),
  channels text[] not null check (channels <@ array['sms', 'email']),
  send_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'cancelled')),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Since when it is the sender's: from then on nothing of it is changed.
  taken_at timestamptz check ((taken_at is null) = (state in ('waiting', 'cancelled')))
);
create index notice_due on notice (partner_id, send_at desc);
create index notice_author on notice (author_mid, send_at desc);
create index notice_unit on notice (at_unit, send_at desc);

create table notice_recipient (
  id bigint generated always as identity primary key,
  notice_id uuid not null references notice (id),
  partner_id int not null references partner (id),
  mid int references staff (mid),
  to_pid int references member (pid),
  -- Of a patient the unit whose member they are: left, they get nothing.
  of_unit int references unit (id),
  -- Null: a patient whom none of the chosen ways reaches.
  channel text check (channel in ('portal', 'sms', 'email')),
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'read', 'failed')),
  reason text check (char_length(reason) <= 200),
  message_id uuid,
  tries int not null default 0,
  sent_at timestamptz,
  read_at timestamptz,
  check ((mid is null) <> (to_pid is null) and (to_pid is null) = (of_unit is null)),
  check ((state = 'failed') = (reason is not null))
);
create unique index notice_recipient_mid on notice_recipient (notice_id, mid) where mid is not null;
create unique index notice_recipient_pid on notice_recipient (notice_id, to_pid) where to_pid is not null;
create index notice_recipient_person on notice_recipient (mid) where mid is not null;
create index notice_recipient_patient on notice_recipient (to_pid) where to_pid is not null;
create unique index notice_recipient_message on notice_recipient (message_id) where message_id is not null;

-- Whatever the service does: what the sender has taken stands as it was taken.
create function notice_lock() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting' and (new.content, new.audience, new.channels, new.send_at, new.author_mid, new.at_unit)
      is distinct from (old.content, old.audience, old.channels, old.send_at, old.author_mid, old.at_unit)
    or old.state in ('sent', 'cancelled') and new.state in ('waiting', 'cancelled') and new.state <> old.state
    or old.state = 'sending' and new.state in ('waiting', 'cancelled') then
    raise exception 'a notice that is being sent is not changed' using errcode = '23514', constraint = 'notice_locked';
  end if;
  return new;
end $$;
create trigger notice_lock before update on notice for each row execute function notice_lock();
create function notice_recipient_lock() returns trigger language plpgsql as $$
begin
  if current_user = 'teleward_app' and tg_op <> 'UPDATE'
    and exists (select 1 from notice n where n.id = coalesce(new.notice_id, old.notice_id) and n.state <> 'waiting') then
    raise exception 'a notice that is being sent is not changed' using errcode = '23514', constraint = 'notice_locked';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger notice_recipient_lock before insert or delete on notice_recipient for each row execute function notice_recipient_lock();

-- Is the caller one of whom it was sent to? Past the policies, which would ask each other.
create function app_notice_to_me(which uuid) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from notice_recipient r where r.notice_id = which and r.mid = app_mid() and r.state in ('sent', 'read'));
end $$;
-- Has somebody a browser that can be woken? An entry for them then has its timer.
create function app_has_push(person int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from push_subscription p where p.mid = person);
end $$;
-- Who is told of a member's critical alert: who cares in the member's groups; of a member in none who set the member's own limits.
create function app_alert_carers(patient int, house int) returns table (mid int)
language plpgsql stable security definer set search_path = public rows 5 as $$
#variable_conflict use_column
begin
  return query
    with grouped as (
      select distinct gs.mid from monitor_group_member gm join monitor_group g on g.id = gm.group_id and g.ended_at is null
        join monitor_group_staff gs on gs.group_id = g.id
      where gm.pid = patient and gm.unit_id = house and gm.removed_at is null),
    told as (
      select mid from grouped
      union
      select o.set_by from (select * from monitor_own w where w.pid = patient and w.unit_id = house order by w.id desc limit 1) o
      where not exists (select 1 from grouped))
    select t.mid from told t join staff_unit su on su.mid = t.mid and su.unit_id = house
      join staff_partner sp on sp.mid = t.mid and sp.partner_id = (select u.partner_id from unit u where u.id = house)
    where sp.status = 'active' and sp.review = 'onBoard';
end $$;
revoke all on function app_notice_to_me(uuid), app_has_push(int), app_alert_carers(int, int) from public;
grant execute on function app_notice_to_me(uuid), app_has_push(int), app_alert_carers(int, int) to teleward_app, teleward_system;

do $$
declare t text;
begin
  foreach t in array array['notification', 'push_subscription', 'notice', 'notice_recipient'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
  end loop;
end $$;
grant select, insert on notification, notice, notice_recipient to teleward_app;
grant update (read_at) on notification to teleward_app;
grant update (content, audience, channels, send_at, state, version, updated_at) on notice to teleward_app;
grant update (state, read_at) on notice_recipient to teleward_app;
grant delete on notice_recipient to teleward_app;
