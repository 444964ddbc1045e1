-- A patient's accounts at LINE and WeChat, and notices that are read where a patient reads.

-- To whom an institution's official account writes for a patient: bound by a code that the patient sent to it. One account may
-- be that of several patients, whom somebody helps.
create table member_messenger (
  partner_id int not null references partner (id),
  pid int not null references member (pid),
  channel text not null check (channel in ('line', 'wechat')),
  recipient text not null check (char_length(recipient) between 1 and 100),
  -- As the person calls themselves there; empty where the provider does not say.
  name text not null check (char_length(name) <= 100),
  -- Who handed the code out.
  offered_by int not null references staff (mid),
  bound_at timestamptz not null,
  primary key (partner_id, pid, channel)
);
create index member_messenger_pid on member_messenger (pid);
create index member_messenger_recipient on member_messenger (channel, recipient);
create table member_messenger_request (
  code_hash text primary key,
  partner_id int not null references partner (id),
  for_pid int not null references member (pid),
  channel text not null check (channel in ('line', 'wechat')),
  mid int not null references staff (mid),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (partner_id, for_pid, channel)
);
create index member_messenger_request_pid on member_messenger_request (for_pid);

alter table video_link drop constraint video_link_channel_check,
  add constraint video_link_channel_check check (channel in ('sms', 'email', 'line', 'wechat'));

alter table notice drop constraint notice_channels_check,
  add constraint notice_channels_check check (channels <@ array['sms', 'email', 'line', 'wechat']);
alter table notice_recipient drop constraint notice_recipient_channel_check,
  add constraint notice_recipient_channel_check check (channel in ('portal', 'sms', 'email', 'line', 'wechat')),
  -- Where a patient reads it: the message of their conversation.
  add column conversation_id int references chat_conversation (id),
  add column chat_seq int,
  add constraint notice_recipient_said check ((conversation_id is null) = (chat_seq is null));
create index notice_recipient_conversation on notice_recipient (conversation_id, chat_seq) where conversation_id is not null;

-- A patient has read their conversation so far: the notices in it are read. Answers which, and whose unit is told. The caller is
-- the patient's own page.
create function app_notice_read(conversation int, upto int, at timestamptz) returns table (notice uuid, unit int)
language plpgsql security definer set search_path = public rows 5 as $$
#variable_conflict use_column
begin
  if app_kind() is distinct from 'link' or not exists (
    select 1 from chat_conversation c where c.id = conversation and c.kind = 'patient' and c.pid = app_link_pid()) then return; end if;
  return query
    with done as (
      update notice_recipient r set state = 'read', read_at = at, reason = null
      where r.conversation_id = conversation and r.chat_seq <= upto and r.state in ('sending', 'sent', 'failed') returning r.notice_id)
    select n.id, n.at_unit from done join notice n on n.id = done.notice_id;
end $$;
revoke all on function app_notice_read(int, int, timestamptz) from public;
grant execute on function app_notice_read(int, int, timestamptz) to teleward_app;

do $$
declare t text;
begin
  foreach t in array array['member_messenger', 'member_messenger_request'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
  end loop;
end $$;
grant select, delete on member_messenger to teleward_app;
