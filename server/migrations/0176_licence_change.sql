-- Whoever is on board and sends another licence goes on with the old one until somebody has looked at the new.

alter table staff_photo drop constraint staff_photo_state_check;
alter table staff_photo add constraint staff_photo_state_check check (state in ('inForce', 'proposed', 'replaced'));
create unique index staff_photo_proposed on staff_photo (mid, kind) where state = 'proposed';

-- The change that waits, or what was decided of the last one. One a membership: a newer one takes the place of one that waits.
create table staff_change (
  mid int not null, partner_id int not null,
  photo uuid not null references staff_photo (id),
  licence_number text, licence_expires date,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'returned')),
  submitted_at timestamptz not null, decided_at timestamptz, decided_by int references staff (mid), reason text,
  version int not null default 1,
  primary key (mid, partner_id),
  foreign key (mid, partner_id) references staff_partner (mid, partner_id)
);
create index staff_change_waiting on staff_change (partner_id, submitted_at) where state = 'waiting';
alter table staff_change enable row level security;
create policy system_all on staff_change to teleward_system using (true) with check (true);
grant select, insert, update, delete on staff_change to teleward_system;
-- One's own, to look at and to send; what becomes of it is never one's own to say.
create policy own on staff_change for select to teleward_app
  using ((select app_kind()) = 'staff' and mid = (select app_mid()) and partner_id = (select app_partner()));
create policy own_new on staff_change for insert to teleward_app
  with check ((select app_kind()) = 'staff' and mid = (select app_mid()) and partner_id = (select app_partner()) and state = 'waiting');
create policy own_again on staff_change for update to teleward_app
  using ((select app_kind()) = 'staff' and mid = (select app_mid()) and partner_id = (select app_partner())) with check (state = 'waiting');
grant select, insert on staff_change to teleward_app;
grant update (photo, licence_number, licence_expires, state, submitted_at, decided_at, decided_by, reason, version) on staff_change to teleward_app;
