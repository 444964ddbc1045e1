-- Products that one recommends: one's own list, which says nothing of any patient, and what of it a patient was sent.
create table product (
  id int generated always as identity primary key,
  partner_id int not null references partner (id),
  owner_mid int not null references staff (mid),
  name text not null check (char_length(name) between 1 and 100),
  quantity int not null check (quantity between 1 and 999),
  price int not null check (price between 0 and 100000000),
  currency text not null check (currency in ('TWD', 'CNY')),
  description text not null default '' check (char_length(description) <= 1000),
  manufacturer text not null default '' check (char_length(manufacturer) <= 100),
  -- Made small by the browser, built anew by the server.
  image bytea check (octet_length(image) <= 65536),
  image_mime text check (image_mime in ('image/jpeg', 'image/png') and (image is null) = (image_mime is null)),
  version int not null default 1,
  updated_at timestamptz not null,
  -- One that was removed is offered no more; what was sent of it stands.
  removed_at timestamptz
);
create index product_own on product (partner_id, owner_mid) where removed_at is null;

-- What was chosen for a patient in a visit, and then sent. It keeps name, price and maker as they were: a later change of the
-- product touches nothing of it.
create table product_sending (
  id uuid primary key,
  partner_id int not null references partner (id),
  unit_id int not null references unit (id),
  pid int not null references member (pid),
  qid int not null references appointment (qid),
  author_mid int not null references staff (mid),
  state text not null default 'chosen' check (state in ('chosen', 'sent')),
  items jsonb not null check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) > 0),
  conversation_id int references chat_conversation (id),
  message_seq int,
  version int not null default 1,
  created_at timestamptz not null,
  sent_at timestamptz check ((sent_at is null) = (state = 'chosen'))
);
create unique index product_sending_chosen on product_sending (qid, author_mid) where state = 'chosen';
create index product_sending_visit on product_sending (qid);
create index product_sending_pid on product_sending (pid);

create function product_sending_lock() returns trigger language plpgsql as $$
begin
  if current_user = 'teleward_app' and old.state = 'sent' then
    raise exception 'what was sent stands as it is' using errcode = '23514', constraint = 'product_sent';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger product_sending_lock before update or delete on product_sending for each row execute function product_sending_lock();

do $$
declare t text;
begin
  foreach t in array array['product', 'product_sending'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to teleward_system', t);
    execute format('grant select, insert on %I to teleward_app', t);
  end loop;
end $$;
grant update (name, quantity, price, currency, description, manufacturer, image, image_mime, version, updated_at, removed_at) on product to teleward_app;
grant update (state, items, conversation_id, message_seq, version, sent_at) on product_sending to teleward_app;
grant delete on product_sending to teleward_app;
