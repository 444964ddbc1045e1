-- Paying from home: a page of the patient's own, the provider's payment page behind it, and money that goes back.

-- A link of this kind shows what a visit costs and how it stands, and outlives the visit: it opens no room and no record.
alter table video_link drop constraint video_link_kind_check;
alter table video_link add constraint video_link_kind_check check (kind in ('call', 'authorise', 'pay'));

-- Money that came although nothing was due any more is told apart from the payment itself.
alter table payment drop constraint payment_kind_check;
alter table payment add constraint payment_kind_check
  check (kind in ('due', 'paid', 'waived', 'failed', 'expired', 'surplus', 'refundDue', 'refundStopped', 'refunded'));

-- One try at the provider's page. The row is there before the provider is asked, so that a report always finds it.
create table checkout (
  id uuid primary key,
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid), qid int not null references appointment (qid),
  amount int not null check (amount > 0), currency text not null check (currency in ('TWD', 'CNY')),
  provider text not null, url text,
  state text not null default 'open' check (state in ('open', 'paid', 'refused')),
  provider_payment text,                               -- the provider's number of the payment
  opened_at timestamptz not null, expires_at timestamptz not null, settled_at timestamptz,
  unique (provider, provider_payment)
);
create index checkout_qid on checkout (qid, opened_at desc);
-- One page at a time: pressed twice, or in two tabs, it is the same one.
create unique index checkout_open on checkout (qid) where state = 'open';

-- Money to give back: of a visit that does not come about, of a payment that came too late, of one that came twice.
create table refund (
  id uuid primary key,
  partner_id int not null references partner (id), unit_id int not null references unit (id),
  pid int not null references member (pid), qid int not null references appointment (qid),
  amount int not null check (amount > 0), currency text not null check (currency in ('TWD', 'CNY')),
  why text not null check (why in ('cancelled', 'late', 'double')),
  checkout_id uuid references checkout (id),           -- where the money came from; null: taken at the desk
  state text not null default 'due' check (state in ('due', 'working', 'done', 'stopped')),
  method text check (method in ('cash', 'card', 'transfer', 'checkout')), reference text,
  failure text,                                        -- why the provider did not, the last time
  due_at timestamptz not null, begun_at timestamptz, done_at timestamptz,
  by_mid int references staff (mid), version int not null default 1
);
create index refund_waiting on refund (partner_id, unit_id, due_at) where state in ('due', 'working');
create index refund_qid on refund (qid);
create unique index refund_visit on refund (qid) where why <> 'double' and state in ('due', 'working', 'done');
create unique index refund_double on refund (checkout_id) where why = 'double';

do $$
declare t text;
begin
  foreach t in array array['checkout', 'refund'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy system_all on %I to teleward_system using (true) with check (true)', t);
    execute format('grant select, insert, update on %I to teleward_system', t);
    execute format($p$ create policy in_reach on %I to teleward_app
      using ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or (pid = (select app_link_pid()) and qid = (select app_qid())))
      with check ((partner_id = (select app_partner()) and unit_id = any ((select app_units())::int[])) or (pid = (select app_link_pid()) and qid = (select app_qid()))) $p$, t);
    execute format($p$ create policy own_patients on %I as restrictive for select to teleward_app
      using ((select app_sees_all()) or pid is null or app_takes_part(pid)) $p$, t);
    execute format($p$ create policy living_membership on %I as restrictive to teleward_app
      using ((select app_kind()) <> 'staff' or pid is null
        or ((unit_id::bigint << 32) | pid) <> all ((select app_held_back())::bigint[])) $p$, t);
    execute format('grant select, insert on %I to teleward_app', t);
  end loop;
end $$;
grant update (url) on checkout to teleward_app;
grant update (state, method, reference, failure, begun_at, done_at, by_mid, version) on refund to teleward_app;

-- Whose visits are free is given and taken back on a screen; a row is withdrawn, never changed.
alter table fee_exemption add column withdrawn_by int references staff (mid), add column version int not null default 1;
grant insert on fee_exemption to teleward_app;
grant update (withdrawn_at, withdrawn_by, version) on fee_exemption to teleward_app;
