-- Conversations: of a patient with the care unit, of two members of the staff, of a group. A message has its number within the
-- conversation, given under the conversation's lock, and the number its sender's page made for it, so that a retry is no second one.
create table chat_conversation (
  id int generated always as identity primary key,
  kind text not null check (kind in ('patient', 'staff', 'group')),
  partner_id int not null references partner (id),
  unit_id int references unit (id), pid int references member (pid),
  -- Whom it was begun with: a merge of members moves `pid`, and this stays.
  first_pid int references member (pid),
  low_mid int references staff (mid), high_mid int references staff (mid),
  name text check (name <> ''),
  last_seq int not null default 0, last_at timestamptz,
  -- Up to here somebody of the unit has answered: where whoever opens it for the first time begins.
  answered_seq int not null default 0,
  version int not null default 1,
  created_by int references staff (mid), created_at timestamptz not null,
  check (case kind
    when 'patient' then unit_id is not null and pid is not null and first_pid is not null and low_mid is null and name is null
    when 'staff' then low_mid < high_mid and unit_id is null and pid is null and name is null
    else name is not null and unit_id is null and pid is null and low_mid is null end)
);
create unique index chat_of_patient on chat_conversation (partner_id, unit_id, first_pid) where kind = 'patient';
create unique index chat_of_pair on chat_conversation (partner_id, low_mid, high_mid) where kind = 'staff';
create index chat_of_high on chat_conversation (high_mid, partner_id) where kind = 'staff';
create index chat_of_low on chat_conversation (low_mid, partner_id) where kind = 'staff';
create index chat_by_unit on chat_conversation (unit_id, last_at desc) where kind = 'patient';
create index chat_by_pid on chat_conversation (pid) where kind = 'patient';

-- Who is in it, and how far they have read. In a conversation with a patient whoever of the unit has opened it; `mid` null: the patient.
create table chat_participant (
  id int generated always as identity primary key,
  conversation_id int not null references chat_conversation (id), mid int references staff (mid),
  last_read_seq int not null default 0, seen_at timestamptz,
  -- Taken off one's list at this number: back with the next message.
  hidden_seq int,
  left_at timestamptz
);
create unique index chat_participant_once on chat_participant (conversation_id, coalesce(mid, 0));
create index chat_participant_mid on chat_participant (mid, conversation_id) where left_at is null;

create table chat_message (
  id int generated always as identity primary key,
  conversation_id int not null references chat_conversation (id), seq int not null,
  partner_id int not null, unit_id int, pid int,
  author_mid int references staff (mid),           -- null: the patient
  client_id uuid not null,
  body text not null check (char_length(body) <= 5000),
  reply_seq int,
  sent_at timestamptz not null,
  recalled_at timestamptz, recalled_by int references staff (mid),
  check ((recalled_at is null) = (body <> ''))
);
create unique index chat_message_seq on chat_message (conversation_id, seq);
create unique index chat_message_once on chat_message (conversation_id, coalesce(author_mid, 0), client_id);
create index chat_message_at on chat_message (conversation_id, sent_at);
create index chat_message_pid on chat_message (pid) where pid is not null;
-- What was written since members were merged goes back with its conversation. Between staff there is no patient, and nothing to follow.
alter table chat_conversation add constraint chat_conversation_of unique (id, partner_id, unit_id, pid);
alter table chat_message add constraint chat_message_of foreign key (conversation_id, partner_id, unit_id, pid)
  references chat_conversation (id, partner_id, unit_id, pid) on update cascade deferrable initially deferred;

-- A message is of its conversation's patient, whoever writes it; what was sent is not rewritten, only taken back.
create function guard_chat_message() returns trigger language plpgsql security definer set search_path = public as $$
declare c chat_conversation;
begin
  if tg_op = 'INSERT' then
    select * into c from chat_conversation where id = new.conversation_id;
    new.partner_id := c.partner_id; new.unit_id := c.unit_id; new.pid := c.pid;
    if new.seq <> c.last_seq or (new.author_mid is null and c.kind <> 'patient')
      or (new.reply_seq is not null and new.reply_seq >= new.seq)
      then raise exception 'a message out of its order' using errcode = 'check_violation'; end if;
    return new;
  end if;
  if (new.conversation_id, new.seq, new.client_id, new.sent_at) is distinct from (old.conversation_id, old.seq, old.client_id, old.sent_at)
    or new.author_mid is distinct from old.author_mid or new.reply_seq is distinct from old.reply_seq
    or (new.body <> old.body and new.body <> '') or (old.recalled_at is not null and new.recalled_at is distinct from old.recalled_at)
    then raise exception 'a message is not rewritten' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger guard_chat_message before insert or update on chat_message for each row execute function guard_chat_message();

-- Numbers only grow, a conversation stays what it is, and whoever has read something has read it.
create function guard_chat_conversation() returns trigger language plpgsql as $$
begin
  if (new.kind, new.partner_id, new.created_at) is distinct from (old.kind, old.partner_id, old.created_at)
    or (new.unit_id, new.first_pid, new.low_mid, new.high_mid) is distinct from (old.unit_id, old.first_pid, old.low_mid, old.high_mid)
    or new.last_seq < old.last_seq or new.last_seq > old.last_seq + 1
    then raise exception 'a conversation stays what it is' using errcode = 'check_violation'; end if;
  new.version := old.version + 1;
  return new;
