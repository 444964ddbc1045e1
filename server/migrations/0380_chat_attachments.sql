-- Pictures, files and voice messages of conversations. One comes in pieces, as its author's alone; it is the others' to see once
-- a message has it, and never a part of the patient's record. What is taken back leaves a row without a name, and no bytes.
create table chat_attachment (
  id uuid primary key,
  conversation_id int not null references chat_conversation (id), partner_id int not null references partner (id),
  author_mid int references staff (mid),           -- null: the patient
  kind text not null check (kind in ('image', 'file', 'voice')),
  -- What it is called, and what its bytes were found to be.
  name text not null check (char_length(name) <= 200), format text,
  bytes bigint not null check (bytes > 0), received bigint not null default 0 check (received between 0 and bytes),
  width int, height int, duration_ms int,
  -- How loud a voice is, from its beginning to its end, as its author's page heard it.
  wave smallint[] not null default '{}' check (cardinality(wave) <= 64),
  -- The copy that is shown, built anew; the small one.
  copy_key text, thumb_key text,
  state text not null default 'coming' check (state in ('coming', 'ready', 'rejected', 'sent', 'gone')),
  reason text, reason_data jsonb not null default '{}',
  created_at timestamptz not null,
  unique (id, conversation_id)
);
create index chat_attachment_of on chat_attachment (conversation_id, created_at desc) where state = 'sent';
create index chat_attachment_open on chat_attachment (author_mid) where state in ('coming', 'ready', 'rejected');

alter table chat_message add column attachment_id uuid unique;
alter table chat_message add constraint chat_message_attachment foreign key (attachment_id, conversation_id)
  references chat_attachment (id, conversation_id);
alter table chat_message drop constraint chat_message_check;
alter table chat_message add constraint chat_message_check check (case when recalled_at is null
  then body <> '' or attachment_id is not null else body = '' and attachment_id is null end);

create or replace function guard_chat_message() returns trigger language plpgsql security definer set search_path = public as $$
declare c chat_conversation;
begin
  if tg_op = 'INSERT' then
    select * into c from chat_conversation where id = new.conversation_id;
    new.partner_id := c.partner_id; new.unit_id := c.unit_id; new.pid := c.pid;
    if new.seq <> c.last_seq or (new.author_mid is null and c.kind <> 'patient')
      or (new.reply_seq is not null and new.reply_seq >= new.seq)
      then raise exception 'a message out of its order' using errcode = 'check_violation'; end if;
    if new.attachment_id is not null then
      -- One's own, whole, of this conversation, and of no message yet.
      update chat_attachment a set state = 'sent' where a.id = new.attachment_id and a.conversation_id = new.conversation_id
        and a.author_mid is not distinct from new.author_mid and a.state = 'ready';
      if not found then raise exception 'an attachment that is not there to be sent' using errcode = 'check_violation'; end if;
    end if;
    return new;
  end if;
  if (new.conversation_id, new.seq, new.client_id, new.sent_at) is distinct from (old.conversation_id, old.seq, old.client_id, old.sent_at)
    or new.author_mid is distinct from old.author_mid or new.reply_seq is distinct from old.reply_seq
    or (new.body <> old.body and new.body <> '') or (old.recalled_at is not null and new.recalled_at is distinct from old.recalled_at)
    or (new.attachment_id is distinct from old.attachment_id and (new.attachment_id is not null or new.recalled_at is null))
    then raise exception 'a message is not rewritten' using errcode = 'check_violation'; end if;
  if old.attachment_id is not null and new.attachment_id is null then
    update chat_attachment set state = 'gone', name = '', wave = '{}' where id = old.attachment_id;
  end if;
  return new;
end $$;

-- What has come, and what it was found to be, is written by whoever sends it; what was sent stays as it is, and only messages send.
create function guard_chat_attachment() returns trigger language plpgsql as $$
begin
  if (new.conversation_id, new.partner_id, new.kind, new.bytes, new.created_at)
      is distinct from (old.conversation_id, old.partner_id, old.kind, old.bytes, old.created_at)
    or new.author_mid is distinct from old.author_mid
    or (old.state in ('sent', 'gone') and new.state <> 'gone')
    or (new.state in ('sent', 'gone') and new.state <> old.state and current_user in ('teleward_app'))
    then raise exception 'an attachment stays what it is' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger guard_chat_attachment before update on chat_attachment for each row execute function guard_chat_attachment();

alter table chat_attachment enable row level security;
create policy system_all on chat_attachment to teleward_system using (true) with check (true);
grant select, insert, update, delete on chat_attachment to teleward_system;
grant select, insert on chat_attachment to teleward_app;
grant update (received, format, width, height, duration_ms, copy_key, state, reason, reason_data) on chat_attachment to teleward_app;
grant update (attachment_id) on chat_message to teleward_app;
