-- A membership of the whole institution stands above those of its units. Disabled, it holds the units' own back: their
-- rows say so themselves (`partnerDisabled`), so that every wall that asks for an active row holds without knowing of it.
create table member_partner (
  pid int not null references member (pid), partner_id int not null references partner (id),
  status text not null default 'active' check (status in ('active', 'disabled')), since date not null default current_date,
  primary key (pid, partner_id)
);
insert into member_partner (pid, partner_id, since) select pid, partner_id, min(since) from member_unit group by pid, partner_id;
alter table member_unit drop constraint member_unit_status_check;
alter table member_unit add constraint member_unit_status_check check (status in ('active', 'disabled', 'partnerDisabled'));

-- A unit's own `disabled` stays what it is; active and held back are one state of the unit, told by the institution's.
create function member_unit_follow() returns trigger language plpgsql security definer set search_path = public as $$
declare whole text;
begin
  if tg_op = 'INSERT' then
    insert into member_partner (pid, partner_id, since) values (new.pid, new.partner_id, new.since) on conflict do nothing;
  end if;
  if new.status <> 'disabled' then
    select mp.status into whole from member_partner mp where mp.pid = new.pid and mp.partner_id = new.partner_id for share;
    new.status := case whole when 'disabled' then 'partnerDisabled' else 'active' end;
  end if;
  return new;
end $$;
create trigger member_unit_follow before insert or update of status on member_unit
  for each row execute function member_unit_follow();
alter table member_unit add foreign key (pid, partner_id) references member_partner (pid, partner_id);

create function member_partner_tell() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update member_unit mu set status = mu.status where mu.pid = new.pid and mu.partner_id = new.partner_id and mu.status <> 'disabled';
  return null;
end $$;
create trigger member_partner_tell after update of status on member_partner
  for each row when (old.status <> new.status) execute function member_partner_tell();

grant select on member_partner to teleward_app;
grant select, insert, update, delete on member_partner to teleward_system;
alter table member_partner enable row level security;
create policy system_all on member_partner to teleward_system using (true) with check (true);
-- Known to those who know the membership of one of their units, disabled or not.
create policy through_units on member_partner for select to teleward_app
  using ((select app_kind()) = 'staff' and partner_id = (select app_partner())
    and exists (select 1 from member_unit mu where mu.pid = member_partner.pid and mu.partner_id = member_partner.partner_id));
