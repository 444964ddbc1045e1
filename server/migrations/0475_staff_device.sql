-- The devices that a person signed in on, by the token each was given. Wrong passwords and second codes of a session, and of a
-- sign-in on such a device, are counted and locked here; those of everybody else at `staff_credential`: strangers who guess stop
-- nobody at work.
create table staff_device (
  mid int not null references staff (mid), device_token text not null,
  failed_attempts int not null default 0, second_failed int not null default 0, locked_until timestamptz,
  primary key (mid, device_token)
);
insert into staff_device (mid, device_token) select distinct mid, device_token from session;
alter table staff_device enable row level security;
create policy system_all on staff_device to teleward_system using (true) with check (true);
grant select, insert, update on staff_device to teleward_system;
