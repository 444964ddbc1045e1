-- What a person has signed, by code: how often and when last. It ranks what a search finds, for that person alone, and says
-- nothing of whom it was written for.
create table staff_choice (
  mid int not null references staff (mid), partner_id int not null references partner (id),
  kind text not null check (kind in ('icd', 'drug')), code text not null,
  times int not null check (times > 0), last_at timestamptz not null,
  primary key (mid, partner_id, kind, code)
);
alter table staff_choice enable row level security;
create policy system_all on staff_choice to teleward_system using (true) with check (true);
grant select, insert, update, delete on staff_choice to teleward_system;
create policy own on staff_choice to teleward_app
  using ((select app_kind()) = 'staff' and mid = (select app_mid()) and partner_id = (select app_partner()))
  with check ((select app_kind()) = 'staff' and mid = (select app_mid()) and partner_id = (select app_partner()));
grant select, insert, update on staff_choice to teleward_app;

insert into staff_choice (mid, partner_id, kind, code, times, last_at)
select n.signed_by, n.partner_id, l.kind, l.code, count(*)::int, max(n.signed_at)
from note n join (select note_id, 'icd' as kind, code from diagnosis union all select note_id, 'drug', code from prescription_line) l on l.note_id = n.id
where n.signed_by is not null and n.signed_at is not null and n.state in ('signed', 'amended')
group by n.signed_by, n.partner_id, l.kind, l.code;