end $$;
create trigger guard_chat_conversation before update on chat_conversation for each row execute function guard_chat_conversation();

-- ── walls ───────────────────────────────────────────────────────────────────────────────────────────────────
-- Whose `chat.patient` it takes is asked of the caller's rights, as `app.outbox` is; of a link, that it is one to a conversation
-- and its holder is known.
create function app_chat() returns text language sql stable as $$ select coalesce(current_setting('app.chat', true), '-') $$;
-- Is the caller in this group now: asked apart, because the policies of both tables ask each other.
create function app_in_group(conversation int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from chat_participant p where p.conversation_id = conversation and p.mid = app_mid() and p.left_at is null);
end $$;
-- The one that is just being made has nobody in it yet. Whoever made it has it no longer than they are in it.
create function app_group_new(conversation int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return not exists (select 1 from chat_participant p where p.conversation_id = conversation);
end $$;
-- Who is in the caller's own group, or in the one the caller is making: nobody of another institution.
create function app_group_fits(conversation int, person int) returns boolean language plpgsql stable security definer set search_path = public as $$
begin
  return exists (select 1 from chat_conversation c join staff_partner sp on sp.partner_id = c.partner_id and sp.mid = person
    where c.id = conversation and c.kind = 'group' and c.partner_id = app_partner()
      and (app_in_group(c.id) or (c.created_by = app_mid() and app_group_new(c.id))));
end $$;
revoke execute on function app_in_group(int), app_group_new(int), app_group_fits(int, int) from public;
grant execute on function app_in_group(int), app_group_new(int), app_group_fits(int, int) to teleward_app, teleward_system;

do $$
declare t text;
begin
  foreach t in array array['chat_conversation', 'chat_participant', 'chat_message'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
    execute format('grant select, insert on %I to teleward_app', t);
  end loop;
  foreach t in array array['chat_conversation', 'chat_message'] loop
    execute format($p$ create policy living_membership on %I as restrictive to teleward_app
      using ((select app_kind()) <> 'staff' or pid is null or ((unit_id::bigint << 32) | pid) <> all ((select app_held_back())::bigint[])) $p$, t);
    execute format($p$ create policy own_patients on %I as restrictive for select to teleward_app
      using ((select app_sees_all()) or pid is null or app_takes_part(pid)) $p$, t);
  end loop;
end $$;
grant update (last_seq, last_at, answered_seq, name) on chat_conversation to teleward_app;
grant update (last_read_seq, seen_at, hidden_seq, left_at) on chat_participant to teleward_app;
grant update (body, recalled_at, recalled_by) on chat_message to teleward_app;

create policy taking_part on chat_conversation to teleward_app
  using (partner_id = (select app_partner()) and case kind
    when 'patient' then (select app_chat()) = 'y' and (unit_id = any ((select app_units())::int[]) or pid = (select app_link_pid()))
    when 'staff' then (select app_mid()) in (low_mid, high_mid)
    else app_in_group(id) or (created_by = (select app_mid()) and app_group_new(id)) end)
  with check (partner_id = (select app_partner()) and case kind
    when 'patient' then (select app_chat()) = 'y' and (unit_id = any ((select app_units())::int[]) or pid = (select app_link_pid()))
    when 'staff' then (select app_mid()) in (low_mid, high_mid) and app_colleague(low_mid) and app_colleague(high_mid)
    else app_in_group(id) or (created_by = (select app_mid()) and app_group_new(id)) end);
create policy taking_part on chat_message to teleward_app
  using (partner_id = (select app_partner()) and case
    when pid is not null then (select app_chat()) = 'y' and (unit_id = any ((select app_units())::int[]) or pid = (select app_link_pid()))
    else exists (select 1 from chat_conversation c where c.id = conversation_id) end)
  with check (partner_id = (select app_partner()) and author_mid is not distinct from (select app_mid())
    and exists (select 1 from chat_conversation c where c.id = conversation_id));
-- One's own place, and in a group the others'.
create policy taking_part on chat_participant for select to teleward_app
  using (exists (select 1 from chat_conversation c where c.id = conversation_id) or mid = (select app_mid()));
create policy own_place on chat_participant for insert to teleward_app with check (
  exists (select 1 from chat_conversation c where c.id = conversation_id)
  and (mid is not distinct from (select app_mid()) or app_group_fits(conversation_id, mid)));
-- Whoever is out comes back by those who are in.
create policy own_change on chat_participant for update to teleward_app
  using ((mid is not distinct from (select app_mid()) and left_at is null) or app_group_fits(conversation_id, mid))
  with check (mid is not distinct from (select app_mid()) or app_group_fits(conversation_id, mid));

-- ── the patient's side ──────────────────────────────────────────────────────────────────────────────────────
-- A link of this kind opens the conversation of one patient with one unit; it has no visit.
alter table video_link drop constraint video_link_kind_check;
alter table video_link add constraint video_link_kind_check check (kind in ('call', 'authorise', 'pay', 'chat'));
create index video_link_chat on video_link (pid, unit_id) where kind = 'chat';
